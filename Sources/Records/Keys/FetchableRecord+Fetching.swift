public import SQLiteDatabase

extension FetchableRecord {
  /// A record for each row of a query.
  ///
  /// ```swift
  /// let items = try Item.fetchAll(db, sql: "SELECT * FROM item WHERE quantity > ?", arguments: [3])
  /// ```
  ///
  /// - Throws: ``DatabaseError``; ``DecodingFailure`` for a row that does not fit.
  public static func fetchAll(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> [Self] {
    let statement = try db.cachedStatement(sql: sql)
    try statement.setArguments(arguments)
    return try statement.allRecords(Self.self)
  }

  /// A record of the first row of a query; no `LIMIT` is added.
  ///
  /// - Throws: ``DatabaseError``; ``DecodingFailure`` for a row that does not fit.
  public static func fetchOne(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> Self? {
    let statement = try db.cachedStatement(sql: sql)
    try statement.setArguments(arguments)
    return try statement.firstRecord(Self.self)
  }

  /// A record for each row of a query, fetched one by one.
  ///
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` for a row that does not fit.
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
  /// A record for each row of a query, equal ones once.
  ///
  /// - Throws: ``DatabaseError``; ``DecodingFailure`` for a row that does not fit.
  public static func fetchSet(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> Set<Self> {
    try Set(fetchAll(db, sql: sql, arguments: arguments))
  }
}

extension FetchableRecord where Self: TableRecord {
  /// A record for each row of the table.
  ///
  /// - Throws: ``DatabaseError``; ``DecodingFailure`` for a row that does not fit.
  public static func fetchAll(_ db: Database) throws -> [Self] {
    try db.recordPlan(Self.self).selectAll(db).allRecords(Self.self)
  }

  /// A record of the table's first row.
  ///
  /// - Throws: ``DatabaseError``; ``DecodingFailure`` for a row that does not fit.
  public static func fetchOne(_ db: Database) throws -> Self? {
    try db.recordPlan(Self.self).selectAll(db).firstRecord(Self.self)
  }

  /// A record for each row of the table, fetched one by one.
  ///
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` for a row that does not fit.
  public static func fetchCursor(_ db: Database) throws -> DatabaseCursor<Self> {
    try db.recordPlan(Self.self).selectAll(db).recordCursor(Self.self)
  }
}

extension FetchableRecord where Self: TableRecord & Hashable {
  /// A record for each row of the table, equal ones once.
  ///
  /// - Throws: ``DatabaseError``; ``DecodingFailure`` for a row that does not fit.
  public static func fetchSet(_ db: Database) throws -> Set<Self> { try Set(fetchAll(db)) }
}
