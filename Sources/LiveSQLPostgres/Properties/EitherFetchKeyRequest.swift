public import LiveQueries
package import PostgreSQLLive
public import SQLiteDatabase
package import TypedSQL

/// Several queries whose results belong together, on either database: all are read at one moment.
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

/// A moment, for requests of either database: what they read is noted, so that it is known which commits touch it.
extension PostgresSnapshotReader: SQLConnection {
  package var dialect: Dialect { .postgres }

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

extension PostgresRequestError {
  static var writing: Self { Self("A live query may only read.") }

  fileprivate static var text: Self {
    Self("A live query may only read: fetch text with #sql, as typed statements are fetched.")
  }
}
