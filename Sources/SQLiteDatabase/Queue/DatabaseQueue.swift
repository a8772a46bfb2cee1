import DatabaseTypes
import SQLite

/// A database with one connection: reads and writes are made one after the other.
///
/// ```swift
/// let database = try DatabaseQueue(path: "settings.db")
/// let inMemory = try DatabaseQueue()
/// ```
///
/// Open a file once in a process, and share the object.
public final class DatabaseQueue: DatabaseWriter {
  /// The configuration with which the database was opened.
  public let configuration: Configuration
  /// The path of the file; `:memory:` for a database in memory.
  public let path: String
  package let writer: WriterAccess
  let monitor: ExternalChangeMonitor
  let opening: DatabaseOpening

  /// Opens a database file, or creates it.
  ///
  /// - Parameters:
  ///   - path: The file's path. Its folder must exist.
  ///   - configuration: How to open and use it.
  /// - Throws: ``DatabaseError`` that says why the file cannot be opened.
  public convenience init(path: String, configuration: Configuration = Configuration()) throws {
    try self.init(DatabaseOpening(path: path, configuration: configuration))
  }

  /// Makes an empty database in memory, which goes with the object.
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
      writer: writer
    )
    monitor.runWhileObserved()
  }

  deinit { monitor.stop() }

  /// Where the changes of the database come from.
  public var changeSource: ChangeSource { writer.source }
}

extension DatabaseQueue {
  /// Reads, in one transaction: all that the closure reads is of one moment.
  public func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try writer.sync(readOnly: true) { db in try db.snapshot(body) }
  }

  /// Reads, in one transaction: all that the closure reads is of one moment.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await writer.async(readOnly: true) { db in try db.snapshot(body) }
  }

  /// Reads without a transaction: two statements may see different moments.
  public func unsafeRead<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try writer.sync(readOnly: true, body)
  }

  /// Reads without a transaction: two statements may see different moments.
  public func unsafeRead<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await writer.async(readOnly: true, body)
  }

  /// Writes, in one transaction, which is rolled back where the closure throws.
  public func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try writer.sync { db in try db.transaction(.immediate) { try body(db) } }
  }

  /// Writes, in one transaction, which is rolled back where the closure throws or the task is cancelled.
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await writer.async { db in try db.transaction(.immediate) { try body(db) } }
  }

  /// Uses the connection without a transaction: each statement commits by itself.
  public func writeWithoutTransaction<Result>(_ body: (Database) throws -> Result) throws -> Result
  {
    try writer.sync(body)
  }

  /// Uses the connection without a transaction of its own, also within a write on the same thread, whose transaction it then joins.
  public func unsafeReentrantWrite<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try writer.reentrant(body)
  }

  /// Uses the connection without a transaction: each statement commits by itself.
  public func writeWithoutTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await writer.async(body)
  }

  /// Uses the connection without a transaction; nobody else can read meanwhile in any case.
  public func barrierWriteWithoutTransaction<Result>(_ body: (Database) throws -> Result) throws
    -> Result
  {
    try writer.sync(body)
  }

  /// Uses the connection without a transaction; nobody else can read meanwhile in any case.
  public func barrierWriteWithoutTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await writer.async(body)
  }

  /// Writes, in one transaction that may suspend.
  public func transaction<Result>(
    deadline: Duration,
    _ body: (DatabaseTransaction) async throws -> Result
  ) async throws -> Result {
    try await DatabaseTransaction.run(on: writer, deadline: deadline, body)
  }

  /// Makes the statement that runs now fail with `.interrupted`.
  public func interrupt() { writer.connection.interrupt() }

  /// Waits for its turn, closes the connection, and refuses later accesses.
  public func close() throws {
    try writer.close()
    monitor.stop()
  }

  /// Closes as `close` does; the task is suspended while it waits for its turn.
  package func closeInTurn() async throws {
    try await writer.close()
    monitor.stop()
  }
}

extension Database {
  /// Runs a closure within which nothing can be written.
  ///
  /// - Parameter body: What to read.
  /// - Returns: What `body` returns.
  public func readOnly<Result>(_ body: () throws -> Result) rethrows -> Result {
    let wasReadOnly = isReadOnlyAccess
    isReadOnlyAccess = true
    defer { isReadOnlyAccess = wasReadOnly }
    return try body()
  }

  /// Runs a closure in a read transaction whose snapshot exists before the closure runs.
  ///
  /// `BEGIN DEFERRED` alone takes no snapshot; reading the schema's version does, and tells whether what is known of
  /// the schema still holds.
  func snapshot<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try transaction(.deferred) {
      try checkSchemaVersion()
      return try body(self)
    }
  }
}
