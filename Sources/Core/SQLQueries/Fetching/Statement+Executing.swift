public import TypedSQL

extension TypedSQL.Statement where QueryValue == () {
  /// Runs the statement.
  ///
  /// An empty statement, such as an insertion of no rows, is not run. On SQLite, text may hold
  /// several statements. On PostgreSQL it blocks until the server has answered, and in a
  /// transaction an error aborts the transaction.
  ///
  /// All inserted rows are written, or none. On SQLite they go, however many, through one prepared
  /// statement for each row shape, several in a savepoint. To a server of PostgreSQL many rows are
  /// copied, or sent in a pipeline.
  ///
  /// ```swift
  /// try database.write { db in try Reminder.find(1).delete().execute(db) }
  /// // DELETE FROM "reminders" WHERE (("reminders"."id") IN ((1)))
  /// ```
  ///
  /// - Throws: `DatabaseError` or `PostgresError`.
  @inlinable
  public func execute<Connection: SQLConnection>(_ db: Connection) throws { try db._run(self) }
}
