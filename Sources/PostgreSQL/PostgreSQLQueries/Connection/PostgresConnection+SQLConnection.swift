public import PostgreSQL
public import SQLQueries
public import TypedSQL

extension PostgresConnection: SQLConnection {
  /// The dialect of PostgreSQL.
  public var dialect: Dialect { .postgres }

  /// Whether all rows of a query are sent of which only the first is read: they are.
  @inlinable public static var _sendsAllRows: Bool { true }

  /// Runs SQL text unchanged: one statement, or several.
  ///
  /// It blocks until the server has answered.
  ///
  /// - Throws: ``PostgresError``.
  public func execute(sql: String) throws { try execute(script: sql) }

  /// Returns all rows of a query, decoded by code that is specialised for their type.
  @inlinable
  public func _rows<Shape: RowShape>(
    of query: QueryFragment,
    as shape: Shape.Type,
    isText: Bool
  ) throws -> [Shape.Row] {
    guard let bound = try statement(binding: query) else { return [] }
    try bound.statement.check(shape, isText: isText)
    let result = try execute(bound.statement, bound.values)
    return try result.map { row in try bound.statement.decode(row, Shape.self) }
  }

  /// Returns the first row of a query, although the server sends all of them.
  @inlinable
  public func _firstRow<Shape: RowShape>(
    of query: QueryFragment,
    as shape: Shape.Type,
    isText: Bool
  ) throws -> Shape.Row? {
    guard let bound = try statement(binding: query) else { return nil }
    try bound.statement.check(shape, isText: isText)
    let result = try execute(bound.statement, bound.values)
    return try result.first { row in try bound.statement.decode(row, Shape.self) }
  }

  /// Runs a statement that returns nothing, and discards the rows of text that returns some.
  @inlinable
  public func _run(_ statement: some TypedSQL.Statement<()>) throws {
    if let count = statement._rowCount { return try writeRows(of: statement, count: count) }
    guard let bound = try self.statement(binding: statement.query) else { return }
    try execute(bound.statement, bound.values)
  }

  /// Runs an insert of a given number of rows, and decodes the rows that it returns.
  @inlinable
  public func _writtenRows<Shape: RowShape>(
    by statement: some TypedSQL.Statement,
    count: Int,
    as shape: Shape.Type
  ) throws -> [Shape.Row] { try writeRows(of: statement, count: count, returning: shape) }
}
