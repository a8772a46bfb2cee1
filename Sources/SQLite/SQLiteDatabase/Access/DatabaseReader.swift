public import DatabaseTypes

/// A database that can be read.
///
/// Accesses are served in the order in which they are requested. A synchronous access runs on the
/// caller's thread, which it blocks while it waits. An asynchronous access suspends the task, runs
/// on a thread of the library, and ends early if the task is cancelled.
///
/// Both have the same name: in an `async` function, Swift selects the asynchronous one, which needs
/// `await`. In the top-level code of a `main.swift`, it selects the synchronous one even after
/// `await`, and warns about it: either omit `await` there, or move the code into a function.
public protocol DatabaseReader: LiveDatabase {
  /// The configuration with which the database was opened.
  var configuration: Configuration { get }

  /// The path of the file; for a database in memory, the path it was opened with.
  var path: String { get }

  /// Reads in one transaction, so that everything the closure reads is of one snapshot.
  ///
  /// ```swift
  /// let count = try database.read { db in
  ///   try Int.fetchOne(db, sql: "SELECT count(*) FROM reminders")
  /// }
  /// ```
  ///
  /// - Parameter body: The reads; it must not write.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, or a ``DatabaseError``.
  func read<Result>(_ body: (Database) throws -> Result) throws -> Result

  /// Reads in one transaction, so that everything the closure reads is of one snapshot.
  ///
  /// - Parameter body: The reads; it must not write.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, a ``DatabaseError``, or `CancellationError`.
  func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws
    -> Result

  /// Reads without a transaction: two statements may see different states of the database.
  ///
  /// - Parameter body: The reads; it must not write.
  func unsafeRead<Result>(_ body: (Database) throws -> Result) throws -> Result

  /// Reads without a transaction: two statements may see different states of the database.
  ///
  /// - Parameter body: The reads; it must not write.
  func unsafeRead<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result)
    async throws -> Result

  /// Returns statistics about the database and its connections.
  ///
  /// It waits for its turn.
  func statistics() throws -> DatabaseStatistics

  /// Releases memory of caches that are not in use.
  ///
  /// It waits for its turn. Pages and statements that are needed again are read and compiled again.
  func releaseMemory() throws

  /// Makes the running statements fail with `.interrupted`, without waiting.
  func interrupt()

  /// Closes all connections when it is its turn; later accesses throw `.closed`.
  ///
  /// The last connection to close writes the write-ahead log into the file and removes it.
  ///
  /// - Throws: ``DatabaseError`` with `.busy` if a statement is unfinished. The database then stays
  ///   open.
  func close() throws
}
