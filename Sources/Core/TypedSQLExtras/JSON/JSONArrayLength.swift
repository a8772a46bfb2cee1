import DatabaseTypes
public import TypedSQL

extension QueryExpression where QueryValue: _JSONRepresentation {
  /// Returns the number of elements in an array: `json_array_length("reminders"."tags")`.
  public func jsonArrayLength<Element>() -> SQLQueryExpression<Int>
  where QueryValue._Document == [Element], QueryValue._Scope == _JSONRequiredScope {
    SQLQueryExpression(queryFragment.called(.jsonArrayLength), as: Int.self)
  }

  /// Returns the number of elements in an array, if there is one:
  /// `json_array_length("reminders"."tags")`.
  @_disfavoredOverload
  public func jsonArrayLength<Element>() -> SQLQueryExpression<Int?>
  where QueryValue._Document == [Element] {
    SQLQueryExpression(queryFragment.called(.jsonArrayLength), as: Int?.self)
  }

  /// Returns the number of elements in the array at a path:
  /// `json_array_length("profiles"."author", '$."tags"')`.
  public func jsonArrayLength<Array: _JSONRepresentation, Element>(
    _ path: (_JSONRootPath) -> JSONPath<_JSONMember<_JSONRequiredScope>, Array>
  ) -> SQLQueryExpression<Int> where Array._Document == [Element] {
    SQLQueryExpression(lengthFragment(path(_JSONRootPath()).fragment), as: Int.self)
  }

  /// Returns the number of elements in the array at a path, if there is one:
  /// `json_array_length("profiles"."author", '$."tags"')`.
  @_disfavoredOverload
  public func jsonArrayLength<Context, Array: _JSONRepresentation, Element>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Array>
  ) -> SQLQueryExpression<Int?> where Array._Document == [Element] {
    SQLQueryExpression(lengthFragment(path(_JSONRootPath()).fragment), as: Int?.self)
  }

  private func lengthFragment(_ path: QueryFragment) -> QueryFragment {
    (queryFragment + ", " + path).called(.jsonArrayLength)
  }
}
