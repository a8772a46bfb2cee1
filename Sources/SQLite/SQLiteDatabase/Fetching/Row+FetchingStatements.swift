public import DatabaseTypes

// Fetching from a compiled statement.

extension Row {
  /// Returns a cursor over the rows of a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; by default, those that were set before.
  /// - Throws: ``DatabaseError``.
  public static func fetchCursor(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil
  ) throws -> DatabaseCursor<Row> {
    try statement.set(arguments)
    return try DatabaseCursor(bound: statement) { try $0.copyRow() }
  }

  /// Fetches all rows of a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; by default, those that were set before.
  /// - Throws: ``DatabaseError``.
  public static func fetchAll(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil
  ) throws -> [Row] {
    try statement.set(arguments)
    return try statement.allRows { try $0.copyRow() }
  }

  /// Fetches the set of all rows of a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; by default, those that were set before.
  /// - Throws: ``DatabaseError``.
  public static func fetchSet(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil
  ) throws -> Set<Row> {
    try Set(fetchAll(statement, arguments: arguments))
  }

  /// Fetches the first row of a statement; one that writes is run to its end nevertheless.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; by default, those that were set before.
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
  /// Returns a cursor over the values in the first column of a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; by default, those that were set before.
  /// - Throws: ``DatabaseError``. The cursor throws ``DecodingFailure`` for a value of another
  ///   type.
  @_disfavoredOverload  // A type that is also a record is decoded from whole rows.
  public static func fetchCursor(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil
  ) throws -> DatabaseCursor<Self> {
    try statement.set(arguments)
    return try DatabaseCursor(bound: statement) { try CurrentRow($0).decode(at: 0) }
  }

  /// Fetches the values in the first column of a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; by default, those that were set before.
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value of another type.
  @_disfavoredOverload  // As above.
  public static func fetchAll(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil
  ) throws -> [Self] {
    try statement.set(arguments)
    return try statement.allRows { try CurrentRow($0).decode(at: 0) }
  }

  /// Fetches the first column of a statement's first row; `nil` if there is no row or it is NULL.
  ///
  /// - Parameters:
  ///   - statement: The statement; one that writes is run to its end nevertheless.
  ///   - arguments: Values for all parameters; by default, those that were set before.
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
  /// Fetches the distinct values in the first column of a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; by default, those that were set before.
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value of another type.
  @_disfavoredOverload  // As above.
  public static func fetchSet(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil
  ) throws -> Set<Self> { Set(try fetchAll(statement, arguments: arguments)) }
}
