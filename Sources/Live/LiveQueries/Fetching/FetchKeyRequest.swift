public import SQLiteDatabase

/// A request of several queries that belong together, all read in one snapshot.
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
/// It is fetched again when a commit touches a table or column that its queries read. Equal
/// requests on one database share one live query.
public protocol FetchKeyRequest<Value>: Hashable, Sendable {
  /// The type of the result. If it is `Equatable`, a value equal to the previous one is not
  /// published.
  associatedtype Value: Sendable

  /// Fetches the value; it may only read.
  func fetch(_ db: Database) throws -> Value
}
