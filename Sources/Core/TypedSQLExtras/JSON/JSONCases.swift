public import TypedSQL

extension QueryExpression where QueryValue: _JSONRepresentation {
  /// Sets an enum to a case:
  /// `json_set("notes"."kind", '$', json_object('text', json_object('_0', 'Tea')))`.
  ///
  /// The enum is replaced, since it has one case at a time; `jsonReplace` changes the value if the
  /// enum has the case.
  public func jsonSet<Scope: _JSONWritableScope, Payload: QueryRepresentable>(
    _ path: (_JSONRootPath) -> JSONPath<_JSONCase<Scope>, Payload?>,
    _ value: some QueryExpression<Payload>
  ) -> _JSONModification<QueryValue._Text> {
    settingCase(by: .text(.set), path(_JSONRootPath()), to: value)
  }

  /// Sets an enum to a case:
  /// `jsonb_set("notes"."kind", '$', json_object('text', json_object('_0', 'Tea')))`.
  ///
  /// Requires SQLite 3.45. The enum is replaced, since it has one case at a time; `jsonbReplace`
  /// changes the value if the enum has the case.
  public func jsonbSet<Scope: _JSONWritableScope, Payload: QueryRepresentable>(
    _ path: (_JSONRootPath) -> JSONPath<_JSONCase<Scope>, Payload?>,
    _ value: some QueryExpression<Payload>
  ) -> _JSONModification<QueryValue._Binary> {
    settingCase(by: .binary(.set), path(_JSONRootPath()), to: value)
  }

  private func settingCase<Context, Payload: QueryRepresentable, Result: _JSONRepresentation>(
    by function: JSONFunction,
    _ path: JSONPath<Context, Payload?>,
    to value: some QueryExpression<Payload>
  ) -> _JSONModification<Result> {
    let value = Payload._queryFragment(jsonEncoding: value.queryFragment)
    return modified(by: function, path.enumFragment, path.enumFragment(holding: value))
  }
}
