public import TypedSQL

extension Database {
  /// The statement of a query with its values bound; `nil` where there is nothing to run.
  @usableFromInline
  func statement(binding query: QueryFragment) throws -> PreparedStatement? {
    guard !query.isEmpty else { return nil }
    let statement = try cachedStatement(sql: query.render().sql)
    try statement.bind(query.bindings)
    return statement
  }

  /// Runs a query, or the several statements of its text.
  @usableFromInline
  func execute(_ query: QueryFragment) throws {
    guard !query.isEmpty else { return }
    let sql = query.render().sql
    if let statement = cache.statement(for: sql) {
      try statement.bind(query.bindings)
      return try statement.run()
    }
    try execute(sql: sql, arguments: StatementArguments(query.bindings))
  }
}
