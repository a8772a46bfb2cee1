public import PostgreSQL

extension PostgresDatabase {
  /// Uses a connection without a transaction: each statement is one by itself.
  ///
  /// It blocks the thread until its turn. A transaction that is left open is rolled back, and is an error.
  ///
  /// - Parameters:
  ///   - closesAfterwards: Whether no other access gets the connection: for `SET`, `LISTEN`, temporary tables and whatever
  ///     else stays with a session.
  ///   - body: What to do.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, ``PostgreSQL/PostgresError`` or ``PostgresDatabaseError``.
  public func withConnection<Result>(
    closingAfterwards closesAfterwards: Bool = false,
    _ body: (PostgresConnection) throws -> Result
  ) throws -> Result {
    try pool.run(ConnectionAccess(isKept: !closesAfterwards), retrying: .never, body)
  }

  /// Uses a connection without a transaction: each statement is one by itself.
  ///
  /// ```swift
  /// try await database.withConnection { db in try db.execute("CREATE INDEX CONCURRENTLY ON items (title)") }
  /// ```
  ///
  /// Cancelling the task ends it, also what the server is doing for it. A transaction that is left open is rolled back, and
  /// is an error.
  ///
  /// - Parameters:
  ///   - closesAfterwards: Whether no other access gets the connection: for `SET`, `LISTEN`, temporary tables and whatever
  ///     else stays with a session.
  ///   - body: What to do.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, ``PostgreSQL/PostgresError``, ``PostgresDatabaseError`` or `CancellationError`.
  public func withConnection<Result: Sendable>(
    closingAfterwards closesAfterwards: Bool = false,
    _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result {
    try await pool.run(ConnectionAccess(isKept: !closesAfterwards), retrying: .never, body)
  }
}
