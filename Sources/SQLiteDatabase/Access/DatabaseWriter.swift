public import DatabaseTypes

/// A database that can be written.
///
/// All writes of one object are made one after the other, by one connection.
public protocol DatabaseWriter: DatabaseReader {
  /// Where the changes of the database come from.
  var changeSource: ChangeSource { get }

  /// Writes, in one transaction, which is rolled back where the closure throws.
  ///
  /// ```swift
  /// try database.write { db in
  ///   try db.execute(sql: "DELETE FROM reminders WHERE id = ?", arguments: [7])
  /// }
  /// ```
  ///
  /// The transaction is `IMMEDIATE`. When this returns, it is committed, and all observers have been told.
  ///
  /// - Parameter body: What to write.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or a ``DatabaseError``.
  func write<Result>(_ body: (Database) throws -> Result) throws -> Result

  /// Writes, in one transaction, which is rolled back where the closure throws or the task is cancelled.
  ///
  /// Once the transaction is being committed, cancellation has no effect.
  ///
  /// - Parameter body: What to write.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, a ``DatabaseError``, or `CancellationError`.
  func write<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws
    -> Result

  /// Uses the writer without a transaction: each statement commits by itself.
  ///
  /// What cannot run in a transaction belongs here: `VACUUM`, `DETACH`, some pragmas.
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
  /// A database that is attached stays so until it is detached, on the writer alone: the readers of a pool do not see it.
  /// ``Configuration/prepareDatabase(_:)`` attaches one to all connections. Its changes are told with its name:
  /// `changes.tables[TableName(schema: "archive", "orders")]`.
  ///
  /// - Parameter body: What to do; a transaction that it leaves open is rolled back, and is an error.
  func writeWithoutTransaction<Result>(_ body: (Database) throws -> Result) throws -> Result

  /// Uses the writer without a transaction of its own, also within a write on the same thread, whose transaction it then joins.
  ///
  /// It is for code that cannot be given the `db` of the write within which it runs. Within a write it is as if that `db` were
  /// used: what it writes is committed and rolled back with it. It cannot tell whether an error leaves half of its work.
  ///
  /// - Parameter body: What to do.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or a ``DatabaseError``: `.nestedAccess` within an asynchronous transaction of the same task.
  func unsafeReentrantWrite<Result>(_ body: (Database) throws -> Result) throws -> Result

  /// Uses the writer without a transaction: each statement commits by itself.
  ///
  /// - Parameter body: What to do; a transaction that it leaves open is rolled back, and is an error.
  func writeWithoutTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result

  /// Uses the writer without a transaction, while nobody reads.
  ///
  /// It waits until the reads that are going on have ended, for as long as the configuration says; reads that are
  /// asked for later wait.
  ///
  /// - Parameter body: What to do.
  func barrierWriteWithoutTransaction<Result>(_ body: (Database) throws -> Result) throws -> Result

  /// Uses the writer without a transaction, while nobody reads.
  ///
  /// - Parameter body: What to do.
  func barrierWriteWithoutTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result

  /// Reads the state after the last commit: all commits that have ended are seen, and their observers been told.
  ///
  /// Where there are readers, the writer is only waited for while the read begins.
  ///
  /// - Parameter body: What to read; it gets the database and the number of the last change set.
  /// - Returns: What `body` returns.
  func readLastCommit<Result>(
    _ body: (_ db: Database, _ number: Int) throws -> Result
  ) throws -> Result

  /// Reads the state after the last commit: all commits that have ended are seen, and their observers been told.
  ///
  /// Where there are readers, the writer is only waited for while the read begins.
  ///
  /// - Parameter body: What to read; it gets the database and the number of the last change set.
  /// - Returns: What `body` returns.
  func readLastCommit<Result: Sendable>(
    _ body: @escaping @Sendable (_ db: Database, _ number: Int) throws -> Result
  ) async throws -> Result

  /// Writes, in one transaction that may suspend.
  ///
  /// ```swift
  /// try await database.transaction { tx in
  ///   try await tx.execute(sql: "UPDATE orders SET state = 'paying' WHERE id = ?", arguments: [7])
  ///   try await pay()
  ///   try await tx.execute(sql: "UPDATE orders SET state = 'paid' WHERE id = ?", arguments: [7])
  /// }
  /// ```
  ///
  /// Nobody else writes meanwhile. Another write to the same database from within throws, as it would wait for
  /// itself.
  ///
  /// - Parameters:
  ///   - deadline: After this time the transaction is rolled back, and using it throws.
  ///   - body: What to do, with the transaction.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, a ``DatabaseError`` such as `.transactionDeadline`, or `CancellationError`.
  func transaction<Result>(
    deadline: Duration,
    _ body: (DatabaseTransaction) async throws -> Result
  ) async throws -> Result
}

extension DatabaseWriter {
  /// Uses the writer as ``writeWithoutTransaction(_:)`` does, which throws within a write.
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

  /// Writes, in one transaction that may suspend, for at most 30 seconds.
  ///
  /// - Parameter body: What to do, with the transaction.
  public func transaction<Result>(
    _ body: (DatabaseTransaction) async throws -> Result
  ) async throws -> Result {
    try await transaction(deadline: .seconds(30), body)
  }

  /// One change set for each commit that is not empty, from now on: this process's and others'.
  ///
  /// None is left out: a consumer that is slower than the writers makes the buffer grow. The sequence ends when
  /// the task is cancelled and when the database is closed.
  ///
  /// ```swift
  /// for await changes in database.changes { print(changes.origin, changes.tables.keys) }
  /// ```
  public var changes: AsyncStream<ChangeSet> { changeSource.changes() }
}
