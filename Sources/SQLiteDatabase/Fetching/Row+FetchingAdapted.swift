public import DatabaseTypes

// The rows of SQL as an adapter sees them.

extension Row {
  /// The rows of a query as an adapter sees them, fetched one by one.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  ///   - adapter: Which columns of the statement a row has, and by which names.
  /// - Throws: ``DatabaseError``; ``RowAdapterError`` where the statement does not have the columns.
  public static func fetchCursor(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    adapter: any RowAdapter
  ) throws -> DatabaseCursor<Row> { try db.adaptedRows(sql, arguments, adapter).cursor { $0 } }

  /// The rows of a query as an adapter sees them.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  ///   - adapter: Which columns of the statement a row has, and by which names.
  /// - Throws: ``DatabaseError``; ``RowAdapterError`` where the statement does not have the columns.
  public static func fetchAll(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    adapter: any RowAdapter
  ) throws -> [Row] { try db.adaptedRows(sql, arguments, adapter).all { $0 } }

  /// The first row of a query as an adapter sees it; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  ///   - adapter: Which columns of the statement a row has, and by which names.
  /// - Throws: ``DatabaseError``; ``RowAdapterError`` where the statement does not have the columns.
  public static func fetchOne(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    adapter: any RowAdapter
  ) throws -> Row? { try db.adaptedRows(sql, arguments, adapter).first { $0 } }

  /// The rows of a statement as an adapter sees them, fetched one by one.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  ///   - adapter: Which columns of the statement a row has, and by which names.
  /// - Throws: ``DatabaseError``; ``RowAdapterError`` where the statement does not have the columns.
  public static func fetchCursor(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil,
    adapter: any RowAdapter
  ) throws -> DatabaseCursor<Row> { try statement.adaptedRows(arguments, adapter).cursor { $0 } }

  /// The rows of a statement as an adapter sees them.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  ///   - adapter: Which columns of the statement a row has, and by which names.
  /// - Throws: ``DatabaseError``; ``RowAdapterError`` where the statement does not have the columns.
  public static func fetchAll(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil,
    adapter: any RowAdapter
  ) throws -> [Row] { try statement.adaptedRows(arguments, adapter).all { $0 } }

  /// The first row of a statement as an adapter sees it; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  ///   - adapter: Which columns of the statement a row has, and by which names.
  /// - Throws: ``DatabaseError``; ``RowAdapterError`` where the statement does not have the columns.
  public static func fetchOne(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil,
    adapter: any RowAdapter
  ) throws -> Row? { try statement.adaptedRows(arguments, adapter).first { $0 } }
}

extension DatabaseValueConvertible {
  /// The values of the first column of a query as an adapter sees them, fetched one by one.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  ///   - adapter: Which columns of the statement a row has, and by which names.
  /// - Throws: ``DatabaseError`` or ``DecodingFailure``; ``RowAdapterError`` where the statement does not have the columns.
  @_disfavoredOverload  // A type that is a record too is made of whole rows.
  public static func fetchCursor(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    adapter: any RowAdapter
  ) throws -> DatabaseCursor<Self> {
    try db.adaptedRows(sql, arguments, adapter).cursor { try $0.decode(at: 0) }
  }

  /// The values of the first column of a query as an adapter sees them.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  ///   - adapter: Which columns of the statement a row has, and by which names.
  /// - Throws: ``DatabaseError`` or ``DecodingFailure``; ``RowAdapterError`` where the statement does not have the columns.
  @_disfavoredOverload  // A type that is a record too is made of whole rows.
  public static func fetchAll(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    adapter: any RowAdapter
  ) throws -> [Self] { try db.adaptedRows(sql, arguments, adapter).all { try $0.decode(at: 0) } }

  /// The first value of a query as an adapter sees it; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  ///   - adapter: Which columns of the statement a row has, and by which names.
  /// - Throws: ``DatabaseError`` or ``DecodingFailure``; ``RowAdapterError`` where the statement does not have the columns.
  @_disfavoredOverload  // A type that is a record too is made of whole rows.
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

  /// The values of the first column of a statement as an adapter sees them, fetched one by one.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  ///   - adapter: Which columns of the statement a row has, and by which names.
  /// - Throws: ``DatabaseError`` or ``DecodingFailure``; ``RowAdapterError`` where the statement does not have the columns.
  @_disfavoredOverload  // A type that is a record too is made of whole rows.
  public static func fetchCursor(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil,
    adapter: any RowAdapter
  ) throws -> DatabaseCursor<Self> {
    try statement.adaptedRows(arguments, adapter).cursor { try $0.decode(at: 0) }
  }

  /// The values of the first column of a statement as an adapter sees them.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  ///   - adapter: Which columns of the statement a row has, and by which names.
  /// - Throws: ``DatabaseError`` or ``DecodingFailure``; ``RowAdapterError`` where the statement does not have the columns.
  @_disfavoredOverload  // A type that is a record too is made of whole rows.
  public static func fetchAll(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil,
    adapter: any RowAdapter
  ) throws -> [Self] { try statement.adaptedRows(arguments, adapter).all { try $0.decode(at: 0) } }

  /// The first value of a statement as an adapter sees it; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  ///   - adapter: Which columns of the statement a row has, and by which names.
  /// - Throws: ``DatabaseError`` or ``DecodingFailure``; ``RowAdapterError`` where the statement does not have the columns.
  @_disfavoredOverload  // A type that is a record too is made of whole rows.
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
  /// The values of the first column of a query as an adapter sees them, each once.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  ///   - adapter: Which columns of the statement a row has, and by which names.
  /// - Throws: ``DatabaseError`` or ``DecodingFailure``; ``RowAdapterError`` where the statement does not have the columns.
  @_disfavoredOverload  // A type that is a record too is made of whole rows.
  public static func fetchSet(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    adapter: any RowAdapter
  ) throws -> Set<Self> { try Set(fetchAll(db, sql: sql, arguments: arguments, adapter: adapter)) }

  /// The values of the first column of a statement as an adapter sees them, each once.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  ///   - adapter: Which columns of the statement a row has, and by which names.
  /// - Throws: ``DatabaseError`` or ``DecodingFailure``; ``RowAdapterError`` where the statement does not have the columns.
  @_disfavoredOverload  // A type that is a record too is made of whole rows.
  public static func fetchSet(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil,
    adapter: any RowAdapter
  ) throws -> Set<Self> { try Set(fetchAll(statement, arguments: arguments, adapter: adapter)) }
}
