public import DatabaseTypes

extension Row {
  /// Returns a cursor over the rows of a query.
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

  /// Fetches all rows of a query.
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

  /// Fetches the set of all rows of a query.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  /// - Throws: ``DatabaseError``.
  public static func fetchSet(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> Set<Row> {
    try Set(fetchAll(db, sql: sql, arguments: arguments))
  }

  /// Fetches the first row of a query.
  ///
  /// A statement that writes is run to its end nevertheless.
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
  /// Returns a cursor over the values in the first column of a query.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  /// - Throws: ``DatabaseError``. The cursor throws ``DecodingFailure`` for a value of another
  ///   type.
  @_disfavoredOverload  // A type that is also a record is decoded from whole rows.
  @inlinable
  public static func fetchCursor(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> DatabaseCursor<Self> {
    try DatabaseCursor(db.cachedStatement(sql: sql), arguments: arguments) { try $0.decode(at: 0) }
  }

  /// Fetches the values in the first column of a query.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value of another type.
  @_disfavoredOverload  // A type that is also a record is decoded from whole rows.
  @inlinable
  public static func fetchAll(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> [Self] {
    try Array(fetchCursor(db, sql: sql, arguments: arguments))
  }

  /// Fetches the first column of a query's first row; `nil` if there is no row or the value is
  /// NULL.
  ///
  /// For a type that can represent NULL, such as `DatabaseValue` or an optional, NULL in an
  /// existing row results in `.some(.null)`.
  ///
  /// A statement that writes is run to its end nevertheless.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value of another type.
  @_disfavoredOverload  // A type that is also a record is decoded from whole rows.
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
  /// NULL as a value of the type; `nil` if the type cannot represent it.
  @usableFromInline
  package static var nullValue: Self? { try? Self(databaseValue: .null) }
}

extension DatabaseValueConvertible where Self: Hashable {
  /// Fetches the distinct values in the first column of a query.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value of another type.
  @_disfavoredOverload  // A type that is also a record is decoded from whole rows.
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
