public import PostgreSQL
public import TypedSQL

extension TypedSQL.Statement where QueryValue == () {
  /// Runs the statement.
  ///
  /// An empty one, such as an insertion of no rows, is not run. Rows that are inserted go to the server in one
  /// transaction: all of them, or none. Many of them are copied, or sent one after the other without waiting.
  ///
  /// ```swift
  /// try Reminder.find(1).delete().execute(connection)
  /// // DELETE FROM "reminders" WHERE (("reminders"."id") IN (($1)))
  /// ```
  ///
  /// It blocks until the server has answered. In a transaction, an error aborts that.
  ///
  /// - Throws: ``PostgresError``.
  @inlinable
  public func execute(_ db: PostgresConnection) throws {
    if let count = _rowCount { return try db.writeRows(of: self, count: count) }
    try db.run(query)
  }
}
