public import PostgreSQL
public import TypedSQL

extension PostgresConnection {
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
  /// Consecutive values of one type become one statement. It blocks until the server has answered.
  ///
  /// - Parameter build: Lists the records.
  /// - Throws: ``PostgresError`` if a row violates a constraint; outside of a transaction, rows of
  ///   statements before it stay.
  public func seed(@SeedsBuilder _ build: () throws -> [Seeds.Batch]) throws {
    for statement in try Seeds(build) { try statement.execute(self) }
  }
}
