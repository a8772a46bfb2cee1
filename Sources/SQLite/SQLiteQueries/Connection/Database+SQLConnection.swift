public import SQLQueries
public import SQLiteDatabase
public import TypedSQL

extension Database: SQLConnection {
  /// The dialect of SQLite.
  public var dialect: Dialect { .sqlite }

  /// Whether all rows of a query are sent of which only the first is read: SQLite stops at any row.
  @inlinable public static var _sendsAllRows: Bool { false }

  /// Runs SQL text unchanged: one statement, or several.
  ///
  /// - Throws: ``DatabaseError``.
  public func execute(sql: String) throws { try execute(sql: sql, arguments: []) }

  /// Returns all rows of a query.
  @inlinable
  public func _rows<Shape: RowShape>(
    of query: QueryFragment,
    as shape: Shape.Type,
    isText: Bool
  ) throws -> [Shape.Row] {
    guard let statement = try statement(binding: query) else { return [] }
    return try statement.decodeAll(shape, isText: isText)
  }

  /// Returns the first row of a query, and discards the other rows.
  @inlinable
  public func _firstRow<Shape: RowShape>(
    of query: QueryFragment,
    as shape: Shape.Type,
    isText: Bool
  ) throws -> Shape.Row? {
    guard let statement = try statement(binding: query) else { return nil }
    return try statement.decodeFirst(shape, isText: isText)
  }

  /// Returns the first row of a table that meets conditions.
  ///
  /// The row of a key is read through a statement that is kept for that.
  @inlinable
  public func _firstRow<From: Table>(of query: Where<From>) throws -> From.QueryOutput? {
    guard let statement = try statement(bindingFirstOf: query) else { return nil }
    return try statement.decodeFirst(ValueRow<From>.self)
  }

  /// Returns the row of a table, or of its default scope, with a key.
  ///
  /// It is read through a statement that is kept for that, unless the scope has conditions.
  @inlinable
  public func _row<T: PrimaryKeyedTable>(
    of table: T.Type,
    withKey key: T.PrimaryKey.QueryOutput
  ) throws -> T.QueryOutput? {
    let all = T.all
    guard let scope = all as? Where<T>, scope._selectsAll, let statement = try lookup(table) else {
      return try all._row(self, withKey: key)
    }
    var encoder = SQLiteQueryEncoder(statement)
    encoder.encode(key, as: T.PrimaryKey.self)
    if let failure = encoder.failure { throw failure }
    return try statement.decodeFirst(ValueRow<T>.self)
  }

  /// Runs a statement that returns nothing.
  @inlinable
  public func _run(_ statement: some TypedSQL.Statement<()>) throws {
    if let count = statement._rowCount { return try writeRows(of: statement, count: count) }
    if let row = statement._keyedRow { return try execute(row) { statement.query } }
    try execute(statement.query)
  }

  /// Runs an insert of a given number of rows, and decodes the rows that it returns.
  @inlinable
  public func _writtenRows<Shape: RowShape>(
    by statement: some TypedSQL.Statement,
    count: Int,
    as shape: Shape.Type
  ) throws -> [Shape.Row] { try writeRows(of: statement, count: count, returning: shape) }
}
