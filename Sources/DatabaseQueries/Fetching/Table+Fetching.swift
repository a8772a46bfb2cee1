public import DatabaseTypes
public import SQLiteDatabase
public import TypedSQL

extension Table {
  /// All rows of the table, or of its default scope.
  ///
  /// ```swift
  /// let reminders = try database.read { db in try Reminder.fetchAll(db) }
  /// // SELECT "reminders"."id", … FROM "reminders"
  /// ```
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of the column's type.
  @inlinable
  public static func fetchAll(_ db: Database) throws -> [QueryOutput] {
    try all.asSelect().fetchAll(db)
  }

  /// The first row of the table, or of its default scope.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of the column's type.
  @inlinable
  public static func fetchOne(_ db: Database) throws -> QueryOutput? {
    try all.asSelect().fetchOne(db)
  }

  /// How many rows the table has, or its default scope.
  ///
  /// - Throws: ``DatabaseError``.
  @inlinable
  public static func fetchCount(_ db: Database) throws -> Int { try all.fetchCount(db) }

  /// The rows of the table, or of its default scope, fetched one by one.
  ///
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` for a value that is not of the column's type.
  @inlinable
  public static func fetchCursor(_ db: Database) throws -> QueryCursor<QueryOutput> {
    try all.asSelect().fetchCursor(db)
  }
}

extension PrimaryKeyedTable {
  /// The row with a key.
  ///
  /// ```swift
  /// let reminder = try database.read { db in try Reminder.find(db, key: 1) }
  /// // SELECT … FROM "reminders" WHERE (("reminders"."id") IN ((1)))
  /// ```
  ///
  /// - Throws: ``NotFound``; ``DatabaseError``, or ``DecodingFailure`` for a value that is not of the column's type.
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
  /// The rows of the table, or of its default scope, read while a task iterates over them.
  public static func rows(in database: any DatabaseReader) -> DatabaseRows<QueryOutput> {
    all.asSelect().rows(in: database)
  }
}
