public import DatabaseTypes

/// A database that can be written.
///
/// All writes of one database object are serialized on one connection.
public protocol DatabaseWriter: DatabaseReader {
  /// The source of the database's changes.
  var changeSource: ChangeSource { get }

  /// Writes in one transaction, which is rolled back if the closure throws.
  ///
  /// ```swift
  /// try database.write { db in
  ///   try db.execute(sql: "DELETE FROM reminders WHERE id = ?", arguments: [7])
  /// }
  /// ```
  ///
  /// The transaction is `IMMEDIATE`. When this returns, it is committed and all observers have been
  /// notified.
  ///
  /// - Parameter body: The writes.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, or a ``DatabaseError``.
  func write<Result>(_ body: (Database) throws -> Result) throws -> Result

  /// Writes in one transaction, which is rolled back if the closure throws or the task is
  /// cancelled.
  ///
  /// Cancellation has no effect once the commit has begun.
  ///
  /// - Parameter body: The writes.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, a ``DatabaseError``, or `CancellationError`.
  func write<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws
    -> Result

  /// Uses the writer without a transaction: each statement commits on its own.
  ///
  /// Use it for statements that cannot run in a transaction: `VACUUM`, `DETACH`, some pragmas.
  ///
  /// ```swift
  /// try database.writeWithoutTransaction { db in
  ///   try db.execute(sql: "ATTACH ? AS archive", arguments: [archivePath])
  ///   try db.inTransaction {
  ///     try db.execute(sql: "INSERT INTO archive.orders SELECT * FROM orders WHERE isOld")
  ///     try db.execute(sql: "DELETE FROM orders WHERE isOld")
  ///     return .commit
  ///   }
  ///   try db.execute(sql: "DETACH archive")
  /// }
  /// ```
  ///
  /// An attached database stays attached until it is detached, but only on the writer: the readers
  /// of a pool do not see it. Attach it in ``Configuration/prepareDatabase(_:)`` to attach it to
  /// all connections. Its changes are reported under its name:
  /// `changes.tables[TableName(schema: "archive", "orders")]`.
  ///
  /// - Parameter body: The access. If it leaves a transaction open, the transaction is rolled back
  ///   and an error is thrown.
  func writeWithoutTransaction<Result>(_ body: (Database) throws -> Result) throws -> Result

  /// Uses the writer without starting a transaction, even within a write on the same thread.
  ///
  /// Use it for code that cannot receive the `db` of the write in which it runs. Within a write, it
  /// joins the transaction as if that `db` were used: its writes are committed or rolled back with
  /// the transaction. If it throws, it may leave its work half done.
  ///
  /// - Parameter body: The access.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, or a ``DatabaseError``: `.nestedAccess` within an asynchronous
  ///   transaction of the same task.
  func unsafeReentrantWrite<Result>(_ body: (Database) throws -> Result) throws -> Result

  /// Uses the writer without a transaction: each statement commits on its own.
  ///
  /// - Parameter body: The access. If it leaves a transaction open, the transaction is rolled back
  ///   and an error is thrown.
  func writeWithoutTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result

  /// Uses the writer without a transaction, while no reads are running.
  ///
  /// It waits for running reads to end, for as long as the configuration allows; reads that are
  /// requested later wait.
  ///
  /// - Parameter body: The access.
  func barrierWriteWithoutTransaction<Result>(_ body: (Database) throws -> Result) throws -> Result

  /// Uses the writer without a transaction, while no reads are running.
  ///
  /// - Parameter body: The access.
  func barrierWriteWithoutTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result

  /// Reads the state after the last commit.
  ///
  /// The closure sees all commits that have ended, and their observers have been notified. If the
  /// database has readers, this waits for the writer only while the read begins.
  ///
  /// - Parameter body: The reads. It receives the database and the number of the last change set.
  /// - Returns: The result of `body`.
  func readLastCommit<Result>(
    _ body: (_ db: Database, _ number: Int) throws -> Result
  ) throws -> Result

  /// Reads the state after the last commit.
  ///
  /// The closure sees all commits that have ended, and their observers have been notified. If the
  /// database has readers, this waits for the writer only while the read begins.
  ///
  /// - Parameter body: The reads. It receives the database and the number of the last change set.
  /// - Returns: The result of `body`.
  func readLastCommit<Result: Sendable>(
    _ body: @escaping @Sendable (_ db: Database, _ number: Int) throws -> Result
  ) async throws -> Result

  /// Writes in one transaction that may suspend.
  ///
  /// ```swift
  /// try await database.transaction { tx in
  ///   try await tx.execute(sql: "UPDATE orders SET state = 'paying' WHERE id = ?", arguments: [7])
  ///   try await pay()
  ///   try await tx.execute(sql: "UPDATE orders SET state = 'paid' WHERE id = ?", arguments: [7])
  /// }
  /// ```
  ///
  /// No other write runs during the transaction. Another write to the same database within the
  /// closure throws, since it would wait for itself.
  ///
  /// The closure runs on the caller's actor, so it can use the actor's state; without an actor, it
  /// runs on threads that are not part of Swift's cooperative pool. An actor whose thread a
  /// synchronous write blocks can continue the closure only after the deadline: write with `await`
  /// there.
  ///
  /// - Parameters:
  ///   - deadline: The time after which the transaction is rolled back, and using it throws.
  ///   - body: The writes, using the transaction.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, a ``DatabaseError`` such as `.transactionDeadline`, or
  ///   `CancellationError`.
  func transaction<Result>(
    deadline: Duration,
    _ body: (DatabaseTransaction) async throws -> Result
  ) async throws -> Result
}

extension DatabaseWriter {
  /// Uses the writer like ``writeWithoutTransaction(_:)``, which throws within a write.
  public func unsafeReentrantWrite<Result>(
    _ body: (Database) throws -> Result
  ) throws -> Result { try writeWithoutTransaction(body) }

  /// Reads the state after the last commit, on the writer.
  public func readLastCommit<Result>(
    _ body: (_ db: Database, _ number: Int) throws -> Result
  ) throws -> Result {
    let source = changeSource
    return try writeWithoutTransaction { db in
      try db.readOnly { try db.snapshotOfLastCommit(source, body) }
    }
  }

  /// Reads the state after the last commit, on the writer.
  public func readLastCommit<Result: Sendable>(
    _ body: @escaping @Sendable (_ db: Database, _ number: Int) throws -> Result
  ) async throws -> Result {
    let source = changeSource
    return try await writeWithoutTransaction { db in
      try db.readOnly { try db.snapshotOfLastCommit(source, body) }
    }
  }

  /// Writes in one transaction that may suspend, for at most 30 seconds.
  ///
  /// - Parameter body: The writes, using the transaction.
  public func transaction<Result>(
    _ body: (DatabaseTransaction) async throws -> Result
  ) async throws -> Result {
    try await transaction(deadline: .seconds(30), body)
  }

  /// The change sets of all future commits that are not empty, by this process and by others.
  ///
  /// No change set is dropped: if the consumer is slower than the writers, the buffer grows. The
  /// sequence ends when the task is cancelled or the database is closed.
  ///
  /// ```swift
  /// for await changes in database.changes { print(changes.origin, changes.tables.keys) }
  /// ```
  public var changes: AsyncStream<ChangeSet> { changeSource.changes() }
}
