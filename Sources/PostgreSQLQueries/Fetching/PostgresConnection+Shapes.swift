package import PostgreSQL
package import TypedSQL

// What reads and writes of either database come to on PostgreSQL: compiled once for all types.

extension PostgresConnection {
  /// The rows of a query as they are.
  ///
  /// - Throws: ``PostgresError``, also for what PostgreSQL has nothing for.
  package func result(of query: QueryFragment) throws -> PostgresResult {
    guard let bound = try statement(binding: query) else {
      return try execute("SELECT WHERE false")
    }
    return try execute(bound.statement, bound.values)
  }

  /// The columns of a query, which is not run.
  ///
  /// - Throws: ``PostgresError``, also for what PostgreSQL has nothing for.
  package func columns(of query: QueryFragment) throws -> PostgresColumns {
    let text = StatementTexts.shared.text(of: query)
    if let problem = text.problem { throw PostgresError(problem, sql: nil) }
    return try prepare(text.sql).columns
  }

  /// Calls a closure with each row of a query, as it comes from the server.
  package func forEachRow(
    of query: QueryFragment,
    _ body: (borrowing PostgresRow) throws -> Void
  ) throws {
    guard let bound = try statement(binding: query) else { return }
    try forEachRow(bound.statement.sql, bound.values, body)
  }

  /// All rows of a query.
  package func rows<Shape: RowShape>(
    of query: QueryFragment,
    as shape: Shape.Type,
    isText: Bool
  ) throws -> [Shape.Row] { try readAll(query, shape, isText: isText) }

  /// The first row of a query.
  package func firstRow<Shape: RowShape>(
    of query: QueryFragment,
    as shape: Shape.Type,
    isText: Bool
  ) throws -> Shape.Row? { try readFirst(query, shape, isText: isText) }

  /// Runs a statement of so many rows, and decodes what they return.
  package func writtenRows<Shape: RowShape>(
    by statement: some TypedSQL.Statement,
    count: Int,
    as shape: Shape.Type
  ) throws -> [Shape.Row] { try writeRows(of: statement, count: count, returning: shape) }
}
