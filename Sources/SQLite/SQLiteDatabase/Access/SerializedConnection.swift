import DatabaseTypes
import SQLite
import Synchronization

/// A connection that is used by one access at a time.
///
/// `@unchecked Sendable`: 1. Every user of `database` holds this connection's lease, which a
/// ``ConnectionLender`` gives to one access at a time, and which orders the accesses. 2. Everything
/// else is constant, or guards itself.
final class SerializedConnection: @unchecked Sendable {
  let executor: ConnectionExecutor
  let interruptHandle: InterruptHandle
  private let database: Database
  /// The thread on which an access is running, or 0.
  private let runningThread = Atomic<UInt>(0)

  init(_ database: Database, executor: ConnectionExecutor) {
    self.database = database
    self.executor = executor
    interruptHandle = database.connection.interruptHandle
  }

  deinit { database.releaseStatements() }

  /// Whether an access of this connection is running further up the stack of this thread.
  var isRunningOnThisThread: Bool {
    runningThread.load(ordering: .relaxed) == CurrentThread.identity
  }

  /// Makes running statements fail.
  func interrupt() { interruptHandle.interrupt() }

  /// Runs an access on this thread.
  ///
  /// The caller holds the lease.
  func run<Result>(
    readOnly: Bool,
    cancellation: CancellationFlag? = nil,
    _ body: (Database) throws -> Result
  ) throws -> Result {
    runningThread.store(CurrentThread.identity, ordering: .relaxed)
    defer { runningThread.store(0, ordering: .relaxed) }
    return try database.access(readOnly: readOnly, cancellation: cancellation, body)
  }

  /// Runs an access on a thread that may block.
  ///
  /// The caller holds the lease. Cancelling the task interrupts the access.
  ///
  /// - Parameters:
  ///   - spins: Whether to wait actively for the result for some microseconds, if no other
  ///     access is running, instead of suspending the task.
  ///   - returnLease: Returns the lease, on the thread of the access.
  func runAsync<Result: Sendable>(
    readOnly: Bool,
    spins: Bool = false,
    returnLease: @escaping @Sendable () -> Void,
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    let threads = AccessThreads.shared
    if spins, threads.isIdle, AwaitedJob<Result>.shouldSpin {
      return try await AwaitedJob<Result>.run(on: threads) { [self] in
        try await runHere(readOnly: readOnly, returnLease: returnLease, body)
      }
    }
    return try await withTaskExecutorPreference(threads, isolation: nil) {
      try await runHere(readOnly: readOnly, returnLease: returnLease, body)
    }
  }

  private func runHere<Result: Sendable>(
    readOnly: Bool,
    returnLease: @Sendable () -> Void,
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    // The next access that waits for the connection then runs on this thread, since it is free.
    defer { returnLease() }
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      try AccessThreads.shared.inAccess {
        try run(readOnly: readOnly, cancellation: flag, body)
      }
    } onCancel: {
      flag.cancel()
    }
  }

  /// Runs a closure with the database of the access that runs further up the stack of this thread.
  ///
  /// - Returns: `nil` if there is no such access.
  func withRunning<Result>(_ body: (Database) throws -> Result) rethrows -> Result? {
    isRunningOnThisThread ? try body(database) : nil
  }

  /// Runs a part of an access that consists of several parts.
  ///
  /// The caller holds the lease.
  func runPart<Result>(cancellation: CancellationFlag?, _ body: (Database) throws -> Result) throws
    -> Result
  {
    runningThread.store(CurrentThread.identity, ordering: .relaxed)
    defer { runningThread.store(0, ordering: .relaxed) }
    return try database.part(cancellation: cancellation, body)
  }

  /// Runs an access of a session.
  ///
  /// The caller holds the lease.
  func runInSession<Result>(
    readOnly: Bool,
    cancellation: CancellationFlag?,
    _ body: (Database) throws -> Result
  ) throws -> Result {
    runningThread.store(CurrentThread.identity, ordering: .relaxed)
    defer { runningThread.store(0, ordering: .relaxed) }
    return try database.inSession(readOnly: readOnly, cancellation: cancellation, body)
  }

  /// Closes the connection.
  ///
  /// The caller holds the lease.
  ///
  /// - Throws: ``DatabaseError`` with `.busy` if statements are unfinished.
  func close() throws {
    database.releaseStatements()
    do throws(SQLiteError) { try database.connection.close() } catch {
      let busy = database.connection.busyStatements
      throw DatabaseError(
        code: .busy,
        message:
          "The database cannot be closed while it is in use: by \(plural(busy.count, "statement")), or by a blob or backup.",
        resultCode: error.code,
        sql: busy.first,
        path: database.path
      )
    }
  }
}

