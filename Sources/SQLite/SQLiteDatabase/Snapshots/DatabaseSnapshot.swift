/// A database in the state of one commit, which can be read repeatedly whatever is written
/// meanwhile.
///
/// ```swift
/// let snapshot = try pool.makeSnapshot()
/// let count = try snapshot.read { db in try Player.fetchCount(db) }
/// // This reads the same rows that were counted, whatever was written meanwhile.
/// let players = try snapshot.read { db in try Player.fetchAll(db) }
/// ```
///
/// A snapshot has one or more connections of its own, with a read transaction that lasts until the
/// snapshot is released or closed. Meanwhile the write-ahead log cannot be restarted, and grows
/// with each commit, so do not keep a snapshot longer than necessary. Accesses to it cannot write.
/// It does not retain the pool, and the pool does not know about it, so the two can be closed in
/// any order.
///
/// Reads of a snapshot with one reader wait for each other; a snapshot from
/// ``DatabasePool/makeSnapshotPool()`` has as many readers as the pool. A read within a read of the
/// same snapshot throws ``DatabaseError/Code/nestedAccess``.
///
/// https://www.sqlite.org/isolation.html
public final class DatabaseSnapshot: DatabaseReader {
  /// The configuration with which the database was opened.
  public let configuration: Configuration
  /// The path of the file.
  public let path: String
  let readers: SnapshotReaders

  init(_ opening: DatabaseOpening, _ readers: [SerializedConnection]) {
    configuration = opening.configuration
    path = opening.path
    self.readers = SnapshotReaders(readers, path: opening.path)
  }

  /// Opens a file in its current state.
  ///
  /// - Parameters:
  ///   - path: The path of a file with a write-ahead log.
  ///   - configuration: The settings.
  /// - Throws: ``DatabaseError`` with the reason why the file cannot be opened, or with `.misuse`
  ///   if it has no write-ahead log.
  public convenience init(path: String, configuration: Configuration = Configuration()) throws {
    var existing = configuration
    existing.createsFiles = false
    let opening = DatabaseOpening(path: path, configuration: existing)
    try opening.checkSupportsSnapshots()
    self.init(opening, [try opening.openSnapshotReader(ChangeSource())])
  }
}

/// A snapshot with several readers, which do not wait for each other.
public typealias DatabaseSnapshotPool = DatabaseSnapshot

extension DatabaseSnapshot {
  /// Reads the state of the snapshot.
  public func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try readers.sync(body)
  }

  /// Reads the state of the snapshot.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await readers.async(body)
  }

  /// Reads the state of the snapshot, like `read`.
  public func unsafeRead<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try readers.sync(body)
  }

  /// Reads the state of the snapshot, like `read`.
  public func unsafeRead<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await readers.async(body)
  }

  /// Makes running statements fail with `.interrupted`.
  public func interrupt() { readers.interrupt() }

  /// Closes the connections when it is its turn; later reads throw `.closed`.
  public func close() throws { try readers.close() }
}
