public import SQLiteDatabase
public import TypedSQL

/// The rows of a query, fetched one by one.
///
/// ```swift
/// try database.read { db in
///   let reminders = try Reminder.where(\.isCompleted).fetchCursor(db)
///   while let reminder = try reminders.next() { print(reminder.title) }
/// }
/// ```
public typealias QueryCursor<Element> = DatabaseCursor<Element>

extension DatabaseCursor {
  /// The rows of a statement whose values are bound; without a statement none.
  @inlinable
  convenience init<each Value: QueryRepresentable>(
    _ statement: PreparedStatement?,
    as values: repeat (each Value).Type,
    isText: Bool = false,
    decode: @escaping (inout SQLiteQueryDecoder) throws -> Element
  ) throws {
    try statement?.check(repeat each values, isText: isText)
    try self.init(bound: statement) { statement in try statement.decodeRow(decode) }
  }
}
