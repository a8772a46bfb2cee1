import DatabaseTypes
import SQLite
import Synchronization

/// A connection that one access at a time uses.
///
/// `@unchecked Sendable`: 1. whoever uses `database` holds this connection's lease, which a ``Lender`` gives to one
/// access at a time, and which orders one access after the other; 2. everything else is a constant or guarded by
/// itself.
final class SerializedConnection: @unchecked Sendable {
  let executor: ConnectionExecutor
  let interruptHandle: InterruptHandle
  private let database: Database
  /// The thread on which an access runs, or 0.
  private let runningThread = Atomic<UInt>(0)

  init(_ database: Database, executor: ConnectionExecutor) {
    self.database = database
    self.executor = executor
    interruptHandle = database.connection.interruptHandle
  }

  deinit { database.releaseStatements() }

  /// Whether an access of this connection is going on further up on this thread.
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
  /// The caller holds the lease.
  ///
  /// Cancelling the task interrupts the access.
  ///
  /// - Parameters:
  ///   - looksOut: Whether this thread, where no other access goes on, stays awake for some microseconds rather than be woken.
  ///   - giveBack: Gives the lease back, on the access's thread.
  func runAsync<Result: Sendable>(
    readOnly: Bool,
    looksOut: Bool = false,
    giveBack: @escaping @Sendable () -> Void,
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    let threads = AccessThreads.shared
    if looksOut, threads.isCalm, Handover<Result>.isWorthIt {
      return try await Handover<Result>.run(on: threads) { [self] in
        try await runHere(readOnly: readOnly, giveBack: giveBack, body)
      }
    }
    return try await withTaskExecutorPreference(threads, isolation: nil) {
      try await runHere(readOnly: readOnly, giveBack: giveBack, body)
    }
  }

  private func runHere<Result: Sendable>(
    readOnly: Bool,
    giveBack: @Sendable () -> Void,
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    // Who waits for the connection comes on this very thread then, since it is free again.
    defer { giveBack() }
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      try AccessThreads.shared.inAccess {
        try run(readOnly: readOnly, cancellation: flag, body)
      }
    } onCancel: {
      flag.cancel()
    }
  }

  /// Runs a closure with the database of the access that is going on further up on this thread.
  ///
  /// - Returns: `nil` where there is none.
  func withRunning<Result>(_ body: (Database) throws -> Result) rethrows -> Result? {
    isRunningOnThisThread ? try body(database) : nil
  }

  /// Runs a part of an access that spans several.
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
  func runKept<Result>(
    readOnly: Bool,
    cancellation: CancellationFlag?,
    _ body: (Database) throws -> Result
  ) throws -> Result {
    runningThread.store(CurrentThread.identity, ordering: .relaxed)
    defer { runningThread.store(0, ordering: .relaxed) }
    return try database.kept(readOnly: readOnly, cancellation: cancellation, body)
  }

  /// Closes the connection.
  ///
  /// The caller holds the lease.
  ///
  /// - Throws: ``DatabaseError`` with `.busy` where statements are unfinished.
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
  /// Runs an access, and sees to it that nothing is left open.
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
    if hasUnfinishedInstallations { try throwInstallationError() }
    return result
  }

  /// The error to throw for one that ended an access: where its task was cancelled, what was interrupted for that.
  ///
  /// Not only statements that run are interrupted, but also the compiling of one, and what the library reads by itself.
  private func asCancellation(_ error: any Error) -> any Error {
    guard cancellation?.isCancelled == true, let error = error as? DatabaseError,
      error.canBeInterruption
    else { return error }
    return CancellationError()
  }

  /// Runs a part of an asynchronous transaction: what it leaves open stays open.
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

  /// Runs an access of a session: what it leaves open stays open, and the next one may end it.
  func kept<Result>(
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

  /// The access ends, so that no statement uses any more what was to be replaced.
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
    if writersSchema != nil { followWritersSchema() }
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
        "A transaction was open at the end of the access, and was rolled back: commit it within the access."
    )
  }

  /// Ends cursors that outlive their access, which nobody interrupts from now on.
  private func endCursors() {
    let flag = cancellation
    cancellation = nil
    accessNumber += 1
    // SQLite's FTS5 can leave a statement of its own busy when it is interrupted. As long as one is, SQLite takes the
    // interruption to go on, and whatever the next access does would be interrupted too. The flag is asked last: a
    // cancellation that came after it was asked, and before it let the connection go, would reach the next access.
    if wasInterrupted || flag?.isCancelled == true { connection.resetBusyStatements() }
    wasInterrupted = false
    guard runningCount > 0 else { return }
    runningCount = 0
    connection.resetBusyStatements()
    keptStatements.removeAll()
    recordPlans.removeAll()
    if capture.transactionEnd != nil { try? settle() }
  }
}
