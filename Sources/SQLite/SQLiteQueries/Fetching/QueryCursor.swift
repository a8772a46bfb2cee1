public import SQLiteDatabase

/// A cursor over the rows of a query, which fetches them one at a time.
///
/// ```swift
/// try database.read { db in
///   let reminders = try Reminder.where(\.isCompleted).fetchCursor(db)
///   while let reminder = try reminders.next() { print(reminder.title) }
/// }
/// ```
public typealias QueryCursor<Element> = DatabaseCursor<Element>
