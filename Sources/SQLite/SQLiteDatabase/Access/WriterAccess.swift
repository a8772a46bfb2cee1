import DatabaseTypes
import SQLite
import Synchronization

/// The writer of a database object, and the queue of accesses that wait for it.
package final class WriterAccess: Sendable {
  let connection: SerializedConnection
  let source: ChangeSource
  private let lender: ConnectionLender<SerializedConnection>
  private let path: String
  /// The reader reserved for the holder of the writer; `nil` for a queue.
  private let ownReader: ReaderQueue?

  init(
    _ connection: SerializedConnection,
    source: ChangeSource,
    path: String,
    ownReader: ReaderQueue? = nil
  ) {
    self.connection = connection
    self.source = source
    self.path = path
    self.ownReader = ownReader
    lender = ConnectionLender(limit: 1, [connection])
  }

  deinit { source.close() }

  /// Runs an access on this thread when it is its turn.
  package func sync<Result>(readOnly: Bool = false, _ body: (Database) throws -> Result) throws
    -> Result
  {
    _ = try lender.lease(beforeWaiting: checkNesting)
    defer { lender.returnLease(connection) }
    return try connection.run(readOnly: readOnly, body)
  }

  /// Runs a closure in the access that runs further up the stack of this thread, or in a new one.
  func reentrant<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try connection.withRunning(body) ?? sync(body)
  }

  /// Runs an access on the connection's thread when it is its turn.
  func async<Result: Sendable>(
    readOnly: Bool = false,
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    if try lender.leaseImmediately() != nil {
      return try await runLeased(readOnly: readOnly, spins: true, body)
    }
    return try await AccessStepExecutor.run {
      try await lease()
      return try await runLeased(readOnly: readOnly, body)
    }
  }

  private func runLeased<Result: Sendable>(
    readOnly: Bool,
    spins: Bool = false,
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await connection.runAsync(
      readOnly: readOnly,
      spins: spins,
      returnLease: { [self] in returnLease() },
      body
    )
  }

  /// Blocks this thread until it holds the writer; `returnLease` must follow.
  func leaseOnThisThread(_ request: LeaseRequest = LeaseRequest()) throws {
    _ = try lender.lease(request, beforeWaiting: checkNesting)
  }

  /// Waits for the writer and keeps it; `returnLease` must follow.
  func lease(_ request: LeaseRequest = LeaseRequest()) async throws {
    _ = try await lender.lease(request, beforeWaiting: checkAsyncNesting)
  }

  func returnLease() { lender.returnLease(connection) }

  /// Closes the connection when it is its turn, and refuses later accesses.
  func close() throws {
    do { try leaseOnThisThread() } catch let error as DatabaseError where error.code == .closed {
      return
    }
    do { try connection.close() } catch {
      lender.returnLease(connection)
      throw error
    }
    finishClosing()
  }

  /// Closes the connection when it is its turn, and refuses later accesses.
  ///
  /// The task is suspended while it waits.
  func close() async throws {
    try await AccessStepExecutor.run {
      do { try await lease() } catch let error as DatabaseError where error.code == .closed {
        return
      }
      do { try await connection.executor.run { [connection] in try connection.close() } } catch {
        returnLease()
        throw error
      }
      finishClosing()
    }
  }

  /// Refuses later accesses, once the holder of the writer has closed the connection.
  func finishClosing() {
    lender.close(DatabaseError.closed(path: path))
    source.close()
  }

  /// The number of accesses that wait for the writer.
  var waitingCount: Int { lender.waitingCount }

  /// Whether this task, or one that started it, holds the writer for a transaction that may
  /// suspend.
  var isInTransactionOfThisTask: Bool {
    DatabaseTransaction.current.contains { $0.isActive(on: connection) }
  }

  /// Throws if the access would wait for itself.
  private func checkNesting() throws {
    if connection.isRunningOnThisThread {
      throw nestedError(
        "An access was started within another access to the same database on the same thread, and would wait "
          + "for itself. Pass `db` to where it is needed."
      )
    }
    try checkAsyncNesting()
    if let ownReader, ownReader.isReadingOnThisThread {
      throw nestedError(
        "A write was started within a read that belongs to another write, which may wait for that read. Write "
          + "after the read has ended."
      )
    }
  }

  private func checkAsyncNesting() throws {
    guard isInTransactionOfThisTask else { return }
    throw nestedError(
      "A write was started within an asynchronous transaction of the same database, by its task or one "
        + "started in it, and would wait for itself. Use the transaction that the closure received."
    )
  }

  private func nestedError(_ message: String) -> DatabaseError {
    DatabaseError(code: .nestedAccess, message: message, path: path)
  }
}
