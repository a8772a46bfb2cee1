/// A database for reading whose kind is hidden; it passes each access on.
///
/// `any DatabaseReader` does the same without an object of its own. This type is for code that was
/// written for it.
public final class AnyDatabaseReader: DatabaseReader {
  /// The database itself.
  package let base: any DatabaseReader

  /// Creates a reader that passes each access on to a database.
  public init(_ base: any DatabaseReader) {
    self.base = (base as? AnyDatabaseReader)?.base ?? base
  }

  /// The configuration that the database was opened with.
  public var configuration: Configuration { base.configuration }

  /// The path of the file; `:memory:` for a database in memory.
  public var path: String { base.path }
}

extension AnyDatabaseReader {
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
