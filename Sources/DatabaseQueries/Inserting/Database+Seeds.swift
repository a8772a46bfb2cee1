public import SQLiteDatabase
public import TypedSQL

extension Database {
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
  /// - Throws: ``DatabaseError`` if a row violates a constraint; rows that were inserted before it
  ///   stay.
  public func seed(@SeedsBuilder _ build: () throws -> [Seeds.Batch]) throws {
    for statement in try Seeds(build) { try statement.execute(self) }
  }
}
