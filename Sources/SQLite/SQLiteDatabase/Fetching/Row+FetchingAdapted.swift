public import DatabaseTypes

// Fetching the adapted rows of SQL.

extension Row {
  /// Returns a cursor over the adapted rows of a query.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  ///   - adapter: The columns of the statement that a row has, and their names.
  /// - Throws: ``DatabaseError``, or ``RowAdapterError`` if the statement lacks the columns.
  public static func fetchCursor(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    adapter: any RowAdapter
  ) throws -> DatabaseCursor<Row> { try db.adaptedRows(sql, arguments, adapter).cursor { $0 } }

  /// Fetches the adapted rows of a query.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  ///   - adapter: The columns of the statement that a row has, and their names.
  /// - Throws: ``DatabaseError``, or ``RowAdapterError`` if the statement lacks the columns.
  public static func fetchAll(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    adapter: any RowAdapter
  ) throws -> [Row] { try db.adaptedRows(sql, arguments, adapter).all { $0 } }

  /// Fetches the first adapted row of a query, or returns `nil` if there are no rows.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  ///   - adapter: The columns of the statement that a row has, and their names.
  /// - Throws: ``DatabaseError``, or ``RowAdapterError`` if the statement lacks the columns.
  public static func fetchOne(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    adapter: any RowAdapter
  ) throws -> Row? { try db.adaptedRows(sql, arguments, adapter).first { $0 } }

  /// Returns a cursor over the adapted rows of a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; by default, those that were set before.
  ///   - adapter: The columns of the statement that a row has, and their names.
  /// - Throws: ``DatabaseError``, or ``RowAdapterError`` if the statement lacks the columns.
  public static func fetchCursor(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil,
    adapter: any RowAdapter
  ) throws -> DatabaseCursor<Row> { try statement.adaptedRows(arguments, adapter).cursor { $0 } }

  /// Fetches the adapted rows of a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; by default, those that were set before.
  ///   - adapter: The columns of the statement that a row has, and their names.
  /// - Throws: ``DatabaseError``, or ``RowAdapterError`` if the statement lacks the columns.
  public static func fetchAll(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil,
    adapter: any RowAdapter
  ) throws -> [Row] { try statement.adaptedRows(arguments, adapter).all { $0 } }

  /// Fetches the first adapted row of a statement, or returns `nil` if there are no rows.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; by default, those that were set before.
  ///   - adapter: The columns of the statement that a row has, and their names.
  /// - Throws: ``DatabaseError``, or ``RowAdapterError`` if the statement lacks the columns.
  public static func fetchOne(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil,
    adapter: any RowAdapter
  ) throws -> Row? { try statement.adaptedRows(arguments, adapter).first { $0 } }
}

extension DatabaseValueConvertible {
  /// Returns a cursor over the values in the first column of a query's adapted rows.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  ///   - adapter: The columns of the statement that a row has, and their names.
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, or ``RowAdapterError`` if the statement
  ///   lacks the columns.
  @_disfavoredOverload  // A type that is also a record is decoded from whole rows.
  public static func fetchCursor(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    adapter: any RowAdapter
  ) throws -> DatabaseCursor<Self> {
    try db.adaptedRows(sql, arguments, adapter).cursor { try $0.decode(at: 0) }
  }

  /// Fetches the values in the first column of a query's adapted rows.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  ///   - adapter: The columns of the statement that a row has, and their names.
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, or ``RowAdapterError`` if the statement
  ///   lacks the columns.
  @_disfavoredOverload  // A type that is also a record is decoded from whole rows.
  public static func fetchAll(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    adapter: any RowAdapter
  ) throws -> [Self] { try db.adaptedRows(sql, arguments, adapter).all { try $0.decode(at: 0) } }

  /// Fetches the first value of a query's adapted rows; `nil` if there is no row or it is NULL.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  ///   - adapter: The columns of the statement that a row has, and their names.
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, or ``RowAdapterError`` if the statement
  ///   lacks the columns.
  @_disfavoredOverload  // A type that is also a record is decoded from whole rows.
  public static func fetchOne(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    adapter: any RowAdapter
  ) throws -> Self? {
    try db.adaptedRows(sql, arguments, adapter).first {
      try $0.decode(Self?.self, at: 0) ?? nullValue
    } ?? nil
  }

  /// Returns a cursor over the values in the first column of a statement's adapted rows.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; by default, those that were set before.
  ///   - adapter: The columns of the statement that a row has, and their names.
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, or ``RowAdapterError`` if the statement
  ///   lacks the columns.
  @_disfavoredOverload  // A type that is also a record is decoded from whole rows.
  public static func fetchCursor(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil,
    adapter: any RowAdapter
  ) throws -> DatabaseCursor<Self> {
    try statement.adaptedRows(arguments, adapter).cursor { try $0.decode(at: 0) }
  }

  /// Fetches the values in the first column of a statement's adapted rows.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; by default, those that were set before.
  ///   - adapter: The columns of the statement that a row has, and their names.
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, or ``RowAdapterError`` if the statement
  ///   lacks the columns.
  @_disfavoredOverload  // A type that is also a record is decoded from whole rows.
  public static func fetchAll(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil,
    adapter: any RowAdapter
  ) throws -> [Self] { try statement.adaptedRows(arguments, adapter).all { try $0.decode(at: 0) } }

  /// Fetches the first value of a statement's adapted rows; `nil` if there is no row or it is NULL.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; by default, those that were set before.
  ///   - adapter: The columns of the statement that a row has, and their names.
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, or ``RowAdapterError`` if the statement
  ///   lacks the columns.
  @_disfavoredOverload  // A type that is also a record is decoded from whole rows.
  public static func fetchOne(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil,
    adapter: any RowAdapter
  ) throws -> Self? {
    try statement.adaptedRows(arguments, adapter).first {
      try $0.decode(Self?.self, at: 0) ?? nullValue
    } ?? nil
  }
}

extension DatabaseValueConvertible where Self: Hashable {
  /// Fetches the distinct values in the first column of a query's adapted rows.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  ///   - adapter: The columns of the statement that a row has, and their names.
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, or ``RowAdapterError`` if the statement
  ///   lacks the columns.
  @_disfavoredOverload  // A type that is also a record is decoded from whole rows.
  public static func fetchSet(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    adapter: any RowAdapter
  ) throws -> Set<Self> { try Set(fetchAll(db, sql: sql, arguments: arguments, adapter: adapter)) }

  /// Fetches the distinct values in the first column of a statement's adapted rows.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; by default, those that were set before.
  ///   - adapter: The columns of the statement that a row has, and their names.
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, or ``RowAdapterError`` if the statement
  ///   lacks the columns.
  @_disfavoredOverload  // A type that is also a record is decoded from whole rows.
  public static func fetchSet(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil,
    adapter: any RowAdapter
  ) throws -> Set<Self> { try Set(fetchAll(statement, arguments: arguments, adapter: adapter)) }
}
