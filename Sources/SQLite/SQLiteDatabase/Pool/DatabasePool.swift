import DatabaseTypes
import Foundation
import SQLite

/// A database with one writer and several readers, which do not block each other.
///
/// ```swift
/// let database = try DatabasePool(path: "shop.db")
/// async let orders = database.read { db in try Row.fetchAll(db, sql: "SELECT * FROM orders") }
/// async let products = database.read { db in try Row.fetchAll(db, sql: "SELECT * FROM products") }
/// ```
///
/// The file is in [WAL mode](https://www.sqlite.org/wal.html): a read sees the last commit before
/// it, whatever is written meanwhile. Open each file only once per process, and share the object.
///
/// A write may be started within a read on the same thread, and a read within a write; such a read
/// sees the state before the write. Neither can deadlock the other: if all readers are in use, the
/// holder of the writer uses a reserved reader, which makes one connection more than
/// ``Configuration/maximumReaderCount``. An access that would wait for itself throws
/// ``DatabaseError/Code/nestedAccess``: a read within a read, a write within a write, and a barrier
/// or `close` within either. However, the pool does not know which threads and tasks a closure
/// starts and waits for; such a closure can deadlock.
public final class DatabasePool: DatabaseWriter {
  /// The configuration with which the database was opened.
  public let configuration: Configuration
  /// The path of the file; a URI for a database in memory.
  public let path: String
  let writer: WriterAccess
  let readers: ReaderAccess
  let monitor: ExternalChangeMonitor

  /// Opens a database file, creating it if necessary.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Its folder must exist.
  ///   - configuration: The settings. Journal modes other than WAL are rejected.
  /// - Throws: ``DatabaseError`` with the reason why the file cannot be opened.
  public convenience init(path: String, configuration: Configuration = Configuration()) throws {
    guard path != ":memory:" else {
      throw DatabaseError(
        code: .misuse,
        message:
          "The connections of a pool cannot share “:memory:”. Create an in-memory pool with `DatabasePool()`.",
        path: path
      )
    }
    try self.init(DatabaseOpening(path: path, configuration: configuration))
  }

  /// Creates an empty database in memory, which is deleted with the object.
  ///
  /// Its connections share the memory through SQLite's `memdb` VFS. Unlike with a file, a commit
  /// waits for reads, and reads wait for a write.
  public convenience init(configuration: Configuration = Configuration()) throws {
    var configuration = configuration
    configuration.readOnly = false
    configuration.journalMode = .unchanged
    let path = "file:/livesql-\(UUID().uuidString)?vfs=memdb"
    try self.init(DatabaseOpening(path: path, configuration: configuration, flags: [.uri]))
  }

  init(_ opening: DatabaseOpening) throws {
    var opening = opening
    if opening.configuration.journalMode == .default, !opening.configuration.readOnly {
      var configuration = opening.configuration
      configuration.journalMode = .wal
      opening = DatabaseOpening(
        path: opening.path,
        configuration: configuration,
        flags: opening.flags
      )
    }
    path = opening.path
    configuration = opening.configuration
    let source = ChangeSource(sharedAs: opening.sharedMemoryName)
    let label = (configuration.label ?? "LiveSQL.DatabasePool") + ".writer"
    let database = try opening.openWriter(source: source)
    if !opening.flags.contains(.uri), !configuration.readOnly { try Self.checkJournal(database) }
    // The name of memory created by the pool is not known to anyone else.
    let content = opening.flags.contains(.uri) ? .privateMemory : opening.content(of: database)
    try ExternalChangeMonitor.prepare(database)
    let connection = SerializedConnection(
      database,
      executor: ConnectionExecutor(label: label)
    )
    let ownReader = ReaderQueue(opening, source, limit: 1)
    writer = WriterAccess(connection, source: source, path: path, ownReader: ownReader)
    readers = ReaderAccess(opening, writer: writer, own: ownReader)
    monitor = ExternalChangeMonitor(
      content: content,
      configuration: configuration,
      writer: writer,
      isEncrypted: database.isEncrypted
    )
    monitor.runWhileObserved()
  }

  deinit { monitor.stop() }

  private static func checkJournal(_ database: Database) throws {
    let mode =
      try database.internalRows("PRAGMA journal_mode", []).first?[0].text(at: 0) ?? "unknown"
    guard mode != "wal" else { return }
    throw DatabaseError(
      code: .misuse,
      message:
        "A pool needs a write-ahead log, but the journal mode is \(mode). Leave `Configuration.journalMode` as it is, "
        + "or use a `DatabaseQueue`.",
      path: database.path
    )
  }

  /// The source of the database's changes.
  public var changeSource: ChangeSource { writer.source }
}

extension DatabasePool {
  /// Reads in one transaction, so that everything the closure reads is of one snapshot.
  public func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try readers.sync { db in try db.snapshot(body) }
  }

  /// Reads in one transaction, so that everything the closure reads is of one snapshot.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await readers.async { db in try db.snapshot(body) }
  }

  /// Reads without a transaction: two statements may see different states of the database.
  public func unsafeRead<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try readers.sync { db in
      try db.checkSchemaVersion()
      return try body(db)
    }
  }

  /// Reads without a transaction: two statements may see different states of the database.
  public func unsafeRead<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await readers.async { db in
      try db.checkSchemaVersion()
      return try body(db)
    }
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

  /// Uses the writer without a transaction: each statement commits on its own.
  public func writeWithoutTransaction<Result>(_ body: (Database) throws -> Result) throws -> Result
  {
    try writer.sync(body)
  }

  /// Uses the writer without starting a transaction, even within a write on the same thread.
  ///
  /// Within a write, it joins the transaction.
  public func unsafeReentrantWrite<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try writer.reentrant(body)
  }

  /// Uses the writer without a transaction: each statement commits on its own.
  public func writeWithoutTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await writer.async(body)
  }

  /// Uses the writer without a transaction, while no reads are running.
  public func barrierWriteWithoutTransaction<Result>(_ body: (Database) throws -> Result) throws
    -> Result
  {
    try readers.withBarrier(body)
  }

  /// Uses the writer without a transaction, while no reads are running.
  public func barrierWriteWithoutTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await readers.withBarrier(body)
  }

  /// Writes in one transaction that may suspend.
  public func transaction<Result>(
    deadline: Duration,
    _ body: (DatabaseTransaction) async throws -> Result
  ) async throws -> Result {
    try await DatabaseTransaction.run(on: writer, deadline: deadline, body)
  }

  /// Reads the state after the last commit, on a reader.
  ///
  /// It waits for the writer only while the read begins.
  public func readLastCommit<Result>(
    _ body: (_ db: Database, _ number: Int) throws -> Result
  ) throws -> Result {
    try readers.syncAfterLastCommit(body)
  }

  /// Reads the state after the last commit, on a reader.
  ///
  /// It waits for the writer only while the read begins.
  public func readLastCommit<Result: Sendable>(
    _ body: @escaping @Sendable (_ db: Database, _ number: Int) throws -> Result
  ) async throws -> Result {
    try await readers.asyncAfterLastCommit(body)
  }

  /// Makes the running statements of all connections fail with `.interrupted`.
  public func interrupt() {
    writer.connection.interrupt()
    readers.interrupt()
  }

  /// Closes the readers and then the writer when it is its turn, and refuses later accesses.
  ///
  /// The writer is closed last, so that it writes the log into the file and removes it.
  public func close() throws {
    if try readers.close() { monitor.stop() }
  }
}
