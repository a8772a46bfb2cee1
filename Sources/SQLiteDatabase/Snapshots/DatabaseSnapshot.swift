/// A database as it was at one moment, which can be read again and again whatever is written meanwhile.
///
/// ```swift
/// let snapshot = try pool.makeSnapshot()
/// let count = try snapshot.read { db in try Player.fetchCount(db) }
/// // However long that takes, and whatever is written: it is the count of the same rows.
/// let players = try snapshot.read { db in try Player.fetchAll(db) }
/// ```
///
/// It is a connection of its own, or several, with a read transaction that goes on until the snapshot is let go or closed. So
/// the write-ahead log cannot begin anew meanwhile, and grows with each commit: do not keep one for longer than it is of
/// use. What runs in it cannot write. It does not keep the pool, nor does the pool know of it: the two are closed in any order.
///
/// Reads of a snapshot with one reader wait for each other; one that ``DatabasePool/makeSnapshotPool()`` makes has as many as
/// the pool. A read within a read of the same snapshot throws ``DatabaseError/Code/nestedAccess``.
///
/// https://www.sqlite.org/isolation.html
public final class DatabaseSnapshot: DatabaseReader {
  /// The configuration with which the database was opened.
  public let configuration: Configuration
  /// The path of the file.
  public let path: String
  let readers: HeldReaders

  init(_ opening: DatabaseOpening, _ readers: [SerializedConnection]) {
    configuration = opening.configuration
    path = opening.path
    self.readers = HeldReaders(readers, path: opening.path)
  }

  /// Opens a file, as it is now.
  ///
  /// - Parameters:
  ///   - path: The path of a file with a write-ahead log.
  ///   - configuration: How to open and use it.
  /// - Throws: ``DatabaseError`` that says why the file cannot be opened; with `.misuse` where it has no write-ahead log.
  public convenience init(path: String, configuration: Configuration = Configuration()) throws {
    var existing = configuration
    existing.createsFiles = false
    let opening = DatabaseOpening(path: path, configuration: existing)
    try opening.checkMayHaveSnapshots()
    self.init(opening, [try opening.openHeldReader(ChangeSource())])
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

  /// Reads the state of the snapshot, as `read` does.
  public func unsafeRead<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try readers.sync(body)
  }

  /// Reads the state of the snapshot, as `read` does.
  public func unsafeRead<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await readers.async(body)
  }

  /// Makes the statements that run now fail with `.interrupted`.
  public func interrupt() { readers.interrupt() }

  /// Waits for its turn, closes the connections, and refuses later reads with `.closed`.
  public func close() throws { try readers.close() }
}
