import DatabaseTypes
public import SQLiteDatabase

/// A connection is a database: its own, or the queue or pool that it shares.
///
/// A connection that is bound to a transaction supports only the asynchronous accesses. They run
/// within the transaction, and if a `write` throws, its changes are undone.
extension SQLiteConnection: DatabaseWriter {
  /// The configuration that the database was opened with.
  public var configuration: Configuration { database.configuration }

  /// The path of the file; `:memory:` for a database in memory.
  public var path: String { database.path }

  /// The source of the database's changes.
  public var changeSource: ChangeSource { database.changeSource }

  /// Makes the running statement fail with `.interrupted`.
  public func interrupt() { database.interrupt() }

  /// Returns the resources that the database and its connections use.
  public func statistics() throws -> DatabaseStatistics {
    try checkUnbound("asked for its statistics")
    return try database.statistics()
  }

  /// Releases memory of caches that are not in use.
  public func releaseMemory() throws {
    try checkUnbound("asked to release memory")
    try database.releaseMemory()
  }

  /// Reads the state after the last commit, like the queue or pool.
  public func readLastCommit<Result>(
    _ body: (_ db: Database, _ number: Int) throws -> Result
  ) throws -> Result {
    try checkUnbound("used without `await`")
    return try database.readLastCommit(body)
  }

  /// Reads the state after the last commit, like the queue or pool.
  public func readLastCommit<Result: Sendable>(
    _ body: @escaping @Sendable (_ db: Database, _ number: Int) throws -> Result
  ) async throws -> Result {
    try checkUnbound("used to read the last commit")
    return try await database.readLastCommit(body)
  }

  /// Waits for its turn, closes the connection, and rejects later accesses; blocks the thread.
  public func close() throws {
    try checkUnbound("closed")
    try database.close()
  }
}

extension SQLiteConnection {
  /// Reads in one transaction, so that the closure sees one snapshot.
  public func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try checkUnbound("used without `await`")
    return try database.read(body)
  }

  /// Reads in one transaction, so that the closure sees one snapshot.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    guard let boundTransaction else { return try await database.read(body) }
    return try await boundTransaction.run { db in try db.readOnly { try body(db) } }
  }

  /// Reads without a transaction: two statements may see different snapshots.
  public func unsafeRead<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try checkUnbound("used without `await`")
    return try database.unsafeRead(body)
  }

  /// Reads without a transaction: two statements may see different snapshots.
  public func unsafeRead<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    guard boundTransaction == nil else { return try await read(body) }
    return try await database.unsafeRead(body)
  }

  /// Writes in one transaction, which is rolled back if the closure throws.
  public func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try checkUnbound("used without `await`")
    return try database.write(body)
  }

  /// Writes in one transaction, which is rolled back if the closure throws or the task is
  /// cancelled.
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    guard let boundTransaction else { return try await database.write(body) }
    return try await boundTransaction.run { db in try db.undoingOnError { try body(db) } }
  }

  /// Uses the connection without a transaction: each statement commits on its own.
  public func writeWithoutTransaction<Result>(_ body: (Database) throws -> Result) throws -> Result
  {
    try checkUnbound("used without a transaction")
    return try database.writeWithoutTransaction(body)
  }

  /// Uses the connection without its own transaction, even within a write on the same thread.
  ///
  /// Within a write, it joins the transaction of that write.
  public func unsafeReentrantWrite<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try checkUnbound("used without a transaction")
    return try database.unsafeReentrantWrite(body)
  }

  /// Uses the connection without a transaction: each statement commits on its own.
  public func writeWithoutTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try checkUnbound("used without a transaction")
    return try await database.writeWithoutTransaction(body)
  }

  /// Uses the connection without a transaction, while no one else reads.
  public func barrierWriteWithoutTransaction<Result>(_ body: (Database) throws -> Result) throws
    -> Result
  {
    try checkUnbound("used without a transaction")
    return try database.barrierWriteWithoutTransaction(body)
  }

  /// Uses the connection without a transaction, while no one else reads.
  public func barrierWriteWithoutTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try checkUnbound("used without a transaction")
    return try await database.barrierWriteWithoutTransaction(body)
  }

  /// Writes in one transaction that may suspend.
  @_disfavoredOverload
  public func transaction<Result>(
    deadline: Duration,
    _ body: (DatabaseTransaction) async throws -> Result
  ) async throws -> Result {
    try checkUnbound("used for another transaction")
    return try await database.transaction(deadline: deadline, body)
  }
}

extension Database {
  /// Runs a closure within the open transaction, and undoes its changes if it throws.
  fileprivate func undoingOnError<Result>(_ body: () throws -> Result) throws -> Result {
    var result: Result?
    try inSavepoint {
      result = try body()
      return .commit
    }
    guard let result else { throw DatabaseError.aborted(sql: nil) }
    return result
  }
}
