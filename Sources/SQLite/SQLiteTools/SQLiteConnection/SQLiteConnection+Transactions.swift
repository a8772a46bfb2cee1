import DatabaseTypes
import SQLiteDatabase

extension SQLiteConnection {
  /// Writes in one transaction that may suspend.
  ///
  /// ```swift
  /// try await connection.transaction { conn in
  ///   try await conn.query("INSERT INTO users (name) VALUES (?)", [.text(name)])
  ///   return try await conn.lastInsertedRowID
  /// }
  /// ```
  ///
  /// The transaction is rolled back if the closure throws, if the task is cancelled, and at the
  /// deadline. No one else uses the connection meanwhile: using the original connection in the
  /// closure throws, as it would wait for the end of the transaction. If it was made from a pool,
  /// it can read what was committed before; to read what the transaction wrote, use the connection
  /// that the closure gets.
  ///
  /// - Parameters:
  ///   - deadline: The time after which the transaction is rolled back and using it throws.
  ///   - body: The work, given a connection that is bound to the transaction and cannot be used
  ///     after its end.
  /// - Returns: The result of `body`.
  /// - Throws: An error of `body`, ``DatabaseError``, or `CancellationError`.
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
