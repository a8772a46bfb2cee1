public import DatabaseTypes
public import SQLiteDatabase
public import TypedSQL

extension SelectStatement {
  /// Returns the number of rows.
  ///
  /// ```swift
  /// let count = try database.read { db in try Reminder.where(\.isCompleted).fetchCount(db) }
  /// // SELECT count(*) FROM "reminders" WHERE ("reminders"."isCompleted")
  /// ```
  ///
  /// - Throws: ``DatabaseError``.
  public func fetchCount(_ db: Database) throws -> Int {
    guard let statement = try db.statement(binding: _queryOfCount) else { return 0 }
    return try statement.decodeFirst(ValueRow<Int>.self) ?? 0
  }
}

extension SelectStatement where QueryValue == (), From: PrimaryKeyedTable, Joins == () {
  /// Returns the row with a key.
  ///
  /// ```swift
  /// let reminder = try database.read { db in
  ///   try Reminder.where { !$0.isDeleted }.find(db, key: 1)
  /// }
  /// ```
  ///
  /// - Throws: ``NotFound``; ``DatabaseError``, or ``DecodingFailure`` if a value does not fit the
  ///   column's type.
  @inlinable
  public func find(
    _ db: Database,
    key primaryKey: From.PrimaryKey.QueryOutput
  ) throws -> From.QueryOutput {
    let query = _query(ofKey: From.PrimaryKey(queryOutput: primaryKey).queryFragment)
    guard let statement = try db.statement(binding: query),
      let row = try statement.decodeFirst(ValueRow<From>.self)
    else { throw NotFound(table: From.tableName) }
    return row
  }
}
