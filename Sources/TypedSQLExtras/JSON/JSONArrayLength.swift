public import TypedSQL

extension QueryExpression where QueryValue: _JSONRepresentation {
  /// How many elements an array has: `json_array_length("reminders"."tags")`.
  public func jsonArrayLength<Element>() -> SQLQueryExpression<Int>
  where QueryValue._Document == [Element], QueryValue._Scope == _JSONCertain {
    SQLQueryExpression(queryFragment.called("json_array_length"), as: Int.self)
  }

  /// How many elements an array has, if there is one: `json_array_length("reminders"."tags")`.
  @_disfavoredOverload
  public func jsonArrayLength<Element>() -> SQLQueryExpression<Int?>
  where QueryValue._Document == [Element] {
    SQLQueryExpression(queryFragment.called("json_array_length"), as: Int?.self)
  }

  /// How many elements the array at a place has: `json_array_length("profiles"."author", '$."tags"')`.
  public func jsonArrayLength<Array: _JSONRepresentation, Element>(
    _ path: (_JSONRootPath) -> JSONPath<_JSONMember<_JSONCertain>, Array>
  ) -> SQLQueryExpression<Int> where Array._Document == [Element] {
    SQLQueryExpression(lengthFragment(path(_JSONRootPath()).fragment), as: Int.self)
  }

  /// How many elements the array at a place has, if it is there: `json_array_length("profiles"."author", '$."tags"')`.
  @_disfavoredOverload
  public func jsonArrayLength<Context, Array: _JSONRepresentation, Element>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Array>
  ) -> SQLQueryExpression<Int?> where Array._Document == [Element] {
    SQLQueryExpression(lengthFragment(path(_JSONRootPath()).fragment), as: Int?.self)
  }

  private func lengthFragment(_ path: QueryFragment) -> QueryFragment {
    (queryFragment + ", " + path).called("json_array_length")
  }
}
