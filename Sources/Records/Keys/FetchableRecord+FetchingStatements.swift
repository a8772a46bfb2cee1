public import SQLiteDatabase

// The same of a statement that was compiled before.

extension FetchableRecord {
  /// A record for each row of a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  /// - Throws: ``DatabaseError``; ``DecodingFailure`` for a row that does not fit.
  public static func fetchAll(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil
  ) throws -> [Self] {
    try statement.set(arguments)
    return try statement.allRecords(Self.self)
  }

  /// A record of the first row of a statement; one that writes is run to its end all the same.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  /// - Throws: ``DatabaseError``; ``DecodingFailure`` for a row that does not fit.
  public static func fetchOne(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil
  ) throws -> Self? {
    try statement.set(arguments)
    return try statement.firstRecord(Self.self)
  }

  /// A record for each row of a statement, fetched one by one.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` for a row that does not fit.
  public static func fetchCursor(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil
  ) throws -> DatabaseCursor<Self> {
    try statement.set(arguments)
    return try statement.recordCursor(Self.self)
  }
}

extension FetchableRecord where Self: Hashable {
  /// A record for each row of a statement, equal ones once.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  /// - Throws: ``DatabaseError``; ``DecodingFailure`` for a row that does not fit.
  public static func fetchSet(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil
  ) throws -> Set<Self> { try Set(fetchAll(statement, arguments: arguments)) }
}
