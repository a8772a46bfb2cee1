public import SQLQueries
public import SQLiteDatabase

extension FetchableRecord {
  /// Returns a record for each row of a query.
  ///
  /// ```swift
  /// let items = try Item.fetchAll(
  ///   db, sql: "SELECT * FROM item WHERE quantity > ?", arguments: [3])
  /// ```
  ///
  /// - Throws: ``DatabaseError``; ``DecodingFailure`` if a row does not fit.
  public static func fetchAll(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> [Self] {
    let statement = try db.cachedStatement(sql: sql)
    try statement.setArguments(arguments)
    return try statement.allRecords(Self.self)
  }

  /// Returns a record of the first row of a query, to which no `LIMIT` is added.
  ///
  /// - Throws: ``DatabaseError``; ``DecodingFailure`` if a row does not fit.
  public static func fetchOne(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> Self? {
    let statement = try db.cachedStatement(sql: sql)
    try statement.setArguments(arguments)
    return try statement.firstRecord(Self.self)
  }

  /// Returns a cursor over the records of a query, which fetches them one at a time.
  ///
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` if a row does not fit.
  public static func fetchCursor(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> DatabaseCursor<Self> {
    let statement = try db.cachedStatement(sql: sql)
    try statement.setArguments(arguments)
    return try statement.recordCursor(Self.self)
  }
}

extension FetchableRecord where Self: Hashable {
  /// Returns the set of the records of a query.
  ///
  /// - Throws: ``DatabaseError``; ``DecodingFailure`` if a row does not fit.
  public static func fetchSet(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> Set<Self> {
    try Set(fetchAll(db, sql: sql, arguments: arguments))
  }
}

extension FetchableRecord where Self: TableRecord {
  /// Returns a record for each row of the table.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`; ``DecodingFailure`` if a row does not fit.
  public static func fetchAll(_ db: some SQLConnection) throws -> [Self] {
    guard let db = db as? Database else { return try all().fetchAll(db) }
    return try db.recordPlan(Self.self).selectAll(db).allRecords(Self.self)
  }

  /// Returns a record of the first row of the table.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`; ``DecodingFailure`` if a row does not fit.
  public static func fetchOne(_ db: some SQLConnection) throws -> Self? {
    guard let db = db as? Database else { return try all().fetchOne(db) }
    return try db.recordPlan(Self.self).selectAll(db).firstRecord(Self.self)
  }

  /// Returns a cursor over the records of the table, which fetches them one at a time.
  ///
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` if a row does not fit.
  public static func fetchCursor(_ db: Database) throws -> DatabaseCursor<Self> {
    try db.recordPlan(Self.self).selectAll(db).recordCursor(Self.self)
  }
}

extension FetchableRecord where Self: TableRecord & Hashable {
  /// Returns the set of the records of the table.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`; ``DecodingFailure`` if a row does not fit.
  public static func fetchSet(_ db: some SQLConnection) throws -> Set<Self> {
    try Set(fetchAll(db))
  }
}
