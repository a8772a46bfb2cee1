import DatabaseTypes
public import TypedSQL

extension QueryExpression where QueryValue: _JSONRepresentation {
  /// A path to a place in the JSON of the expression.
  public typealias _JSONRootPath = JSONPath<_JSONRoot<QueryValue._Scope>, QueryValue>

  /// Returns the value at a path: `json_extract("profiles"."author", '$."name"')`.
  public func jsonExtract<Context: _JSONPresentContext, Member>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member>
  ) -> SQLQueryExpression<Member> {
    SQLQueryExpression(extracting(path, .jsonExtract), as: Member.self)
  }

  /// Returns the value at a path, if it exists: `json_extract("profiles"."tags", '$[0]')`.
  @_disfavoredOverload
  public func jsonExtract<Context, Member: _OptionalPromotable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member>
  ) -> SQLQueryExpression<Member._Optionalized> {
    SQLQueryExpression(extracting(path, .jsonExtract), as: Member._Optionalized.self)
  }

  /// Returns the value at a path: `jsonb_extract("profiles"."author", '$."name"')`.
  ///
  /// Requires SQLite 3.45.
  public func jsonbExtract<Context: _JSONPresentContext, Member>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member>
  ) -> SQLQueryExpression<Member> {
    SQLQueryExpression(extracting(path, .jsonbExtract), as: Member.self)
  }

  /// Returns the value at a path, if it exists: `jsonb_extract("profiles"."tags", '$[0]')`.
  ///
  /// Requires SQLite 3.45.
  @_disfavoredOverload
  public func jsonbExtract<Context, Member: _OptionalPromotable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member>
  ) -> SQLQueryExpression<Member._Optionalized> {
    SQLQueryExpression(extracting(path, .jsonbExtract), as: Member._Optionalized.self)
  }

  /// Returns the object or array at a path, as a blob:
  /// `jsonb_extract("profiles"."author", '$."links"')`.
  ///
  /// Requires SQLite 3.45.
  public func jsonbExtract<Context: _JSONPresentContext, Member: _JSONRepresentation>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member>
  ) -> _JSONExpression<Member._Binary> {
    _JSONExpression(queryFragment: extracting(path, .jsonbExtract))
  }

  /// Returns the object or array at a path, if it exists, as a blob:
  /// `jsonb_extract("profiles"."links", '$[0]')`.
  ///
  /// Requires SQLite 3.45.
  @_disfavoredOverload
  public func jsonbExtract<Context, Member: _JSONRepresentation>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member>
  ) -> _JSONExpression<Member._Binary?> {
    _JSONExpression(queryFragment: extracting(path, .jsonbExtract))
  }

  private func extracting<Context, Member>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member>,
    _ function: SQLFunction
  ) -> QueryFragment {
    var fragment = QueryFragment()
    if let hint = DialectHint(of: Member.self) { fragment.append(hint: hint) }
    fragment.append(call: function)
    fragment.append(queryFragment)
    fragment.append(sql: ", ")
    fragment.append(path(_JSONRootPath()).fragment)
    fragment.append(sql: ")")
    return Member._queryFragment(jsonDecoding: fragment)
  }
}
