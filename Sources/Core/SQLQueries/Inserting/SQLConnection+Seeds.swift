public import TypedSQL

extension SQLConnection {
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
  /// - Throws: `DatabaseError` or `PostgresError` if a row violates a constraint; outside of a
  ///   transaction, rows of statements before it stay.
  public func seed(@SeedsBuilder _ build: () throws -> [Seeds.Batch]) throws {
    for statement in try Seeds(build) { try statement.execute(self) }
  }
}
