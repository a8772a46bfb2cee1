public import PostgreSQL

extension PostgresDatabase {
  /// Runs a closure with a connection, without a transaction: each statement commits on its own.
  ///
  /// It blocks the thread until a connection is free. If a transaction is left open, it is rolled
  /// back, and an error is thrown.
  ///
  /// - Parameters:
  ///   - closesAfterwards: Whether to close the connection instead of reusing it: for `SET`,
  ///     `LISTEN`, temporary tables and other state that stays with a session.
  ///   - body: A closure that receives the connection.
  /// - Returns: The closure's result.
  /// - Throws: Any error that the closure throws, ``PostgresError`` or ``PostgresDatabaseError``.
  public func withConnection<Result>(
    closingAfterwards closesAfterwards: Bool = false,
    _ body: (PostgresConnection) throws -> Result
  ) throws -> Result {
    try pool.run(ConnectionAccess(allowsReuse: !closesAfterwards), retrying: .never, body)
  }

  /// Runs a closure with a connection, without a transaction: each statement commits on its own.
  ///
  /// ```swift
  /// try await database.withConnection { db in
  ///   try db.execute("CREATE INDEX CONCURRENTLY ON items (title)")
  /// }
  /// ```
  ///
  /// Cancelling the task also cancels the running statement on the server. If a transaction is left
  /// open, it is rolled back, and an error is thrown.
  ///
  /// - Parameters:
  ///   - closesAfterwards: Whether to close the connection instead of reusing it: for `SET`,
  ///     `LISTEN`, temporary tables and other state that stays with a session.
  ///   - body: A closure that receives the connection.
  /// - Returns: The closure's result.
  /// - Throws: Any error that the closure throws, ``PostgresError``, ``PostgresDatabaseError`` or
  ///   `CancellationError`.
  public func withConnection<Result: Sendable>(
    closingAfterwards closesAfterwards: Bool = false,
    _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result {
    try await pool.run(ConnectionAccess(allowsReuse: !closesAfterwards), retrying: .never, body)
  }
}
