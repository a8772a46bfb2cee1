import DatabaseQueries
public import PostgreSQL
import PostgreSQLQueries
public import SQLiteDatabase
public import TypedSQL

/// A connection on which typed statements run, of either database: SQLite's `Database`, or a `PostgresConnection`.
///
/// What takes one works on both:
///
/// ```swift
/// func complete(_ id: Reminder.ID, _ db: any SQLConnection) throws {
///   try Reminder.find(id).update { $0.isCompleted = true }.execute(db)
/// }
/// ```
///
/// Rows are decoded by code that is compiled once for all types; a function that takes the connection of one database decodes
/// many rows faster.
public protocol SQLConnection {
  /// Whose SQL it speaks, for text that is written by hand.
  var dialect: Dialect { get }

  /// Runs SQL text as it stands: one statement, or several.
  ///
  /// - Throws: `DatabaseError`, or `PostgresError`.
  func execute(sql: String) throws

  /// All rows of a query.
  func _rows<Shape: RowShape>(of query: QueryFragment, as shape: Shape.Type, isText: Bool) throws
    -> [Shape.Row]

  /// The first row of a query.
  func _firstRow<Shape: RowShape>(
    of query: QueryFragment,
    as shape: Shape.Type,
    isText: Bool
  ) throws -> Shape.Row?

  /// Runs a statement that returns nothing.
  func _run(_ statement: some TypedSQL.Statement<()>) throws

  /// Runs a statement of so many rows, and decodes what they return.
  func _writtenRows<Shape: RowShape>(
    by statement: some TypedSQL.Statement,
    count: Int,
    as shape: Shape.Type
  ) throws -> [Shape.Row]
}

extension Database: SQLConnection {
  /// SQLite's.
  public var dialect: Dialect { .sqlite }

  /// Runs SQL text as it stands: one statement, or several.
  ///
  /// - Throws: `DatabaseError`.
  public func execute(sql: String) throws { try execute(sql: sql, arguments: []) }

  /// All rows of a query.
  public func _rows<Shape: RowShape>(
    of query: QueryFragment,
    as shape: Shape.Type,
    isText: Bool
  ) throws -> [Shape.Row] { try rows(of: query, as: shape, isText: isText) }

  /// The first row of a query.
  public func _firstRow<Shape: RowShape>(
    of query: QueryFragment,
    as shape: Shape.Type,
    isText: Bool
  ) throws -> Shape.Row? { try firstRow(of: query, as: shape, isText: isText) }

  /// Runs a statement that returns nothing.
  public func _run(_ statement: some TypedSQL.Statement<()>) throws { try run(statement) }

  /// Runs a statement of so many rows, and decodes what they return.
  public func _writtenRows<Shape: RowShape>(
    by statement: some TypedSQL.Statement,
    count: Int,
    as shape: Shape.Type
  ) throws -> [Shape.Row] { try writtenRows(by: statement, count: count, as: shape) }
}

extension PostgresConnection: SQLConnection {
  /// PostgreSQL's.
  public var dialect: Dialect { .postgres }

  /// Runs SQL text as it stands: one statement, or several.
  ///
  /// - Throws: `PostgresError`.
  public func execute(sql: String) throws { try execute(script: sql) }

  /// All rows of a query.
  public func _rows<Shape: RowShape>(
    of query: QueryFragment,
    as shape: Shape.Type,
    isText: Bool
  ) throws -> [Shape.Row] { try rows(of: query, as: shape, isText: isText) }

  /// The first row of a query.
  public func _firstRow<Shape: RowShape>(
    of query: QueryFragment,
    as shape: Shape.Type,
    isText: Bool
  ) throws -> Shape.Row? { try firstRow(of: query, as: shape, isText: isText) }

  /// Runs a statement that returns nothing.
  public func _run(_ statement: some TypedSQL.Statement<()>) throws { try statement.execute(self) }

  /// Runs a statement of so many rows, and decodes what they return.
  public func _writtenRows<Shape: RowShape>(
    by statement: some TypedSQL.Statement,
    count: Int,
    as shape: Shape.Type
  ) throws -> [Shape.Row] { try writtenRows(by: statement, count: count, as: shape) }
}
