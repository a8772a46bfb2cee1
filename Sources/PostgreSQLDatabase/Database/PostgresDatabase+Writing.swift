public import PostgreSQL

extension PostgresDatabase {
  /// Writes, in one transaction: all or nothing.
  ///
  /// It blocks the thread until its turn.
  ///
  /// - Parameters:
  ///   - isolation: How much it sees of others; unless given what the configuration says, `readCommitted` at first.
  ///   - retry: Whether the closure **runs again** after a serialization failure or a deadlock.
  ///   - body: What to do. What may fail and is caught must be in a savepoint: `db.inSavepoint { … }`.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, ``PostgreSQL/PostgresError`` or ``PostgresDatabaseError``; nothing has happened then,
  ///   unless its code is `.commitUnknown`.
  public func write<Result>(
    isolation: PostgresIsolation? = nil,
    retrying retry: PostgresRetry = .never,
    _ body: (PostgresConnection) throws -> Result
  ) throws -> Result {
    try pool.run(writing(isolation), retrying: retry, body)
  }

  /// Writes, in one transaction: all or nothing.
  ///
  /// ```swift
  /// try await database.write { db in
  ///   try db.execute("UPDATE accounts SET amount = amount - $2 WHERE id = $1", [1, 100])
  ///   try db.execute("UPDATE accounts SET amount = amount + $2 WHERE id = $1", [2, 100])
  /// }
  /// ```
  ///
  /// Cancelling the task before the commit rolls back, and ends what the server is doing for it.
  ///
  /// - Parameters:
  ///   - isolation: How much it sees of others; unless given what the configuration says, `readCommitted` at first.
  ///   - retry: Whether the closure **runs again** after a serialization failure or a deadlock.
  ///   - body: What to do. What may fail and is caught must be in a savepoint: `db.inSavepoint { … }`.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, ``PostgreSQL/PostgresError``, ``PostgresDatabaseError`` or `CancellationError`; nothing
  ///   has happened then, unless its code is `.commitUnknown`.
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
  /// Runs a closure in a transaction that may suspend, with a connection for itself.
  ///
  /// ```swift
  /// try await database.withTransaction(deadline: .seconds(5)) { transaction in
  ///   let order = try await transaction.run { db in try reserve(7, db) }
  ///   let receipt = try await paymentService.charge(order)
  ///   try await transaction.run { db in try confirm(order, receipt, db) }
  /// }
  /// ```
  ///
  /// While it lasts it holds its locks and its snapshot, and keeps the server from cleaning up. So it has a deadline, after
  /// which it is rolled back; a few seconds later the server would do so itself, should the process hang. An access to the
  /// same object within it throws.
  ///
  /// - Parameters:
  ///   - deadline: How long it may take, from its beginning; each attempt by itself.
  ///   - isolation: How much it sees of others; unless given what the configuration says for writes.
  ///   - retry: Whether the closure **runs again**, with what it does beside the database, after a serialization failure
  ///     or a deadlock.
  ///   - body: What to do.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, ``PostgreSQL/PostgresError``, ``PostgresDatabaseError`` or `CancellationError`; nothing
  ///   has happened then, unless its code is `.commitUnknown`.
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
    return try await retry.run {
      try await PostgresTransaction.run(in: pool, deadline: deadline, options, body)
    }
  }
}
