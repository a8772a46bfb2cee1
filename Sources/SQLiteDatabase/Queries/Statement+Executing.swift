public import TypedSQL

extension TypedSQL.Statement where QueryValue == () {
  /// Runs the statement.
  ///
  /// An empty one, such as an insertion of no rows, is not run. SQL text may hold several statements.
  ///
  /// ```swift
  /// try database.write { db in try Reminder.find(1).delete().execute(db) }
  /// // DELETE FROM "reminders" WHERE (("reminders"."id") IN ((1)))
  /// ```
  ///
  /// - Throws: ``DatabaseError``.
  @inlinable
  public func execute(_ db: Database) throws { try db.execute(query) }
}
