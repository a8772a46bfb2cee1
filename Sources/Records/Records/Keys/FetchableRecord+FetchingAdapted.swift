public import DatabaseTypes
public import SQLiteDatabase

// Records of the rows of SQL, as an adapter presents them.

extension FetchableRecord {
  /// Returns a cursor over the records of a query, whose rows an adapter presents.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  ///   - adapter: Determines the columns of a row, and their names.
  /// - Throws: ``DatabaseError``, or an error of the record; ``RowAdapterError`` if the statement
  ///   does not have the columns.
  public static func fetchCursor(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    adapter: any RowAdapter
  ) throws -> DatabaseCursor<Self> {
    try db.adaptedRows(sql, arguments, adapter).cursor { try Self(row: $0) }
  }

  /// Returns the records of a query, whose rows an adapter presents.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  ///   - adapter: Determines the columns of a row, and their names.
  /// - Throws: ``DatabaseError``, or an error of the record; ``RowAdapterError`` if the statement
  ///   does not have the columns.
  public static func fetchAll(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    adapter: any RowAdapter
  ) throws -> [Self] { try db.adaptedRows(sql, arguments, adapter).all { try Self(row: $0) } }

  /// Returns the first record of a query, whose rows an adapter presents; `nil` if there are no
  /// rows.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  ///   - adapter: Determines the columns of a row, and their names.
  /// - Throws: ``DatabaseError``, or an error of the record; ``RowAdapterError`` if the statement
  ///   does not have the columns.
  public static func fetchOne(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    adapter: any RowAdapter
  ) throws -> Self? { try db.adaptedRows(sql, arguments, adapter).first { try Self(row: $0) } }

  /// Returns a cursor over the records of a statement, whose rows an adapter presents.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  ///   - adapter: Determines the columns of a row, and their names.
  /// - Throws: ``DatabaseError``, or an error of the record; ``RowAdapterError`` if the statement
  ///   does not have the columns.
  public static func fetchCursor(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil,
    adapter: any RowAdapter
  ) throws -> DatabaseCursor<Self> {
    try statement.adaptedRows(arguments, adapter).cursor { try Self(row: $0) }
  }

  /// Returns the records of a statement, whose rows an adapter presents.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  ///   - adapter: Determines the columns of a row, and their names.
  /// - Throws: ``DatabaseError``, or an error of the record; ``RowAdapterError`` if the statement
  ///   does not have the columns.
  public static func fetchAll(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil,
    adapter: any RowAdapter
  ) throws -> [Self] { try statement.adaptedRows(arguments, adapter).all { try Self(row: $0) } }

  /// Returns the first record of a statement, whose rows an adapter presents; `nil` without rows.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  ///   - adapter: Determines the columns of a row, and their names.
  /// - Throws: ``DatabaseError``, or an error of the record; ``RowAdapterError`` if the statement
  ///   does not have the columns.
  public static func fetchOne(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil,
    adapter: any RowAdapter
  ) throws -> Self? { try statement.adaptedRows(arguments, adapter).first { try Self(row: $0) } }
}

extension FetchableRecord where Self: Hashable {
  /// Returns the set of the records of a query, whose rows an adapter presents.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  ///   - adapter: Determines the columns of a row, and their names.
  /// - Throws: ``DatabaseError``, or an error of the record; ``RowAdapterError`` if the statement
  ///   does not have the columns.
  public static func fetchSet(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    adapter: any RowAdapter
  ) throws -> Set<Self> { try Set(fetchAll(db, sql: sql, arguments: arguments, adapter: adapter)) }

  /// Returns the set of the records of a statement, whose rows an adapter presents.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: Values for all parameters; those that were set before unless given.
  ///   - adapter: Determines the columns of a row, and their names.
  /// - Throws: ``DatabaseError``, or an error of the record; ``RowAdapterError`` if the statement
  ///   does not have the columns.
  public static func fetchSet(
    _ statement: PreparedStatement,
    arguments: StatementArguments? = nil,
    adapter: any RowAdapter
  ) throws -> Set<Self> { try Set(fetchAll(statement, arguments: arguments, adapter: adapter)) }
}
