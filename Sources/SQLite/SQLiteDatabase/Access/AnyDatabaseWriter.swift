/// A database for reading and writing whose kind is hidden; it passes each access on.
///
/// `any DatabaseWriter` does the same without an object of its own. This type is for code that was
/// written for it.
public final class AnyDatabaseWriter: DatabaseWriter {
  private let base: any DatabaseWriter

  /// Creates a writer that passes each access on to a database.
  public init(_ base: any DatabaseWriter) { self.base = base }

  /// The configuration that the database was opened with.
  public var configuration: Configuration { base.configuration }

  /// The path of the file; `:memory:` for a database in memory.
  public var path: String { base.path }

  /// The source of the database's changes.
  public var changeSource: ChangeSource { base.changeSource }
}

extension AnyDatabaseWriter {
  /// Reads in one transaction, so that the closure sees one snapshot.
  public func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try base.read(body)
  }

  /// Reads in one transaction, so that the closure sees one snapshot.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await base.read(body)
  }

  /// Reads without a transaction: two statements may see different snapshots.
  public func unsafeRead<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try base.unsafeRead(body)
  }

  /// Reads without a transaction: two statements may see different snapshots.
  public func unsafeRead<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await base.unsafeRead(body)
  }

  /// Returns the resources that the database and its connections use.
  public func statistics() throws -> DatabaseStatistics { try base.statistics() }

  /// Releases memory of caches that are not in use.
  public func releaseMemory() throws { try base.releaseMemory() }

  /// Makes running statements fail with `.interrupted`.
  public func interrupt() { base.interrupt() }

  /// Closes the database; blocks the thread until running accesses have ended.
  public func close() throws { try base.close() }
}

extension AnyDatabaseWriter {
  /// Writes in one transaction, which is rolled back if the closure throws.
  public func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try base.write(body)
  }

  /// Writes in one transaction, which is rolled back if the closure throws or the task is
  /// cancelled.
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await base.write(body)
  }

  /// Uses the connection without a transaction: each statement commits on its own.
  public func writeWithoutTransaction<Result>(_ body: (Database) throws -> Result) throws -> Result
  {
    try base.writeWithoutTransaction(body)
  }

  /// Uses the connection without a transaction: each statement commits on its own.
  public func writeWithoutTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await base.writeWithoutTransaction(body)
  }

  /// Uses the connection without its own transaction, even within a write on the same thread.
  public func unsafeReentrantWrite<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try base.unsafeReentrantWrite(body)
  }

  /// Uses the connection without a transaction, while no one else reads.
  public func barrierWriteWithoutTransaction<Result>(_ body: (Database) throws -> Result) throws
    -> Result
  {
    try base.barrierWriteWithoutTransaction(body)
  }

  /// Uses the connection without a transaction, while no one else reads.
  public func barrierWriteWithoutTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await base.barrierWriteWithoutTransaction(body)
  }

  /// Reads the state after the last commit, and the commit's number.
  public func readLastCommit<Result>(
    _ body: (_ db: Database, _ number: Int) throws -> Result
  ) throws -> Result {
    try base.readLastCommit(body)
  }

  /// Reads the state after the last commit, and the commit's number.
  public func readLastCommit<Result: Sendable>(
    _ body: @escaping @Sendable (_ db: Database, _ number: Int) throws -> Result
  ) async throws -> Result {
    try await base.readLastCommit(body)
  }

  /// Writes in one transaction that may suspend.
  @_disfavoredOverload
  public func transaction<Result>(
    deadline: Duration,
    _ body: (DatabaseTransaction) async throws -> Result
  ) async throws -> Result {
    try await base.transaction(deadline: deadline, body)
  }
}
