public import DatabaseTypes

/// A database that can be read.
///
/// Accesses are served in the order in which they are asked for. A synchronous access runs on the caller's thread and
/// blocks it while it waits; an asynchronous one suspends the task, runs on a thread of the connection's own, and
/// ends early when the task is cancelled.
///
/// Both have one name: in a function that is `async` Swift chooses the asynchronous one, which needs `await`. In the
/// top-level code of a `main.swift` it chooses the synchronous one, also after `await`, which it then warns of: leave
/// `await` out there, or put the code in a function.
public protocol DatabaseReader: LiveDatabase {
  /// The configuration with which the database was opened.
  var configuration: Configuration { get }

  /// The path of the file; for a database in memory, what it was opened with.
  var path: String { get }

  /// Reads, in one transaction: all that the closure reads is of one moment.
  ///
  /// ```swift
  /// let count = try database.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM reminders") }
  /// ```
  ///
  /// - Parameter body: What to read; it may not write.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or a ``DatabaseError``.
  func read<Result>(_ body: (Database) throws -> Result) throws -> Result

  /// Reads, in one transaction: all that the closure reads is of one moment.
  ///
  /// - Parameter body: What to read; it may not write.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, a ``DatabaseError``, or `CancellationError`.
  func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws
    -> Result

  /// Reads without a transaction: two statements may see different moments.
  ///
  /// - Parameter body: What to read; it may not write.
  func unsafeRead<Result>(_ body: (Database) throws -> Result) throws -> Result

  /// Reads without a transaction: two statements may see different moments.
  ///
  /// - Parameter body: What to read; it may not write.
  func unsafeRead<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result)
    async throws -> Result

  /// What the database and its connections use.
  ///
  /// It waits for its turn.
  func statistics() throws -> DatabaseStatistics

  /// Gives back the memory that caches use, as far as nobody is using it.
  ///
  /// It waits for its turn. What is needed again is read and compiled again.
  func releaseMemory() throws

  /// Makes the statements that run now fail with `.interrupted`. It does not wait.
  func interrupt()

  /// Waits for its turn, closes all connections, and refuses later accesses with `.closed`.
  ///
  /// The last connection to close writes the write-ahead log into the file and removes it.
  ///
  /// - Throws: ``DatabaseError`` with `.busy` where a statement is unfinished; the database stays open then.
  func close() throws
}
