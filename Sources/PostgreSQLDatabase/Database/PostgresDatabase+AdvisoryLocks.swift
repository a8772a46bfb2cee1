public import PostgreSQL

extension PostgresDatabase {
  /// Runs a closure while no other client has the advisory lock of the same key.
  ///
  /// It blocks the thread until the lock is free, without a limit but the server's. It holds a connection all the time,
  /// and no transaction. Behind a pooler in transaction mode such locks do not hold: connect directly, or use
  /// ``PostgreSQL/PostgresConnection/lockAdvisory(_:)`` within a transaction.
  ///
  /// - Parameters:
  ///   - key: What the lock is called.
  ///   - body: What to do, with the connection that holds the lock.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, ``PostgreSQL/PostgresError`` or ``PostgresDatabaseError``.
  public func withAdvisoryLock<Result>(
    _ key: PostgresAdvisoryKey,
    _ body: (PostgresConnection) throws -> Result
  ) throws -> Result {
    try withConnection { db in try db.locked(key, body) }
  }

  /// Runs a closure while no other client has the advisory lock of the same key.
  ///
  /// ```swift
  /// try await database.withAdvisoryLock("prices") { db in
  ///   try db.inTransaction { try importPrices(db) }
  /// }
  /// ```
  ///
  /// It waits until the lock is free, without a limit but the server's, or until the task is cancelled. It holds a
  /// connection all the time, and no transaction. Behind a pooler in transaction mode such locks do not hold: connect
  /// directly, or use ``PostgreSQL/PostgresConnection/lockAdvisory(_:)`` within a transaction.
  ///
  /// - Parameters:
  ///   - key: What the lock is called.
  ///   - body: What to do, with the connection that holds the lock.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, ``PostgreSQL/PostgresError``, ``PostgresDatabaseError`` or `CancellationError`.
  public func withAdvisoryLock<Result: Sendable>(
    _ key: PostgresAdvisoryKey,
    _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result {
    try await withConnection { db in try db.locked(key, body) }
  }

  /// Runs a closure if no other client has the advisory lock of the key.
  ///
  /// - Returns: What `body` returns; `nil` where somebody else has the lock.
  /// - Throws: What `body` throws, ``PostgreSQL/PostgresError`` or ``PostgresDatabaseError``.
  public func withAdvisoryLockIfFree<Result>(
    _ key: PostgresAdvisoryKey,
    _ body: (PostgresConnection) throws -> Result
  ) throws -> Result? {
    try withConnection { db in try db.lockedIfFree(key, body) }
  }

  /// Runs a closure if no other client has the advisory lock of the key.
  ///
  /// - Returns: What `body` returns; `nil` where somebody else has the lock.
  /// - Throws: What `body` throws, ``PostgreSQL/PostgresError``, ``PostgresDatabaseError`` or `CancellationError`.
  public func withAdvisoryLockIfFree<Result: Sendable>(
    _ key: PostgresAdvisoryKey,
    _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result? {
    try await withConnection { db in try db.lockedIfFree(key, body) }
  }
}

extension PostgresConnection {
  /// Waits for the advisory lock of a key, and has it until the transaction ends.
  ///
  /// - Throws: ``PostgreSQL/PostgresError``; ``PostgresDatabaseError`` with `.noTransaction` outside of a transaction.
  public func lockAdvisory(_ key: PostgresAdvisoryKey) throws {
    guard transactionStatus != .idle else { throw PostgresDatabaseError.noTransaction }
    try execute("SELECT pg_catalog.pg_advisory_xact_lock($1)", [.integer(key.number)])
  }

  func locked<Result>(
    _ key: PostgresAdvisoryKey,
    _ body: (PostgresConnection) throws -> Result
  ) throws -> Result {
    do { try execute("SELECT pg_catalog.pg_advisory_lock($1)", [.integer(key.number)]) } catch {
      // What is cancelled at the last moment may have the lock.
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

  /// Gives a lock of the session back; where that cannot be done the session ends, and the lock with it.
  private func unlock(_ key: PostgresAdvisoryKey) {
    rollBackIfOpen()
    let sql = "SELECT pg_catalog.pg_advisory_unlock($1)"
    do { try execute(sql, [.integer(key.number)]) } catch { close() }
  }
}
