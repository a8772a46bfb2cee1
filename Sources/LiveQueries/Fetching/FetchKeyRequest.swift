public import SQLiteDatabase

/// Several queries whose results belong together: all are read at one moment.
///
/// ```swift
/// struct Reminders: FetchKeyRequest {
///   struct Value {
///     var completedReminders: [Reminder] = []
///     var remindersCount = 0
///   }
///   func fetch(_ db: Database) throws -> Value {
///     try Value(
///       completedReminders: Reminder.where(\.isCompleted).fetchAll(db),
///       remindersCount: Reminder.fetchCount(db)
///     )
///   }
/// }
///
/// @Fetch(Reminders()) var reminders = Reminders.Value()
/// ```
///
/// It is fetched again when a commit touches a table or column that its queries read. Equal requests in one database are
/// one live query.
public protocol FetchKeyRequest<Value>: Hashable, Sendable {
  /// What is fetched. Where it is `Equatable`, a value that equals the one before is not published.
  associatedtype Value: Sendable

  /// Fetches the value; it may only read.
  func fetch(_ db: Database) throws -> Value
}
