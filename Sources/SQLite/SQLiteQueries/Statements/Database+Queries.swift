import SQLite
public import SQLiteDatabase
public import TypedSQL

extension Database {
  /// Returns the statement of a query with its values bound; `nil` if the query is empty.
  @usableFromInline
  package func statement(binding query: QueryFragment) throws -> PreparedStatement? {
    guard !query.isEmpty else { return nil }
    let statement =
      try statementCache.statement(forCode: query.code) ?? compiledStatement(for: query)
    try statement.bind(query.bindings)
    return statement
  }

  private func compiledStatement(for query: QueryFragment) throws -> PreparedStatement {
    let sql = query.render(for: .library).sql
    let statement = try cachedStatement(sql: sql)
    statementCache.insert(statement, for: StatementKey(code: query.code))
    return statement
  }

  /// Runs a query, or each of the statements in its text.
  @usableFromInline
  package func execute(_ query: QueryFragment) throws {
    guard !query.isEmpty else { return }
    if let statement = statementCache.statement(forCode: query.code) {
      try statement.bind(query.bindings)
      return try statement.run()
    }
    let sql = query.render(for: .library).sql
    if let statement = statementCache.statement(forSQL: sql) {
      statementCache.insert(statement, for: StatementKey(code: query.code))
      try statement.bind(query.bindings)
      return try statement.run()
    }
    try execute(sql: sql, arguments: StatementArguments(query.bindings))
    guard let statement = statementCache.statement(forSQL: sql) else { return }
    statementCache.insert(statement, for: StatementKey(code: query.code))
  }
}

extension Dialect {
  /// The dialect of the SQLite version that is loaded.
  package static let library = sqlite(version: SQLiteLibrary.versionNumber)
}
