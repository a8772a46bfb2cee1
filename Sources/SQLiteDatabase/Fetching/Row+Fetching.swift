public import DatabaseTypes

extension Row {
  /// The rows of a query, fetched one by one.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  /// - Throws: ``DatabaseError``.
  public static func fetchCursor(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> DatabaseCursor<Row> {
    try DatabaseCursor(db.cachedStatement(sql: sql), arguments: arguments) { try $0.copy() }
  }

  /// All rows of a query.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  /// - Throws: ``DatabaseError``.
  public static func fetchAll(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> [Row] {
    try Array(fetchCursor(db, sql: sql, arguments: arguments))
  }

  /// The first row of a query.
  ///
  /// A statement that writes is run to its end all the same.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  /// - Throws: ``DatabaseError``.
  public static func fetchOne(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> Row? {
    try db.cachedStatement(sql: sql).first(arguments) { try $0.copy() }
  }
}

extension DatabaseValueConvertible {
  /// The values of the first column of a query, fetched one by one.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` for a value of another type.
  @_disfavoredOverload  // A type that is a record too is made of whole rows.
  @inlinable
  public static func fetchCursor(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> DatabaseCursor<Self> {
    try DatabaseCursor(db.cachedStatement(sql: sql), arguments: arguments) { try $0.decode(at: 0) }
  }

  /// The values of the first column of a query.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value of another type.
  @_disfavoredOverload  // A type that is a record too is made of whole rows.
  @inlinable
  public static func fetchAll(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> [Self] {
    try Array(fetchCursor(db, sql: sql, arguments: arguments))
  }

  /// The value of the first column of a query's first row; `nil` without a row, or where it is NULL.
  ///
  /// A type that takes NULL, as `DatabaseValue` and optionals do, tells it from no row: `.some(.null)`.
  ///
  /// A statement that writes is run to its end all the same.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value of another type.
  @_disfavoredOverload  // A type that is a record too is made of whole rows.
  @inlinable
  public static func fetchOne(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> Self? {
    let statement = try db.cachedStatement(sql: sql)
    return try statement.first(arguments) { try $0.decode(Self?.self, at: 0) ?? nullValue } ?? nil
  }
}

extension DatabaseValueConvertible {
  /// What NULL is as a value of the type; `nil` where it is none.
  @usableFromInline
  package static var nullValue: Self? { try? Self(databaseValue: .null) }
}

extension DatabaseValueConvertible where Self: Hashable {
  /// The values of the first column of a query, each once.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value of another type.
  @_disfavoredOverload  // A type that is a record too is made of whole rows.
  public static func fetchSet(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> Set<Self> {
    var values: Set<Self> = []
    try fetchCursor(db, sql: sql, arguments: arguments).forEach { values.insert($0) }
    return values
  }
}
