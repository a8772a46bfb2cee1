public import PostgreSQL

extension PostgresDatabase {
  /// Runs a closure in a transaction that is committed as a whole, or rolled back if an error is
  /// thrown.
  ///
  /// It blocks the thread until a connection is free.
  ///
  /// - Parameters:
  ///   - isolation: The isolation level; by default that of the configuration, initially
  ///     `readCommitted`.
  ///   - retry: Whether to **run the closure again** after a conflict or a lost connection.
  ///   - body: A closure that writes. It must run statements whose errors it catches in a
  ///     savepoint: `db.inSavepoint { … }`.
  /// - Returns: The closure's result.
  /// - Throws: Any error that the closure throws, ``PostgresError`` or ``PostgresDatabaseError``;
  ///   then nothing has changed, unless its code is `.commitUnknown`.
  public func write<Result>(
    isolation: PostgresIsolation? = nil,
    retrying retry: PostgresRetry = .never,
    _ body: (PostgresConnection) throws -> Result
  ) throws -> Result {
    try pool.run(writing(isolation), retrying: retry, body)
  }

  /// Runs a closure in a transaction that is committed as a whole, or rolled back if an error is
  /// thrown.
  ///
  /// ```swift
  /// try await database.write { db in
  ///   try db.execute("UPDATE accounts SET amount = amount - $2 WHERE id = $1", [1, 100])
  ///   try db.execute("UPDATE accounts SET amount = amount + $2 WHERE id = $1", [2, 100])
  /// }
  /// ```
  ///
  /// Cancelling the task before the commit cancels the running statement on the server, and rolls
  /// back.
  ///
  /// - Parameters:
  ///   - isolation: The isolation level; by default that of the configuration, initially
  ///     `readCommitted`.
  ///   - retry: Whether to **run the closure again** after a conflict or a lost connection.
  ///   - body: A closure that writes. It must run statements whose errors it catches in a
  ///     savepoint: `db.inSavepoint { … }`.
  /// - Returns: The closure's result.
  /// - Throws: Any error that the closure throws, ``PostgresError``, ``PostgresDatabaseError`` or
  ///   `CancellationError`; then nothing has changed, unless its code is `.commitUnknown`.
  public func write<Result: Sendable>(
    isolation: PostgresIsolation? = nil,
    retrying retry: PostgresRetry = .never,
    _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result {
    try await pool.run(writing(isolation), retrying: retry, body)
  }

  private func writing(_ isolation: PostgresIsolation?) -> ConnectionAccess {
    ConnectionAccess(
      transaction: TransactionOptions(
        isolation: isolation ?? configuration.writeIsolation,
        isReadOnly: false
      )
    )
  }
}

extension PostgresDatabase {
  /// Runs a closure in a transaction that may suspend, with exclusive use of a connection.
  ///
  /// ```swift
  /// try await database.withTransaction(deadline: .seconds(5)) { transaction in
  ///   let order = try await transaction.run { db in try reserve(7, db) }
  ///   let receipt = try await paymentService.charge(order)
  ///   try await transaction.run { db in try confirm(order, receipt, db) }
  /// }
  /// ```
  ///
  /// While it runs, it holds its locks and its snapshot, and prevents the server from cleaning up
  /// old row versions. So it has a deadline, after which it is rolled back; if the process hangs,
  /// the server ends it a few seconds later. An access to the same object within it throws.
  ///
  /// The closure runs on the caller's actor, so it can use the actor's state; without an actor, it
  /// runs on threads that are not part of Swift's cooperative pool.
  ///
  /// - Parameters:
  ///   - deadline: The maximum duration, counted separately for each attempt.
  ///   - isolation: The isolation level; by default that of the configuration for writes.
  ///   - retry: Whether to **run the closure again**, including its effects outside of the
  ///     database, after a conflict or a lost connection.
  ///   - body: A closure that receives the transaction.
  /// - Returns: The closure's result.
  /// - Throws: Any error that the closure throws, ``PostgresError``, ``PostgresDatabaseError`` or
  ///   `CancellationError`; then nothing has changed, unless its code is `.commitUnknown`.
  public func withTransaction<Result>(
    deadline: Duration = .seconds(10),
    isolation: PostgresIsolation? = nil,
    retrying retry: PostgresRetry = .never,
    _ body: (PostgresTransaction) async throws -> Result
  ) async throws -> Result {
    let options = TransactionOptions(
      isolation: isolation ?? configuration.writeIsolation,
      isReadOnly: false
    )
    return try await PostgresTransaction.run(
      in: pool,
      deadline: deadline,
      options,
      retrying: retry,
      body
    )
  }
}