extension Database {
  /// Runs an access, and ensures that it leaves nothing open.
  func access<Result>(
    readOnly: Bool,
    cancellation: CancellationFlag?,
    _ body: (Database) throws -> Result
  ) throws -> Result {
    try begin(readOnly: readOnly, cancellation: cancellation)
    let result: Result
    do { result = try body(self) } catch {
      let reported = asCancellation(error)
      try? end()
      throw reported
    }
    try end()
    if hasPendingInstallations { try throwInstallationError() }
    return result
  }

  /// Returns `CancellationError` for an interruption that is due to the task's cancellation.
  ///
  /// Not only running statements are interrupted, but also the compilation of statements, and the
  /// library's internal reads.
  private func asCancellation(_ error: any Error) -> any Error {
    guard cancellation?.isCancelled == true, let error = error as? DatabaseError,
      error.canBeInterruption
    else { return error }
    return CancellationError()
  }

  /// Runs a part of an asynchronous transaction, which may leave statements and transactions open.
  func part<Result>(cancellation: CancellationFlag?, _ body: (Database) throws -> Result) throws
    -> Result
  {
    guard connection.isOpen else { throw DatabaseError.closed(path: path) }
    isInAccess = true
    self.cancellation = cancellation
    defer {
      endCursors()
      isInAccess = false
    }
    do { return try body(self) } catch { throw asCancellation(error) }
  }

  /// Runs an access of a session.
  ///
  /// It may leave a transaction open for the next access to end.
  func inSession<Result>(
    readOnly: Bool,
    cancellation: CancellationFlag?,
    _ body: (Database) throws -> Result
  ) throws -> Result {
    try begin(readOnly: readOnly, cancellation: cancellation)
    isInOpenTransaction = !connection.isAutocommit
    defer {
      endCursors()
      isInAccess = false
      isReadOnlyAccess = false
      isInOpenTransaction = false
    }
    do { return try body(self) } catch { throw asCancellation(error) }
  }

  /// Finishes installations, now that no statement of the access uses the replaced functions.
  private func throwInstallationError() throws {
    isInAccess = true
    defer { isInAccess = false }
    try finishInstallations()
  }

  private func begin(readOnly: Bool, cancellation: CancellationFlag?) throws {
    guard connection.isOpen else { throw DatabaseError.closed(path: path) }
    if holdsSnapshot, connection.isAutocommit { throw DatabaseError.lostSnapshot(path: path) }
    accessNumber += 1
    isInAccess = true
    isReadOnlyAccess = readOnly
    self.cancellation = cancellation
    busy.forgetWaited()
    _ = capture.takeObserverError()
    if !readOnly { updateInterest() }
    if writerSchemaChanges != nil { followWritersSchema() }
  }

  private func end() throws {
    endCursors()
    defer {
      isInAccess = false
      isReadOnlyAccess = false
      isInOpenTransaction = false
    }
    guard !connection.isAutocommit, !holdsSnapshot else { return }
    rollbackIfOpen()
    throw DatabaseError(
      code: .transactionLeftOpen,
      message:
        "A transaction was still open at the end of the access and was rolled back: commit it within the access."
    )
  }

  /// Ends cursors that outlive their access, which can no longer be interrupted.
  private func endCursors() {
    let flag = cancellation
    cancellation = nil
    accessNumber += 1
    // After an interrupt, SQLite's FTS5 can leave one of its internal statements busy. As long as
    // there is one, SQLite considers the interrupt to be in effect, and would also interrupt the
    // next access. Check the flag last: a cancellation that came after the check, but before the
    // flag released the connection, would affect the next access.
    if wasInterrupted || flag?.isCancelled == true { connection.resetBusyStatements() }
    wasInterrupted = false
    guard runningCount > 0 else { return }
    runningCount = 0
    connection.resetBusyStatements()
    statementCache.removeAll()
    recordPlans.removeAll()
    if capture.transactionEnd != nil { try? settle() }
  }
}
