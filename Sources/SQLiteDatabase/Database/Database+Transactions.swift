import SQLite

/// When a transaction takes its locks.
///
/// https://www.sqlite.org/lang_transaction.html
public enum TransactionKind: String, Sendable, Hashable {
  /// At the first read, and at the first write: which then can fail, whatever the busy policy.
  case deferred
  /// The lock to write at once.
  case immediate
  /// The lock to write at once, and outside of WAL mode nobody else reads.
  case exclusive
}

/// How a transaction ends.
public enum TransactionCompletion: Sendable {
  /// What it did stays.
  case commit
  /// What it did is undone.
  case rollback
}

extension Database {
  /// Runs a closure in a transaction.
  ///
  /// The transaction is rolled back when the closure throws or says so, unless SQLite has done so after an error. The
  /// first error is the one thrown.
  ///
  /// - Parameters:
  ///   - kind: When it takes its locks: at once for a connection that can write, else at the first read.
  ///   - body: What to do, and how the transaction ends.
  /// - Throws: What `body` throws, or a ``DatabaseError``; one with `.sql` within another transaction.
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

  /// Runs a closure in a transaction, commits, and returns what the closure returns.
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
    // SQLite has ended the transaction that is being written: another one would commit the rest of it.
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

  /// Rolls back, unless SQLite has done so by itself.
  private func rollbackManaged() {
    isInManagedTransaction = false
    rollbackIfOpen()
  }

  func rollbackIfOpen() {
    guard !connection.isAutocommit else { return }
    do { try control(.rollback) } catch {
      // An interrupted FTS5 can leave a statement of its own busy, which keeps the transaction from ending.
      connection.resetBusyStatements()
      do { try control(.rollback) } catch {
        configuration.log(.error, "A transaction could not be rolled back: \(error)")
      }
    }
  }

  /// Runs a closure in a savepoint, or in a transaction where none is open.
  ///
  /// What it did is undone when the closure throws or says so.
  ///
  /// - Throws: What `body` throws, or a ``DatabaseError``.
  ///
  /// https://www.sqlite.org/lang_savepoint.html
  public func inSavepoint(_ body: () throws -> TransactionCompletion) throws {
    guard isInsideTransaction else {
      // SQLite calls the commit hook differently for a savepoint that begins a transaction.
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

  /// Begins a transaction that `commit` or `rollback` ends, for accesses without one.
  public func beginTransaction(_ kind: TransactionKind? = nil) throws {
    try checkAccess()
    if isInOpenTransaction, connection.isAutocommit { throw DatabaseError.aborted(sql: nil) }
    try control(.begin(kind ?? defaultTransactionKind))
    isInOpenTransaction = !isInManagedTransaction
  }

  /// Commits the transaction that `beginTransaction` began.
  public func commit() throws {
    try checkUnmanaged()
    let wasOpen = isInOpenTransaction
    defer { isInOpenTransaction = !connection.isAutocommit }
    if wasOpen, connection.isAutocommit { throw DatabaseError.aborted(sql: nil) }
    do { try commitTransaction() } catch { throw capture.takeObserverError() ?? error }
  }

  /// Rolls back the transaction that `beginTransaction` began; nothing where SQLite has done so.
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
        "The transaction is ended by the access that began it: return to commit, throw to roll back."
    )
  }
}
