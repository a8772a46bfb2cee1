public import PostgreSQL

extension PostgresDatabase {
  /// Runs a closure while holding an advisory lock that no other client holds.
  ///
  /// It blocks the thread until the lock is free; only the server's settings limit the wait. It
  /// holds a connection all the time, but no transaction. Behind a pooler in transaction mode, such
  /// locks are not reliable: connect directly, or use ``PostgresConnection/lockAdvisory(_:)``
  /// within a transaction.
  ///
  /// - Parameters:
  ///   - key: The key of the lock.
  ///   - body: A closure that receives the connection that holds the lock.
  /// - Returns: The closure's result.
  /// - Throws: Any error that the closure throws, ``PostgresError`` or ``PostgresDatabaseError``.
  public func withAdvisoryLock<Result>(
    _ key: PostgresAdvisoryKey,
    _ body: (PostgresConnection) throws -> Result
  ) throws -> Result {
    try withConnection { db in try db.locked(key, body) }
  }

  /// Runs a closure while holding an advisory lock that no other client holds.
  ///
  /// ```swift
  /// try await database.withAdvisoryLock("prices") { db in
  ///   try db.inTransaction { try importPrices(db) }
  /// }
  /// ```
  ///
  /// It waits until the lock is free or the task is cancelled; otherwise only the server's settings
  /// limit the wait. It holds a connection all the time, but no transaction. Behind a pooler in
  /// transaction mode, such locks are not reliable: connect directly, or use
  /// ``PostgresConnection/lockAdvisory(_:)`` within a transaction.
  ///
  /// - Parameters:
  ///   - key: The key of the lock.
  ///   - body: A closure that receives the connection that holds the lock.
  /// - Returns: The closure's result.
  /// - Throws: Any error that the closure throws, ``PostgresError``, ``PostgresDatabaseError`` or
  ///   `CancellationError`.
  public func withAdvisoryLock<Result: Sendable>(
    _ key: PostgresAdvisoryKey,
    _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result {
    try await withConnection { db in try db.locked(key, body) }
  }

  /// Runs a closure while holding an advisory lock, unless another client holds the lock.
  ///
  /// - Returns: The closure's result; `nil` if another client holds the lock.
  /// - Throws: Any error that the closure throws, ``PostgresError`` or ``PostgresDatabaseError``.
  public func withAdvisoryLockIfFree<Result>(
    _ key: PostgresAdvisoryKey,
    _ body: (PostgresConnection) throws -> Result
  ) throws -> Result? {
    try withConnection { db in try db.lockedIfFree(key, body) }
  }

  /// Runs a closure while holding an advisory lock, unless another client holds the lock.
  ///
  /// - Returns: The closure's result; `nil` if another client holds the lock.
  /// - Throws: Any error that the closure throws, ``PostgresError``, ``PostgresDatabaseError`` or
  ///   `CancellationError`.
  public func withAdvisoryLockIfFree<Result: Sendable>(
    _ key: PostgresAdvisoryKey,
    _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result? {
    try await withConnection { db in try db.lockedIfFree(key, body) }
  }
}

extension PostgresConnection {
  /// Waits for an advisory lock, and holds it until the transaction ends.
  ///
  /// - Throws: ``PostgresError``; ``PostgresDatabaseError`` with `.noTransaction` outside of a
  ///   transaction.
  public func lockAdvisory(_ key: PostgresAdvisoryKey) throws {
    guard transactionStatus != .idle else { throw PostgresDatabaseError.noTransaction }
    try execute("SELECT pg_catalog.pg_advisory_xact_lock($1)", [.integer(key.number)])
  }

  func locked<Result>(
    _ key: PostgresAdvisoryKey,
    _ body: (PostgresConnection) throws -> Result
  ) throws -> Result {
    do { try execute("SELECT pg_catalog.pg_advisory_lock($1)", [.integer(key.number)]) } catch {
      // A statement that was cancelled just before it ended may have acquired the lock.
      do { try execute("SELECT pg_catalog.pg_advisory_unlock_all()") } catch { close() }
      throw error
    }
    return try unlocking(key, body)
  }

  func lockedIfFree<Result>(
    _ key: PostgresAdvisoryKey,
    _ body: (PostgresConnection) throws -> Result
  ) throws -> Result? {
    let isLocked = try execute(
      "SELECT pg_catalog.pg_try_advisory_lock($1)",
      [.integer(key.number)]
    ).first { row in try row.decode(Bool.self, at: 0) }
    return isLocked == true ? try unlocking(key, body) : nil
  }

  private func unlocking<Result>(
    _ key: PostgresAdvisoryKey,
    _ body: (PostgresConnection) throws -> Result
  ) throws -> Result {
    defer { unlock(key) }
    let result = try body(self)
    guard transactionStatus == .idle else { throw PostgresDatabaseError.transactionLeftOpen }
    return result
  }

  /// Releases a lock of the session; if that fails, closes the session, which releases the lock.
  private func unlock(_ key: PostgresAdvisoryKey) {
    rollBackIfOpen()
    let sql = "SELECT pg_catalog.pg_advisory_unlock($1)"
    do { try execute(sql, [.integer(key.number)]) } catch { close() }
  }
}
