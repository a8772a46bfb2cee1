import DatabaseTypes
public import SQLiteDatabase

/// A connection is a database: that of its one connection, or of the queue or pool that it is made of.
///
/// One that is bound to a transaction has the asynchronous accesses only: they run within the transaction, and what a
/// `write` did that throws is undone.
extension SQLiteConnection: DatabaseWriter {
  /// The configuration with which the database was opened.
  public var configuration: Configuration { database.configuration }

  /// The path of the file; `:memory:` for a database in memory.
  public var path: String { database.path }

  /// Where the changes of the database come from.
  public var changeSource: ChangeSource { database.changeSource }

  /// Makes the statement that runs now fail with `.interrupted`.
  public func interrupt() { database.interrupt() }

  /// What the database and its connections use.
  public func statistics() throws -> DatabaseStatistics {
    try checkUnbound("asked what it uses")
    return try database.statistics()
  }

  /// Gives back the memory that caches use, as far as nobody is using it.
  public func releaseMemory() throws {
    try checkUnbound("asked to give back memory")
    try database.releaseMemory()
  }

  /// Reads the state after the last commit, as the queue or pool does.
  public func readLastCommit<Result>(
    _ body: (_ db: Database, _ number: Int) throws -> Result
  ) throws -> Result {
    try checkUnbound("used without `await`")
    return try database.readLastCommit(body)
  }

  /// Reads the state after the last commit, as the queue or pool does.
  public func readLastCommit<Result: Sendable>(
    _ body: @escaping @Sendable (_ db: Database, _ number: Int) throws -> Result
  ) async throws -> Result {
    try checkUnbound("used for the state after the last commit")
    return try await database.readLastCommit(body)
  }

  /// Blocks the thread until its turn, closes the connection, and refuses later accesses.
  public func close() throws {
    try checkUnbound("closed")
    try database.close()
  }
}

extension SQLiteConnection {
  /// Reads, in one transaction: all that the closure reads is of one moment.
  public func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try checkUnbound("used without `await`")
    return try database.read(body)
  }

  /// Reads, in one transaction: all that the closure reads is of one moment.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    guard let boundTransaction else { return try await database.read(body) }
    return try await boundTransaction.run { db in try db.readOnly { try body(db) } }
  }

  /// Reads without a transaction: two statements may see different moments.
  public func unsafeRead<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try checkUnbound("used without `await`")
    return try database.unsafeRead(body)
  }

  /// Reads without a transaction: two statements may see different moments.
  public func unsafeRead<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    guard boundTransaction == nil else { return try await read(body) }
    return try await database.unsafeRead(body)
  }

  /// Writes, in one transaction, which is rolled back where the closure throws.
  public func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try checkUnbound("used without `await`")
    return try database.write(body)
  }

  /// Writes, in one transaction, which is rolled back where the closure throws or the task is cancelled.
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    guard let boundTransaction else { return try await database.write(body) }
    return try await boundTransaction.run { db in try db.undoingOnError { try body(db) } }
  }

  /// Uses the connection without a transaction: each statement commits by itself.
  public func writeWithoutTransaction<Result>(_ body: (Database) throws -> Result) throws -> Result
  {
    try checkUnbound("used without a transaction")
    return try database.writeWithoutTransaction(body)
  }

  /// Uses the connection without a transaction of its own, also within a write on the same thread, whose transaction it then
  /// joins.
  public func unsafeReentrantWrite<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try checkUnbound("used without a transaction")
    return try database.unsafeReentrantWrite(body)
  }

  /// Uses the connection without a transaction: each statement commits by itself.
  public func writeWithoutTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try checkUnbound("used without a transaction")
    return try await database.writeWithoutTransaction(body)
  }

  /// Uses the connection without a transaction while nobody else reads.
  public func barrierWriteWithoutTransaction<Result>(_ body: (Database) throws -> Result) throws
    -> Result
  {
    try checkUnbound("used without a transaction")
    return try database.barrierWriteWithoutTransaction(body)
  }

  /// Uses the connection without a transaction while nobody else reads.
  public func barrierWriteWithoutTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try checkUnbound("used without a transaction")
    return try await database.barrierWriteWithoutTransaction(body)
  }

  /// Writes, in one transaction that may suspend.
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
  /// Runs a closure whose effects are undone where it throws, within the transaction that is open.
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
