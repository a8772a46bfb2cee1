import DatabaseQueries
public import PostgreSQL
import PostgreSQLQueries
public import SQLiteDatabase
public import SchemaDefinitions
public import TypedSQL

/// A connection of either database that runs typed statements.
///
/// It is SQLite's `Database`, or a `PostgresConnection`.
///
/// Functions that take one work on both databases:
///
/// ```swift
/// func complete(_ id: Reminder.ID, _ db: any SQLConnection) throws {
///   try Reminder.find(id).update { $0.isCompleted = true }.execute(db)
/// }
/// ```
///
/// Tables, indexes and views are defined with the same calls too:
///
/// ```swift
/// try db.create(table: "reminders") { t in
///   t.autoIncrementedPrimaryKey("id")
///   t.column("title", .text).notNull()
/// }
/// ```
///
/// Rows are decoded by code that is compiled once for all types. A function that takes the
/// connection of one database decodes many rows faster.
public protocol SQLConnection: DefinitionConnection {
  /// The dialect of the connection's SQL, for text that is written by hand.
  var dialect: Dialect { get }

  /// Runs SQL text unchanged: one statement, or several.
  ///
  /// - Throws: `DatabaseError`, or `PostgresError`.
  func execute(sql: String) throws

  /// Returns all rows of a query.
  func _rows<Shape: RowShape>(of query: QueryFragment, as shape: Shape.Type, isText: Bool) throws
    -> [Shape.Row]

  /// Returns the first row of a query.
  func _firstRow<Shape: RowShape>(
    of query: QueryFragment,
    as shape: Shape.Type,
    isText: Bool
  ) throws -> Shape.Row?

  /// Runs a statement that returns nothing.
  func _run(_ statement: some TypedSQL.Statement<()>) throws

  /// Runs an insert of a given number of rows, and decodes the rows that it returns.
  func _writtenRows<Shape: RowShape>(
    by statement: some TypedSQL.Statement,
    count: Int,
    as shape: Shape.Type
  ) throws -> [Shape.Row]
}

extension SQLConnection {
  /// Inserts records and drafts of any tables.
  ///
  /// ```swift
  /// try db.seed {
  ///   RemindersList(id: 1, title: "Personal")
  ///   for title in ["Groceries", "Haircut"] {
  ///     Reminder.Draft(remindersListID: 1, title: title)
  ///   }
  /// }
  /// ```
  ///
  /// Consecutive values of one type become one statement.
  ///
  /// - Parameter build: Lists the records.
  /// - Throws: `DatabaseError` or `PostgresError` if a row violates a constraint; outside of a
  ///   transaction, rows of statements before it stay.
  public func seed(@SeedsBuilder _ build: () throws -> [Seeds.Batch]) throws {
    for statement in try Seeds(build) { try statement.execute(self) }
  }
}

extension Database: SQLConnection {
  /// The dialect of SQLite.
  public var dialect: Dialect { .sqlite }

  /// Runs SQL text unchanged: one statement, or several.
  ///
  /// - Throws: `DatabaseError`.
  public func execute(sql: String) throws { try execute(sql: sql, arguments: []) }

  /// Returns all rows of a query.
  public func _rows<Shape: RowShape>(
    of query: QueryFragment,
    as shape: Shape.Type,
    isText: Bool
  ) throws -> [Shape.Row] { try rows(of: query, as: shape, isText: isText) }

  /// Returns the first row of a query.
  public func _firstRow<Shape: RowShape>(
    of query: QueryFragment,
    as shape: Shape.Type,
    isText: Bool
  ) throws -> Shape.Row? { try firstRow(of: query, as: shape, isText: isText) }

  /// Runs a statement that returns nothing.
  public func _run(_ statement: some TypedSQL.Statement<()>) throws { try run(statement) }

  /// Runs an insert of a given number of rows, and decodes the rows that it returns.
  public func _writtenRows<Shape: RowShape>(
    by statement: some TypedSQL.Statement,
    count: Int,
    as shape: Shape.Type
  ) throws -> [Shape.Row] { try writtenRows(by: statement, count: count, as: shape) }
}

extension PostgresConnection: SQLConnection {
  /// The dialect of PostgreSQL.
  public var dialect: Dialect { .postgres }

  /// Runs SQL text unchanged: one statement, or several.
  ///
  /// - Throws: `PostgresError`.
  public func execute(sql: String) throws { try execute(script: sql) }

  /// Returns all rows of a query.
  public func _rows<Shape: RowShape>(
    of query: QueryFragment,
    as shape: Shape.Type,
    isText: Bool
  ) throws -> [Shape.Row] { try rows(of: query, as: shape, isText: isText) }

  /// Returns the first row of a query.
  public func _firstRow<Shape: RowShape>(
    of query: QueryFragment,
    as shape: Shape.Type,
    isText: Bool
  ) throws -> Shape.Row? { try firstRow(of: query, as: shape, isText: isText) }

  /// Runs a statement that returns nothing.
  public func _run(_ statement: some TypedSQL.Statement<()>) throws { try statement.execute(self) }

  /// Runs an insert of a given number of rows, and decodes the rows that it returns.
  public func _writtenRows<Shape: RowShape>(
    by statement: some TypedSQL.Statement,
    count: Int,
    as shape: Shape.Type
  ) throws -> [Shape.Row] { try writtenRows(by: statement, count: count, as: shape) }
}
