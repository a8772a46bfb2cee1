import DatabaseTypes
import SQLiteDatabase

extension SQLiteConnection {
  /// Runs a statement and returns its rows.
  ///
  /// ```swift
  /// let rows = try await connection.query("SELECT name FROM users WHERE id = ?", [.integer(7)])
  /// ```
  ///
  /// The statement is kept compiled. Outside of a transaction one that writes commits by itself.
  ///
  /// - Parameters:
  ///   - sql: One statement.
  ///   - binds: Values for all parameters.
  /// - Throws: ``DatabaseError``, or `CancellationError`.
  @discardableResult
  public func query(_ sql: String, _ binds: [SQLiteData] = []) async throws -> [SQLiteRow] {
    let arguments = StatementArguments(binds)
    return try await use { db in
      try Row.fetchAll(db, sql: sql, arguments: arguments).map(SQLiteRow.init)
    }
  }

  /// Runs a statement and hands over its rows one by one.
  ///
  /// The connection is busy until the last row was handed over.
  ///
  /// - Parameters:
  ///   - sql: One statement.
  ///   - binds: Values for all parameters.
  ///   - onRow: Gets each row, on the connection's thread. An error that it throws ends the statement.
  /// - Throws: ``DatabaseError``, `CancellationError`, or what `onRow` throws.
  public func query(
    _ sql: String,
    _ binds: [SQLiteData] = [],
    onRow: @escaping @Sendable (SQLiteRow) throws -> Void
  ) async throws {
    let arguments = StatementArguments(binds)
    try await use { db in
      try Row.fetchCursor(db, sql: sql, arguments: arguments).forEach { try onRow(SQLiteRow($0)) }
    }
  }

  /// Runs statements that give no rows.
  ///
  /// Of several, each takes as many values as it has parameters. Outside of a transaction each commits by itself.
  ///
  /// - Parameters:
  ///   - sql: One statement, or several separated by semicolons.
  ///   - binds: Values for all parameters.
  /// - Throws: ``DatabaseError`` of the first that fails, or `CancellationError`.
  public func execute(_ sql: String, _ binds: [SQLiteData] = []) async throws {
    let arguments = StatementArguments(binds)
    try await use { db in try db.execute(sql: sql, arguments: arguments) }
  }

  /// The row number of the last insertion.
  ///
  /// Ask within the transaction that inserted: outside of one, another task may have inserted since.
  public var lastInsertedRowID: Int {
    get async throws { try await use { db in Int(clamping: db.lastInsertedRowID) } }
  }

  /// Uses the database: within the transaction where there is one, else when it is its turn.
  private func use<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    if let boundTransaction { return try await boundTransaction.run(body) }
    return try await database.writeWithoutTransaction(body)
  }
}

extension StatementArguments {
  fileprivate init(_ binds: [SQLiteData]) { self.init(values: binds.map(\.databaseValue)) }
}
