public import PostgreSQL

extension PostgresDatabase {
  /// Runs a closure in a read-only transaction, in which everything is read from one snapshot.
  ///
  /// It blocks the thread until a connection is free. On a connection that was used within the last
  /// second, the transaction begins together with the first query, if that has been prepared, and
  /// so takes no round trips in addition to those of the closure. After queries alone, the result
  /// is returned without waiting for the server's answer to `COMMIT`, so locks on tables, and
  /// advisory locks that a function of the database takes, may be held for a moment longer. A
  /// connection that is lost just before the first query is an error of that query.
  ///
  /// Otherwise, and always if it is serializable, the transaction takes up to two round trips more,
  /// to begin and to end.
  ///
  /// - Parameters:
  ///   - isolation: The isolation level; by default that of the configuration, which is repeatable
  ///     read.
  ///   - retry: Whether to run the closure again after a conflict or a lost connection.
  ///   - body: A closure that reads. It may catch errors of statements only in a savepoint.
  /// - Returns: The closure's result.
  /// - Throws: Any error that the closure throws, ``PostgresError`` or ``PostgresDatabaseError``.
  public func read<Result>(
    isolation: PostgresIsolation? = nil,
    retrying retry: PostgresRetry = .never,
    _ body: (PostgresConnection) throws -> Result
  ) throws -> Result {
    try pool.run(reading(isolation), retrying: retry, body)
  }

  /// Runs a closure in a read-only transaction, in which everything is read from one snapshot.
  ///
  /// ```swift
  /// let titles = try await database.read { db in
  ///   try db.execute("SELECT title FROM items").map { row in try row.decode(String.self, at: 0) }
  /// }
  /// ```
  ///
  /// Cancelling the task also cancels the running statement on the server.
  ///
  /// On a connection that was used within the last second, the transaction begins together with
  /// the first query, if that has been prepared, and so takes no round trips in addition to those
  /// of the closure. After queries alone, the result is returned without waiting for the server's
  /// answer to `COMMIT`, so locks on tables, and advisory locks that a function of the database
  /// takes, may be held for a moment longer. A connection that is lost just before the first query
  /// is an error of that query.
  ///
  /// Otherwise, and always if it is serializable, the transaction takes up to two round trips more,
  /// to begin and to end.
  ///
  /// - Parameters:
  ///   - isolation: The isolation level; by default that of the configuration, which is repeatable
  ///     read.
  ///   - retry: Whether to run the closure again after a conflict or a lost connection.
  ///   - body: A closure that reads. It may catch errors of statements only in a savepoint.
  /// - Returns: The closure's result.
  /// - Throws: Any error that the closure throws, ``PostgresError``, ``PostgresDatabaseError`` or
  ///   `CancellationError`.
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
