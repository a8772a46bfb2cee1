public import SQLiteDatabase

// The same methods for a statement that has been compiled before.

extension FetchableRecord {
  /// Returns a record for each row of a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  /// - Throws: ``DatabaseError``; ``DecodingFailure`` if a row does not fit.
  public static func fetchAll(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil
  ) throws -> [Self] {
    try statement.set(arguments)
    return try statement.allRecords(Self.self)
  }

  /// Returns a record of the first row of a statement; one that writes is still run to its end.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  /// - Throws: ``DatabaseError``; ``DecodingFailure`` if a row does not fit.
  public static func fetchOne(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil
  ) throws -> Self? {
    try statement.set(arguments)
    return try statement.firstRecord(Self.self)
  }

  /// Returns a cursor over the records of a statement, which fetches them one at a time.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` if a row does not fit.
  public static func fetchCursor(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil
  ) throws -> DatabaseCursor<Self> {
    try statement.set(arguments)
    return try statement.recordCursor(Self.self)
  }
}

extension FetchableRecord where Self: Hashable {
  /// Returns the set of the records of a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  /// - Throws: ``DatabaseError``; ``DecodingFailure`` if a row does not fit.
  public static func fetchSet(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil
  ) throws -> Set<Self> { try Set(fetchAll(statement, arguments: arguments)) }
}
