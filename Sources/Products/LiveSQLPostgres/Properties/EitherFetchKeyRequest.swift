public import LiveQueries
package import PostgreSQLLive
public import SQLQueries
public import SQLiteDatabase
package import SchemaDefinitions
package import TypedSQL

/// A request for several related results on either database, all from the same snapshot.
///
/// ```swift
/// struct Reminders: EitherFetchKeyRequest {
///   struct Value {
///     var completedReminders: [Reminder] = []
///     var remindersCount = 0
///   }
///   func fetch(_ db: any SQLConnection) throws -> Value {
///     try Value(
///       completedReminders: Reminder.where(\.isCompleted).fetchAll(db),
///       remindersCount: Reminder.fetchCount(db)
///     )
///   }
/// }
///
/// @Fetch(Reminders(), database: database) var reminders = Reminders.Value()
/// ```
///
/// It is fetched again when a commit touches a table that its queries read.
public protocol EitherFetchKeyRequest<Value>: FetchKeyRequest {
  /// Fetches the value; it may only read.
  func fetch(_ db: any SQLConnection) throws -> Value
}

extension EitherFetchKeyRequest {
  /// Fetches the value from SQLite.
  public func fetch(_ db: Database) throws -> Value {
    let connection: any SQLConnection = db
    return try fetch(connection)
  }
}

/// A reader is a connection for requests on either database.
///
/// It records what they read, to determine which commits affect them.
extension PostgresSnapshotReader: SQLConnection {
  package var dialect: Dialect { .postgres }

  package static var _sendsAllRows: Bool { true }

  package func execute(sql: String) throws { throw PostgresRequestError.text }

  package func _rows<Shape: RowShape>(
    of query: QueryFragment,
    as shape: Shape.Type,
    isText: Bool
  ) throws -> [Shape.Row] {
    try noting(query) { db in try db.rows(of: query, as: shape, isText: isText) }
  }

  package func _firstRow<Shape: RowShape>(
    of query: QueryFragment,
    as shape: Shape.Type,
    isText: Bool
  ) throws -> Shape.Row? {
    try noting(query) { db in try db.firstRow(of: query, as: shape, isText: isText) }
  }

  package func _run(_ statement: some TypedSQL.Statement<()>) throws {
    throw PostgresRequestError.writing
  }

  package func _writtenRows<Shape: RowShape>(
    by statement: some TypedSQL.Statement,
    count: Int,
    as shape: Shape.Type
  ) throws -> [Shape.Row] { throw PostgresRequestError.writing }
}

extension PostgresSnapshotReader: DefiningConnection {
  package var definitionTarget: any DefinitionTarget {
    get throws { throw PostgresRequestError.writing }
  }
}

extension PostgresRequestError {
  static var writing: Self { Self("A live query can only read. Pass a SELECT.") }

  fileprivate static var text: Self {
    Self("A live query can only read. Fetch SQL text with #sql, like typed statements.")
  }
}
