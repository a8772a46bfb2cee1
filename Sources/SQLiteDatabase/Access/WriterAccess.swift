import DatabaseTypes
import SQLite
import Synchronization

/// The one writer of a database object, and the line of those who want it.
package final class WriterAccess: Sendable {
  let connection: SerializedConnection
  let source: ChangeSource
  private let lender: Lender<SerializedConnection>
  private let path: String
  /// The reader for those who have the writer; `nil` for a queue.
  private let ownReader: ReaderLine?

  init(
    _ connection: SerializedConnection,
    source: ChangeSource,
    path: String,
    ownReader: ReaderLine? = nil
  ) {
    self.connection = connection
    self.source = source
    self.path = path
    self.ownReader = ownReader
    lender = Lender(limit: 1, [connection])
  }

  deinit { source.close() }

  /// Runs an access on this thread, when it is its turn.
  package func sync<Result>(readOnly: Bool = false, _ body: (Database) throws -> Result) throws
    -> Result
  {
    _ = try lender.lease(beforeWaiting: checkNesting)
    defer { lender.giveBack(connection) }
    return try connection.run(readOnly: readOnly, body)
  }

  /// Runs a closure in the access that goes on further up on this thread, or in one of its own.
  func reentrant<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try connection.withRunning(body) ?? sync(body)
  }

  /// Runs an access on the connection's thread, when it is its turn.
  func async<Result: Sendable>(
    readOnly: Bool = false,
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    if try lender.leaseAtOnce() != nil {
      return try await runLent(readOnly: readOnly, looksOut: true, body)
    }
    return try await AccessSteps.run {
      try await lease()
      return try await runLent(readOnly: readOnly, body)
    }
  }

  private func runLent<Result: Sendable>(
    readOnly: Bool,
    looksOut: Bool = false,
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await connection.runAsync(
      readOnly: readOnly,
      looksOut: looksOut,
      giveBack: { [self] in giveBack() },
      body
    )
  }

  /// Waits for the writer on this thread, and keeps it; `giveBack` has to follow.
  func leaseOnThisThread(_ wish: LenderWish = LenderWish()) throws {
    _ = try lender.lease(wish, beforeWaiting: checkNesting)
  }

  /// Waits for the writer and keeps it; `giveBack` has to follow.
  func lease(_ wish: LenderWish = LenderWish()) async throws {
    _ = try await lender.lease(wish, beforeWaiting: checkAsyncNesting)
  }

  func giveBack() { lender.giveBack(connection) }

  /// Refuses later accesses, after closing the connection in turn.
  func close() throws {
    do { try leaseOnThisThread() } catch let error as DatabaseError where error.code == .closed {
      return
    }
    do { try connection.close() } catch {
      lender.giveBack(connection)
      throw error
    }
    finishClosing()
  }

  /// Refuses later accesses, after closing the connection in turn; the task is suspended while it waits.
  func close() async throws {
    try await AccessSteps.run {
      do { try await lease() } catch let error as DatabaseError where error.code == .closed {
        return
      }
      do { try await connection.executor.run { [connection] in try connection.close() } } catch {
        giveBack()
        throw error
      }
      finishClosing()
    }
  }

  /// Refuses later accesses: whoever has the writer has closed it.
  func finishClosing() {
    lender.close(DatabaseError.closed(path: path))
    source.close()
  }

  /// How many accesses wait for the writer.
  var waitingCount: Int { lender.waitingCount }

  /// Whether this task, or one that started it, has the writer for a transaction that may suspend.
  var isInTransactionOfThisTask: Bool {
    DatabaseTransaction.current.contains { $0.isActive(on: connection) }
  }

  /// Throws where waiting would be waiting for oneself.
  private func checkNesting() throws {
    if connection.isRunningOnThisThread {
      throw nestedError(
        "An access was started within another of the same database on the same thread, and would wait for "
          + "itself. Pass `db` on to where it is needed."
      )
    }
    try checkAsyncNesting()
    if let ownReader, ownReader.isReadingOnThisThread {
      throw nestedError(
        "A write was started within a read that belongs to another write, which may wait for that read. Write when the "
          + "read has ended."
      )
    }
  }

  private func checkAsyncNesting() throws {
    guard isInTransactionOfThisTask else { return }
    throw nestedError(
      "A write was started within an asynchronous transaction of the same database, by its task or one "
        + "started in it, and would wait for itself. Use the transaction that the closure got."
    )
  }

  private func nestedError(_ message: String) -> DatabaseError {
    DatabaseError(code: .nestedAccess, message: message, path: path)
  }
}
