import DatabaseTypes
import SQLite

/// The moment when a transaction acquires its locks.
///
/// https://www.sqlite.org/lang_transaction.html
public enum TransactionKind: String, Sendable, Hashable {
  /// At the first read and the first write; the latter can then fail, whatever the busy policy.
  case deferred
  /// The write lock is acquired immediately.
  case immediate
  /// The write lock is acquired immediately; outside of WAL mode, it also excludes readers.
  case exclusive
}

/// The way a transaction ends.
public enum TransactionCompletion: Sendable {
  /// Its changes are kept.
  case commit
  /// Its changes are undone.
  case rollback
}

extension Database {
  /// Runs a closure in a transaction.
  ///
  /// The transaction is rolled back if the closure throws or returns `.rollback`, unless SQLite has
  /// already rolled it back due to an error. If several errors occur, the first one is thrown.
  ///
  /// - Parameters:
  ///   - kind: When the transaction acquires its locks; by default, immediately if the connection
  ///     can write, otherwise at the first read.
  ///   - body: The work. It returns how to end the transaction.
  /// - Throws: The error of `body`, or a ``DatabaseError``; one with `.sql` within another
  ///   transaction.
  public func inTransaction(
    _ kind: TransactionKind? = nil,
    _ body: () throws -> TransactionCompletion
  ) throws {
    try beginManaged(kind ?? defaultTransactionKind)
    let completion: TransactionCompletion
    do { completion = try body() } catch {
      rollbackManaged()
      throw error
    }
    try endManaged(completion)
  }

  /// Runs a closure in a transaction, commits, and returns the closure's result.
  package func transaction<Result>(_ kind: TransactionKind, _ body: () throws -> Result) throws
    -> Result
  {
    try beginManaged(kind)
    let result: Result
    do { result = try body() } catch {
      rollbackManaged()
      throw error
    }
    try endManaged(.commit)
    return result
  }

  private var defaultTransactionKind: TransactionKind {
    isReadOnlyAccess || configuration.readOnly ? .deferred : .immediate
  }

  private func beginManaged(_ kind: TransactionKind) throws {
    try checkAccess()
    if let cancellation, cancellation.isCancelled { throw CancellationError() }
    // SQLite has ended the current transaction; a new one would commit the rest of its writes.
    if isInManagedTransaction || isInOpenTransaction, connection.isAutocommit {
      throw DatabaseError.aborted(sql: nil)
    }
    try control(.begin(kind))
    isInManagedTransaction = true
  }

  private func endManaged(_ completion: TransactionCompletion) throws {
    guard completion == .commit else { return rollbackManaged() }
    if connection.isAutocommit {
      isInManagedTransaction = false
      throw DatabaseError.aborted(sql: nil)
    }
    if let cancellation, cancellation.isCancelled, !isReadOnlyAccess {
      rollbackManaged()
      throw CancellationError()
    }
    isInManagedTransaction = false
    do { try commitTransaction() } catch {
      let reported = capture.takeObserverError() ?? error
      rollbackManaged()
      throw reported
    }
  }

  /// Rolls back, unless SQLite has already done so.
  private func rollbackManaged() {
    isInManagedTransaction = false
    rollbackIfOpen()
  }

  func rollbackIfOpen() {
    guard !connection.isAutocommit else { return }
    do { try control(.rollback) } catch {
      // After an interrupt, FTS5 can leave one of its internal statements busy, which prevents the
      // transaction from ending.
      connection.resetBusyStatements()
      do { try control(.rollback) } catch {
        configuration.log(.error, "A transaction could not be rolled back: \(error)")
      }
    }
  }

  /// Runs a closure in a savepoint, or in a transaction if none is open.
  ///
  /// Its changes are undone if the closure throws or returns `.rollback`.
  ///
  /// - Throws: The error of `body`, or a ``DatabaseError``.
  ///
  /// https://www.sqlite.org/lang_savepoint.html
  public func inSavepoint(_ body: () throws -> TransactionCompletion) throws {
    guard isInsideTransaction else {
      // For a savepoint that begins a transaction, SQLite calls the commit hook differently.
      return try inTransaction(nil, body)
    }
    try checkAccess()
    try control(.savepoint)
    let completion: TransactionCompletion
    do { completion = try body() } catch {
      try? endSavepoint(.rollback)
      throw error
    }
    if completion == .commit, connection.isAutocommit { throw DatabaseError.aborted(sql: nil) }
    try endSavepoint(completion)
  }

  private func endSavepoint(_ completion: TransactionCompletion) throws {
    guard !connection.isAutocommit else { return }
    if completion == .rollback { try control(.rollbackToSavepoint) }
    try control(.releaseSavepoint)
    if completion == .rollback { didUndoSavepoint() }
  }

  /// Begins a transaction that `commit` or `rollback` has to end, in an access without a
  /// transaction.
  public func beginTransaction(_ kind: TransactionKind? = nil) throws {
    try checkAccess()
    if isInOpenTransaction, connection.isAutocommit { throw DatabaseError.aborted(sql: nil) }
    try control(.begin(kind ?? defaultTransactionKind))
    isInOpenTransaction = !isInManagedTransaction
  }

  /// Commits the transaction begun by `beginTransaction`.
  public func commit() throws {
    try checkUnmanaged()
    let wasOpen = isInOpenTransaction
    defer { isInOpenTransaction = !connection.isAutocommit }
    if wasOpen, connection.isAutocommit { throw DatabaseError.aborted(sql: nil) }
    do { try commitTransaction() } catch { throw capture.takeObserverError() ?? error }
  }

  /// Rolls back the transaction begun by `beginTransaction`, unless SQLite has already done so.
  public func rollback() throws {
    try checkUnmanaged()
    defer { isInOpenTransaction = !connection.isAutocommit }
    guard !connection.isAutocommit else { return }
    try control(.rollback)
  }

  // MARK: Asynchronous transactions, which begin and end in different parts of an access

  func beginAsync() throws {
    updateInterest()
    try beginManaged(.immediate)
  }

  func commitAsync() throws { try endManaged(.commit) }

  func endAsync() { rollbackManaged() }

  private func checkUnmanaged() throws {
    try checkAccess()
    guard isInManagedTransaction else { return }
    throw DatabaseError(
      code: .misuse,
      message:
        "The access that began the transaction ends it: return to commit, throw to roll back."
    )
  }
}
