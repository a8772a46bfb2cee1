import DatabaseTypes
import SQLiteDatabase

extension SQLiteConnection {
  /// Runs a statement and returns its rows.
  ///
  /// ```swift
  /// let rows = try await connection.query("SELECT name FROM users WHERE id = ?", [.integer(7)])
  /// ```
  ///
  /// The connection keeps the compiled statement. Outside of a transaction, a statement that writes
  /// commits on its own.
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

  /// Runs a statement and passes its rows to a closure one at a time.
  ///
  /// The connection is busy until the last row has been passed.
  ///
  /// - Parameters:
  ///   - sql: One statement.
  ///   - binds: Values for all parameters.
  ///   - onRow: Called with each row, on the connection's thread. If it throws, the statement ends.
  /// - Throws: ``DatabaseError``, `CancellationError`, or an error of `onRow`.
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

  /// Runs statements without results.
  ///
  /// Of several statements, each takes as many values as it has parameters. Outside of a
  /// transaction, each commits on its own.
  ///
  /// - Parameters:
  ///   - sql: One statement, or several separated by semicolons.
  ///   - binds: Values for all parameters.
  /// - Throws: ``DatabaseError`` of the first statement that fails, or `CancellationError`.
  public func execute(_ sql: String, _ binds: [SQLiteData] = []) async throws {
    let arguments = StatementArguments(binds)
    try await use { db in try db.execute(sql: sql, arguments: arguments) }
  }

  /// The row number of the last insertion.
  ///
  /// Read it within the transaction that inserted the row: outside of a transaction, another task
  /// may have inserted a row since.
  public var lastInsertedRowID: Int {
    get async throws { try await use { db in Int(clamping: db.lastInsertedRowID) } }
  }

  /// Uses the database, within the transaction if the connection is bound to one.
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
