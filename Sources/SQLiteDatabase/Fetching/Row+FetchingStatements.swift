public import DatabaseTypes

// The same of a statement that was compiled before.

extension Row {
  /// The rows of a statement, fetched one by one.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  /// - Throws: ``DatabaseError``.
  public static func fetchCursor(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil
  ) throws -> DatabaseCursor<Row> {
    try statement.set(arguments)
    return try DatabaseCursor(bound: statement) { try $0.copyRow() }
  }

  /// All rows of a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  /// - Throws: ``DatabaseError``.
  public static func fetchAll(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil
  ) throws -> [Row] {
    try statement.set(arguments)
    return try statement.allRows { try $0.copyRow() }
  }

  /// The first row of a statement; one that writes is run to its end all the same.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  /// - Throws: ``DatabaseError``.
  public static func fetchOne(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil
  ) throws -> Row? {
    try statement.set(arguments)
    return try statement.firstRow { try $0.copyRow() }
  }
}

extension DatabaseValueConvertible {
  /// The values of the first column of a statement, fetched one by one.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` for a value of another type.
  @_disfavoredOverload  // A type that is a record too is made of whole rows.
  public static func fetchCursor(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil
  ) throws -> DatabaseCursor<Self> {
    try statement.set(arguments)
    return try DatabaseCursor(bound: statement) { try CurrentRow($0).decode(at: 0) }
  }

  /// The values of the first column of a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value of another type.
  @_disfavoredOverload  // As above.
  public static func fetchAll(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil
  ) throws -> [Self] {
    try statement.set(arguments)
    return try statement.allRows { try CurrentRow($0).decode(at: 0) }
  }

  /// The value of the first column of a statement's first row; `nil` without a row, or where it is NULL.
  ///
  /// - Parameters:
  ///   - statement: The statement; one that writes is run to its end all the same.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value of another type.
  @_disfavoredOverload  // As above.
  public static func fetchOne(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil
  ) throws -> Self? {
    try statement.set(arguments)
    return try statement.firstRow { try CurrentRow($0).decode(Self?.self, at: 0) ?? nullValue }
      ?? nil
  }
}

extension DatabaseValueConvertible where Self: Hashable {
  /// The values of the first column of a statement, each once.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value of another type.
  @_disfavoredOverload  // As above.
  public static func fetchSet(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil
  ) throws -> Set<Self> { Set(try fetchAll(statement, arguments: arguments)) }
}
