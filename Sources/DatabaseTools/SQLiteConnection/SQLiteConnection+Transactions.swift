import DatabaseTypes
import SQLiteDatabase

extension SQLiteConnection {
  /// Writes, in one transaction that may suspend.
  ///
  /// ```swift
  /// try await connection.transaction { conn in
  ///   try await conn.query("INSERT INTO users (name) VALUES (?)", [.text(name)])
  ///   return try await conn.lastInsertedRowID
  /// }
  /// ```
  ///
  /// It is rolled back where the closure throws, where the task is cancelled, and at the deadline. Nobody else uses the
  /// connection meanwhile: it throws itself from within, as it would wait for the transaction's end. Made of a pool, it reads
  /// from within what was committed before; what the transaction wrote is read with the connection that the closure gets.
  ///
  /// - Parameters:
  ///   - deadline: After this time the transaction is rolled back, and using it throws.
  ///   - body: What to do, with a connection that is bound to the transaction and cannot be used after its end.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, a ``DatabaseError``, or `CancellationError`.
  @discardableResult
  public func transaction<Result>(
    deadline: Duration = .seconds(30),
    _ body: (SQLiteConnection) async throws -> Result
  ) async throws -> Result {
    try await transaction(deadline: deadline) { (transaction: DatabaseTransaction) in
      try await body(SQLiteConnection(database, boundTo: transaction))
    }
  }
}
