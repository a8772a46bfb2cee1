public import DatabaseQueries
public import TypedSQL

// Prepared queries on a connection of either database. SQLite's own calls also keep the compiled
// statement; a PostgreSQL connection looks it up by its text.

extension PreparedQuery {
  /// Fetches all rows of the result for some values.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or `DecodingFailure` if a value does not match
  ///   its type.
  public func fetchAll(
    _ db: any SQLConnection,
    _ input: repeat (each Input).QueryOutput
  ) throws -> [Output] {
    guard let rowShape else { return [] }
    return try rows(db, query(repeat each input), rowShape)
  }

  /// Fetches the first row of the result for some values; no `LIMIT` is added.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or `DecodingFailure` if a value does not match
  ///   its type.
  public func fetchOne(
    _ db: any SQLConnection,
    _ input: repeat (each Input).QueryOutput
  ) throws -> Output? {
    guard let rowShape else { return nil }
    return try firstRow(db, query(repeat each input), rowShape)
  }

  private func rows<Shape: RowShape>(
    _ db: any SQLConnection,
    _ query: QueryFragment,
    _ shape: Shape.Type
  ) throws -> [Output] where Shape.Row == Output {
    try db._rows(of: query, as: shape, isText: false)
  }

  private func firstRow<Shape: RowShape>(
    _ db: any SQLConnection,
    _ query: QueryFragment,
    _ shape: Shape.Type
  ) throws -> Output? where Shape.Row == Output {
    try db._firstRow(of: query, as: shape, isText: false)
  }
}

extension PreparedQuery where Output == () {
  /// Runs the statement to completion, with some values.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`.
  public func execute(
    _ db: any SQLConnection,
    _ input: repeat (each Input).QueryOutput
  ) throws {
    try db._run(SQLQueryExpression<()>(query(repeat each input)))
  }
}
