public import PostgreSQL

extension PostgresDatabase {
  /// Reads, in one transaction that cannot write: all that the closure reads is of one moment.
  ///
  /// It blocks the thread until its turn, and asks the server twice more than the closure does: to begin and to end.
  ///
  /// - Parameters:
  ///   - isolation: How much it sees of others; unless given what the configuration says, which is nothing.
  ///   - retry: Whether it runs again after a serialization failure.
  ///   - body: What to read. What it catches must not be an error of a statement, unless in a savepoint.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, ``PostgreSQL/PostgresError`` or ``PostgresDatabaseError``.
  public func read<Result>(
    isolation: PostgresIsolation? = nil,
    retrying retry: PostgresRetry = .never,
    _ body: (PostgresConnection) throws -> Result
  ) throws -> Result {
    try pool.run(reading(isolation), retrying: retry, body)
  }

  /// Reads, in one transaction that cannot write: all that the closure reads is of one moment.
  ///
  /// ```swift
  /// let titles = try await database.read { db in
  ///   try db.execute("SELECT title FROM items").map { row in try row.decode(String.self, at: 0) }
  /// }
  /// ```
  ///
  /// Cancelling the task ends it, also what the server is doing for it. It asks the server twice more than the closure
  /// does: to begin and to end.
  ///
  /// - Parameters:
  ///   - isolation: How much it sees of others; unless given what the configuration says, which is nothing.
  ///   - retry: Whether it runs again after a serialization failure.
  ///   - body: What to read. What it catches must not be an error of a statement, unless in a savepoint.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, ``PostgreSQL/PostgresError``, ``PostgresDatabaseError`` or `CancellationError`.
  public func read<Result: Sendable>(
    isolation: PostgresIsolation? = nil,
    retrying retry: PostgresRetry = .never,
    _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result {
    try await pool.run(reading(isolation), retrying: retry, body)
  }

  private func reading(_ isolation: PostgresIsolation?) -> ConnectionAccess {
    ConnectionAccess(
      transaction: TransactionOptions(
        isolation: isolation ?? configuration.readIsolation,
        isReadOnly: true
      )
    )
  }
}
