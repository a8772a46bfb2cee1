public import DatabaseTypes
public import TypedSQL

extension SelectStatement {
  /// Returns the number of rows.
  ///
  /// ```swift
  /// let count = try database.read { db in try Reminder.where(\.isCompleted).fetchCount(db) }
  /// // SELECT count(*) FROM "reminders" WHERE ("reminders"."isCompleted")
  /// ```
  ///
  /// - Throws: `DatabaseError` or `PostgresError`.
  @inlinable
  public func fetchCount<Connection: SQLConnection>(_ db: Connection) throws -> Int {
    try db._firstRow(of: _queryOfCount, as: ValueRow<Int>.self, isText: false) ?? 0
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
  /// - Throws: ``NotFound``; `DatabaseError` or `PostgresError`; `DecodingFailure` if a value does
  ///   not fit the column's type.
  @inlinable
  public func find<Connection: SQLConnection>(
    _ db: Connection,
    key primaryKey: From.PrimaryKey.QueryOutput
  ) throws -> From.QueryOutput {
    guard let row = try _row(db, withKey: primaryKey) else {
      throw NotFound(table: From.tableName)
    }
    return row
  }
}

extension SelectStatement where From: PrimaryKeyedTable {
  /// Returns the row with a key, without columns of other tables.
  @inlinable
  public func _row<Connection: SQLConnection>(
    _ db: Connection,
    withKey key: From.PrimaryKey.QueryOutput
  ) throws -> From.QueryOutput? {
    let query = _query(ofKey: From.PrimaryKey(queryOutput: key).queryFragment)
    return try db._firstRow(of: query, as: ValueRow<From>.self, isText: false)
  }
}
