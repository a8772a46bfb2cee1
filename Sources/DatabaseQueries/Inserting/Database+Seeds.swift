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
  /// Consecutive values of one type make one statement.
  ///
  /// - Parameter build: Gives the records.
  /// - Throws: ``DatabaseError`` where a row breaks a constraint; what was inserted before stays.
  public func seed(@SeedsBuilder _ build: () throws -> [Seeds.Batch]) throws {
    for statement in try Seeds(build) { try statement.execute(self) }
  }
}
