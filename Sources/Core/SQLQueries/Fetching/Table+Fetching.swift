public import DatabaseTypes
public import TypedSQL

extension Table {
  /// Returns all rows of the table, or of its default scope.
  ///
  /// ```swift
  /// let reminders = try database.read { db in try Reminder.fetchAll(db) }
  /// // SELECT "reminders"."id", … FROM "reminders"
  /// ```
  ///
  /// - Throws: `DatabaseError` or `PostgresError`; `DecodingFailure` if a value does not fit the
  ///   column's type.
  @inlinable
  public static func fetchAll<Connection: SQLConnection>(_ db: Connection) throws -> [QueryOutput] {
    try all.asSelect().fetchAll(db)
  }

  /// Returns the first row of the table, or of its default scope.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`; `DecodingFailure` if a value does not fit the
  ///   column's type.
  @inlinable
  public static func fetchOne<Connection: SQLConnection>(_ db: Connection) throws -> QueryOutput? {
    try all.asSelect().fetchOne(db)
  }

  /// Returns the number of rows of the table, or of its default scope.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`.
  @inlinable
  public static func fetchCount<Connection: SQLConnection>(_ db: Connection) throws -> Int {
    try all.fetchCount(db)
  }
}

extension PrimaryKeyedTable {
  /// Returns the row with a key.
  ///
  /// ```swift
  /// let reminder = try database.read { db in try Reminder.find(db, key: 1) }
  /// // SELECT … FROM "reminders" WHERE (("reminders"."id") IN ((1)))
  /// ```
  ///
  /// - Throws: ``NotFound``; `DatabaseError` or `PostgresError`; `DecodingFailure` if a value does
  ///   not fit the column's type.
  @inlinable
  public static func find<Connection: SQLConnection>(
    _ db: Connection,
    key primaryKey: PrimaryKey.QueryOutput
  ) throws -> QueryOutput {
    guard let row = try db._row(of: Self.self, withKey: primaryKey) else {
      throw NotFound(table: tableName)
    }
    return row
  }
}
