public import DatabaseTypes
public import SQLiteDatabase
public import TypedSQL

extension Table {
  /// Returns all rows of the table, or of its default scope.
  ///
  /// ```swift
  /// let reminders = try database.read { db in try Reminder.fetchAll(db) }
  /// // SELECT "reminders"."id", … FROM "reminders"
  /// ```
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` if a value does not fit the column's type.
  @inlinable
  public static func fetchAll(_ db: Database) throws -> [QueryOutput] {
    try all.asSelect().fetchAll(db)
  }

  /// Returns the first row of the table, or of its default scope.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` if a value does not fit the column's type.
  @inlinable
  public static func fetchOne(_ db: Database) throws -> QueryOutput? {
    try all.asSelect().fetchOne(db)
  }

  /// Returns the number of rows of the table, or of its default scope.
  ///
  /// - Throws: ``DatabaseError``.
  @inlinable
  public static func fetchCount(_ db: Database) throws -> Int { try all.fetchCount(db) }

  /// Returns a cursor over the rows of the table, or of its default scope.
  ///
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` if a value does not fit the
  ///   column's type.
  @inlinable
  public static func fetchCursor(_ db: Database) throws -> QueryCursor<QueryOutput> {
    try all.asSelect().fetchCursor(db)
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
  /// - Throws: ``NotFound``; ``DatabaseError``, or ``DecodingFailure`` if a value does not fit the
  ///   column's type.
  @inlinable
  public static func find(
    _ db: Database,
    key primaryKey: PrimaryKey.QueryOutput
  ) throws -> QueryOutput {
    let all = all
    guard let scope = all as? Where<Self>, scope._selectsAll,
      let statement = try db.lookup(Self.self)
    else { return try all.find(db, key: primaryKey) }
    var encoder = SQLiteQueryEncoder(statement)
    encoder.encode(primaryKey, as: PrimaryKey.self)
    if let failure = encoder.failure { throw failure }
    guard let row = try statement.decodeFirst(ValueRow<Self>.self) else {
      throw NotFound(table: tableName)
    }
    return row
  }
}

extension Table where QueryOutput: Sendable {
  /// Returns an asynchronous sequence of the rows of the table, or of its default scope.
  ///
  /// It reads the rows during iteration.
  public static func rows(in database: any DatabaseReader) -> DatabaseRows<QueryOutput> {
    all.asSelect().rows(in: database)
  }
}
