public import DatabaseTypes
public import SQLiteDatabase

// Records of the rows of SQL as an adapter sees them.

extension FetchableRecord {
  /// The records of a query as an adapter sees them, fetched one by one.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  ///   - adapter: Which columns of the statement a row has, and by which names.
  /// - Throws: ``DatabaseError``, or what the record throws; ``RowAdapterError`` where the statement does not have the columns.
  public static func fetchCursor(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    adapter: any RowAdapter
  ) throws -> DatabaseCursor<Self> {
    try db.adaptedRows(sql, arguments, adapter).cursor { try Self(row: $0) }
  }

  /// The records of a query as an adapter sees them.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  ///   - adapter: Which columns of the statement a row has, and by which names.
  /// - Throws: ``DatabaseError``, or what the record throws; ``RowAdapterError`` where the statement does not have the columns.
  public static func fetchAll(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    adapter: any RowAdapter
  ) throws -> [Self] { try db.adaptedRows(sql, arguments, adapter).all { try Self(row: $0) } }

  /// The first record of a query as an adapter sees it; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  ///   - adapter: Which columns of the statement a row has, and by which names.
  /// - Throws: ``DatabaseError``, or what the record throws; ``RowAdapterError`` where the statement does not have the columns.
  public static func fetchOne(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    adapter: any RowAdapter
  ) throws -> Self? { try db.adaptedRows(sql, arguments, adapter).first { try Self(row: $0) } }

  /// The records of a statement as an adapter sees them, fetched one by one.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  ///   - adapter: Which columns of the statement a row has, and by which names.
  /// - Throws: ``DatabaseError``, or what the record throws; ``RowAdapterError`` where the statement does not have the columns.
  public static func fetchCursor(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil,
    adapter: any RowAdapter
  ) throws -> DatabaseCursor<Self> {
    try statement.adaptedRows(arguments, adapter).cursor { try Self(row: $0) }
  }

  /// The records of a statement as an adapter sees them.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  ///   - adapter: Which columns of the statement a row has, and by which names.
  /// - Throws: ``DatabaseError``, or what the record throws; ``RowAdapterError`` where the statement does not have the columns.
  public static func fetchAll(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil,
    adapter: any RowAdapter
  ) throws -> [Self] { try statement.adaptedRows(arguments, adapter).all { try Self(row: $0) } }

  /// The first record of a statement as an adapter sees it; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  ///   - adapter: Which columns of the statement a row has, and by which names.
  /// - Throws: ``DatabaseError``, or what the record throws; ``RowAdapterError`` where the statement does not have the columns.
  public static func fetchOne(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil,
    adapter: any RowAdapter
  ) throws -> Self? { try statement.adaptedRows(arguments, adapter).first { try Self(row: $0) } }
}

extension FetchableRecord where Self: Hashable {
  /// The records of a query as an adapter sees them, each once.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  ///   - adapter: Which columns of the statement a row has, and by which names.
  /// - Throws: ``DatabaseError``, or what the record throws; ``RowAdapterError`` where the statement does not have the columns.
  public static func fetchSet(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    adapter: any RowAdapter
  ) throws -> Set<Self> { try Set(fetchAll(db, sql: sql, arguments: arguments, adapter: adapter)) }

  /// The records of a statement as an adapter sees them, each once.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  ///   - adapter: Which columns of the statement a row has, and by which names.
  /// - Throws: ``DatabaseError``, or what the record throws; ``RowAdapterError`` where the statement does not have the columns.
  public static func fetchSet(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil,
    adapter: any RowAdapter
  ) throws -> Set<Self> { try Set(fetchAll(statement, arguments: arguments, adapter: adapter)) }
}
