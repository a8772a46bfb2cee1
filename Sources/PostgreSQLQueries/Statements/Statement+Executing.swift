public import PostgreSQL
public import TypedSQL

extension TypedSQL.Statement where QueryValue == () {
  /// Runs the statement.
  ///
  /// An empty statement, such as an insert of no rows, is not run. Inserted rows are sent to the
  /// server in one transaction: all of them or none. Many rows are copied, or sent in a pipeline.
  ///
  /// ```swift
  /// try Reminder.find(1).delete().execute(connection)
  /// // DELETE FROM "reminders" WHERE (("reminders"."id") IN (($1)))
  /// ```
  ///
  /// It blocks until the server has answered. In a transaction, an error aborts the transaction.
  ///
  /// - Throws: ``PostgresError``.
  @inlinable
  public func execute(_ db: PostgresConnection) throws {
    if let count = _rowCount { return try db.writeRows(of: self, count: count) }
    try db.run(query)
  }
}
