public import SQLiteDatabase

/// The rows of a query, fetched one by one.
///
/// ```swift
/// try database.read { db in
///   let reminders = try Reminder.where(\.isCompleted).fetchCursor(db)
///   while let reminder = try reminders.next() { print(reminder.title) }
/// }
/// ```
public typealias QueryCursor<Element> = DatabaseCursor<Element>
