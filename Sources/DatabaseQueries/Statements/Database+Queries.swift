public import SQLiteDatabase
public import TypedSQL

extension Database {
  /// The statement of a query with its values bound; `nil` where there is nothing to run.
  @usableFromInline
  package func statement(binding query: QueryFragment) throws -> PreparedStatement? {
    guard !query.isEmpty else { return nil }
    let statement =
      try keptStatements.statement(forCode: query.code) ?? compiledStatement(for: query)
    try statement.bind(query.bindings)
    return statement
  }

  private func compiledStatement(for query: QueryFragment) throws -> PreparedStatement {
    let sql = query.render(for: .library).sql
    let statement = try cachedStatement(sql: sql)
    keptStatements.insert(statement, for: StatementKey(code: query.code))
    return statement
  }

  /// Runs a query, or the several statements of its text.
  @usableFromInline
  package func execute(_ query: QueryFragment) throws {
    guard !query.isEmpty else { return }
    if let statement = keptStatements.statement(forCode: query.code) {
      try statement.bind(query.bindings)
      return try statement.run()
    }
    let sql = query.render(for: .library).sql
    if let statement = keptStatements.statement(forSQL: sql) {
      keptStatements.insert(statement, for: StatementKey(code: query.code))
      try statement.bind(query.bindings)
      return try statement.run()
    }
    try execute(sql: sql, arguments: StatementArguments(query.bindings))
    guard let statement = keptStatements.statement(forSQL: sql) else { return }
    keptStatements.insert(statement, for: StatementKey(code: query.code))
  }
}
