package import PostgreSQL
package import TypedSQL

// Reads whose rows are not decoded as a shape.

extension PostgresConnection {
  /// Returns the undecoded rows of a query.
  ///
  /// - Throws: ``PostgresError``, also for features that PostgreSQL lacks.
  package func result(of query: QueryFragment) throws -> PostgresResult {
    guard let bound = try statement(binding: query) else {
      return try execute("SELECT WHERE false")
    }
    return try execute(bound.statement, bound.values)
  }

  /// Returns the columns of a query without running it.
  ///
  /// - Throws: ``PostgresError``, also for features that PostgreSQL lacks.
  package func columns(of query: QueryFragment) throws -> PostgresColumns {
    let text = StatementTextCache.shared.text(of: query)
    if let problem = text.problem { throw PostgresError(problem, sql: nil) }
    return try prepare(text.sql).columns
  }

  /// Calls a closure with each row of a query, as it arrives from the server.
  package func forEachRow(
    of query: QueryFragment,
    _ body: (borrowing PostgresRow) throws -> Void
  ) throws {
    guard let bound = try statement(binding: query) else { return }
    try forEachRow(bound.statement.sql, bound.values, body)
  }
}
