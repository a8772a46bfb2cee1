public import TypedSQL

/// A connection of a database that runs typed statements.
///
/// It is SQLite's `Database`, or a `PostgresConnection`. Statements, requests for records and
/// definitions have the same calls on each of them:
///
/// ```swift
/// func complete(_ id: Reminder.ID, _ db: any SQLConnection) throws {
///   try Reminder.find(id).update { $0.isCompleted = true }.execute(db)
/// }
///
/// try db.create(table: "reminders") { t in
///   t.autoIncrementedPrimaryKey("id")
///   t.column("title", .text).notNull()
/// }
/// ```
///
/// These calls are written once, and compiled for the types of the connection and of the rows. A
/// function that takes `any SQLConnection` decodes rows by code that is compiled once for all
/// types; one that takes the connection of one database decodes many rows faster.
public protocol SQLConnection: AnyObject, DefinitionConnection {
  /// The dialect of the connection's SQL, for text that is written by hand.
  var dialect: Dialect { get }

  /// Whether the database sends all rows of a query of which only the first is read.
  static var _sendsAllRows: Bool { get }

  /// Runs SQL text unchanged: one statement, or several.
  ///
  /// - Throws: `DatabaseError`, or `PostgresError`.
  func execute(sql: String) throws

  /// Returns all rows of a query.
  ///
  /// - Parameters:
  ///   - query: The query; an empty one has no rows.
  ///   - shape: The shape that rows are decoded as.
  ///   - isText: Whether the query is SQL text, which may select any columns.
  func _rows<Shape: RowShape>(of query: QueryFragment, as shape: Shape.Type, isText: Bool) throws
    -> [Shape.Row]

  /// Returns the first row of a query.
  func _firstRow<Shape: RowShape>(
    of query: QueryFragment,
    as shape: Shape.Type,
    isText: Bool
  ) throws -> Shape.Row?

  /// Returns the first row of a table that meets conditions, which may be a key.
  func _firstRow<From: Table>(of query: Where<From>) throws -> From.QueryOutput?

  /// Returns the row of a table, or of its default scope, with a key.
  func _row<T: PrimaryKeyedTable>(
    of table: T.Type,
    withKey key: T.PrimaryKey.QueryOutput
  ) throws -> T.QueryOutput?

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
  /// Returns the first row of a table that meets conditions.
  @inlinable
  public func _firstRow<From: Table>(of query: Where<From>) throws -> From.QueryOutput? {
    try _firstRow(
      of: Self._sendsAllRows ? query._limitedQuery : query._queryOfFirst,
      as: ValueRow<From>.self,
      isText: false
    )
  }

  /// Returns the row of a table, or of its default scope, with a key.
  @inlinable
  public func _row<T: PrimaryKeyedTable>(
    of table: T.Type,
    withKey key: T.PrimaryKey.QueryOutput
  ) throws -> T.QueryOutput? { try T.all._row(self, withKey: key) }

  /// Returns all rows of a query.
  package func rows<Shape: RowShape>(
    of query: QueryFragment,
    as shape: Shape.Type,
    isText: Bool
  ) throws -> [Shape.Row] { try _rows(of: query, as: shape, isText: isText) }

  /// Returns the first row of a query.
  package func firstRow<Shape: RowShape>(
    of query: QueryFragment,
    as shape: Shape.Type,
    isText: Bool
  ) throws -> Shape.Row? { try _firstRow(of: query, as: shape, isText: isText) }
}
