import DatabaseTypes
import SQLite

/// A database with one connection, which serializes all reads and writes.
///
/// ```swift
/// let database = try DatabaseQueue(path: "settings.db")
/// let inMemory = try DatabaseQueue()
/// ```
///
/// Open each file only once per process, and share the object.
public final class DatabaseQueue: DatabaseWriter {
  /// The configuration with which the database was opened.
  public let configuration: Configuration
  /// The path of the file; `:memory:` for a database in memory.
  public let path: String
  package let writer: WriterAccess
  let monitor: ExternalChangeMonitor
  let opening: DatabaseOpening

  /// Opens a database file, creating it if necessary.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Its folder must exist.
  ///   - configuration: The settings.
  /// - Throws: ``DatabaseError`` with the reason why the file cannot be opened.
  public convenience init(path: String, configuration: Configuration = Configuration()) throws {
    try self.init(DatabaseOpening(path: path, configuration: configuration))
  }

  /// Creates an empty database in memory, which is deleted with the object.
  public convenience init(configuration: Configuration = Configuration()) throws {
    var writable = configuration
    writable.readOnly = false
    try self.init(DatabaseOpening(path: ":memory:", configuration: writable))
  }

  init(_ opening: DatabaseOpening) throws {
    self.opening = opening
    path = opening.path
    configuration = opening.configuration
    let source = ChangeSource(sharedAs: opening.sharedMemoryName)
    let label = configuration.label ?? "LiveSQL.DatabaseQueue"
    let database = try opening.openWriter(source: source)
    let content = opening.content(of: database)
    try ExternalChangeMonitor.prepare(database)
    let executor = ConnectionExecutor(label: label)
    let connection = SerializedConnection(database, executor: executor)
    writer = WriterAccess(connection, source: source, path: path)
    monitor = ExternalChangeMonitor(
      content: content,
      configuration: configuration,
      writer: writer,
      isEncrypted: database.isEncrypted
    )
    monitor.runWhileObserved()
  }

  deinit { monitor.stop() }

  /// The source of the database's changes.
  public var changeSource: ChangeSource { writer.source }
}

extension DatabaseQueue {
  /// Reads in one transaction, so that everything the closure reads is of one snapshot.
  public func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try writer.sync(readOnly: true) { db in try db.snapshot(body) }
  }

  /// Reads in one transaction, so that everything the closure reads is of one snapshot.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await writer.async(readOnly: true) { db in try db.snapshot(body) }
  }

  /// Reads without a transaction: two statements may see different states of the database.
  public func unsafeRead<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try writer.sync(readOnly: true, body)
  }

  /// Reads without a transaction: two statements may see different states of the database.
  public func unsafeRead<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await writer.async(readOnly: true, body)
  }

  /// Writes in one transaction, which is rolled back if the closure throws.
  public func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try writer.sync { db in try db.transaction(.immediate) { try body(db) } }
  }

  /// Writes in one transaction, which is rolled back if the closure throws or the task is
  /// cancelled.
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await writer.async { db in try db.transaction(.immediate) { try body(db) } }
  }

  /// Uses the connection without a transaction: each statement commits on its own.
  public func writeWithoutTransaction<Result>(_ body: (Database) throws -> Result) throws -> Result
  {
    try writer.sync(body)
  }

  /// Uses the connection without starting a transaction, even within a write on the same thread.
  ///
  /// Within a write, it joins the transaction.
  public func unsafeReentrantWrite<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try writer.reentrant(body)
  }

  /// Uses the connection without a transaction: each statement commits on its own.
  public func writeWithoutTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await writer.async(body)
  }

  /// Uses the connection without a transaction; on a queue, no reads can run meanwhile in any case.
  public func barrierWriteWithoutTransaction<Result>(_ body: (Database) throws -> Result) throws
    -> Result
  {
    try writer.sync(body)
  }

  /// Uses the connection without a transaction; on a queue, no reads can run meanwhile in any case.
  public func barrierWriteWithoutTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await writer.async(body)
  }

  /// Writes in one transaction that may suspend.
  public func transaction<Result>(
    deadline: Duration,
    _ body: (DatabaseTransaction) async throws -> Result
  ) async throws -> Result {
    try await DatabaseTransaction.run(on: writer, deadline: deadline, body)
  }

  /// Makes the running statement fail with `.interrupted`.
  public func interrupt() { writer.connection.interrupt() }

  /// Closes the connection when it is its turn, and refuses later accesses.
  public func close() throws {
    try writer.close()
    monitor.stop()
  }

  /// Closes like `close`; the task is suspended while it waits for its turn.
  package func closeInTurn() async throws {
    try await writer.close()
    monitor.stop()
  }
}

extension Database {
  /// Runs a closure in which nothing can be written.
  ///
  /// - Parameter body: The reads.
  /// - Returns: The result of `body`.
  public func readOnly<Result>(_ body: () throws -> Result) rethrows -> Result {
    let wasReadOnly = isReadOnlyAccess
    isReadOnlyAccess = true
    defer { isReadOnlyAccess = wasReadOnly }
    return try body()
  }

  /// Runs a closure in a read transaction whose snapshot is taken before the closure runs.
  ///
  /// `BEGIN DEFERRED` alone takes no snapshot. Reading the schema version does, and also checks
  /// whether the cached schema is still valid.
  func snapshot<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try transaction(.deferred) {
      try checkSchemaVersion()
      return try body(self)
    }
  }
}
