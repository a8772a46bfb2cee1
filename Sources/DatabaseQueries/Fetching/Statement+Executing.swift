public import SQLiteDatabase
public import TypedSQL

extension TypedSQL.Statement where QueryValue == () {
  /// Runs the statement.
  ///
  /// An empty statement, such as an insertion of no rows, is not run. SQL text may hold several
  /// statements.
  ///
  /// Inserted rows, however many, go through one prepared statement for each row shape. Several
  /// rows are inserted in a savepoint: all of them, or none.
  ///
  /// ```swift
  /// try database.write { db in try Reminder.find(1).delete().execute(db) }
  /// // DELETE FROM "reminders" WHERE (("reminders"."id") IN ((1)))
  /// ```
  ///
  /// - Throws: ``DatabaseError``.
  @inlinable
  public func execute(_ db: Database) throws {
    if let count = _rowCount { return try db.writeRows(of: self, count: count) }
    if let row = _keyedRow { return try db.execute(row) { query } }
    try db.execute(query)
  }
}
