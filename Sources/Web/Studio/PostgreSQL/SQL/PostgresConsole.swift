import Dispatch
import PostgreSQL
import PostgreSQLDatabase
import Synchronization

/// A separate connection for statements that users write.
///
/// A statement can end what an earlier one began: transactions and temporary tables last until it
/// is closed. While the database is open for reading, all statements are in one transaction that
/// cannot write.
actor PostgresConsole {
  private nonisolated let thread = BlockingThread()
  private nonisolated let cancellation = Mutex<PostgresCancellation?>(nil)
  private var connection: PostgresConnection?

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Opens a connection.
  ///
  /// - Parameters:
  ///   - limit: The time limit of a statement, after which the server cancels it.
  ///   - onlyReads: Whether it can only read.
  /// - Throws: ``PostgresError`` if that fails.
  func open(_ configuration: PostgresConfiguration, within limit: Duration?, onlyReads: Bool)
    throws
  {
    var configuration = configuration
    configuration.applicationName = "LiveSQL studio console"
    configuration.statementTimeout = limit
    let connection = try PostgresConnection(configuration)
    // After its first snapshot, a read-only transaction cannot become a writing one.
    if onlyReads {
      try connection.execute(script: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT 1")
    }
    cancellation.withLock { $0 = connection.cancellation }
    self.connection = connection
  }

  /// Uses the connection; cancelling the task cancels the statement on the server.
  ///
  /// - Parameter body: The closure, which runs on a thread that may block.
  /// - Throws: `CancellationError`, or the error of `body`.
  nonisolated func run<Result: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result {
    let use = ConsoleUse()
    return try await withTaskCancellationHandler {
      try await perform(use, body)
    } onCancel: {
      use.cancel(cancellation.withLock(\.self))
    }
  }

  private func perform<Result>(
    _ use: ConsoleUse,
    _ body: (PostgresConnection) throws -> Result
  ) throws -> Result {
    guard let connection else { throw CancellationError() }
    connection.isInterrupted = { use.isCancelled }
    defer {
      connection.isInterrupted = nil
      use.end()
    }
    do { return try body(connection) } catch {
      throw use.isCancelled ? CancellationError() : error
    }
  }

  /// Closes the connection; the server rolls back an open transaction.
  func close() {
    connection?.close()
    connection = nil
  }
}

/// A use of a console, which may be cancelled.
///
/// The console is closed afterwards, so that a late cancel request affects no other statement.
///
/// State: whether it was cancelled and whether it has ended, atomics.
private final class ConsoleUse: Sendable {
  private let cancelled = Atomic(false)
  private let ended = Atomic(false)

  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  func end() { ended.store(true, ordering: .releasing) }

  /// Asks the server to cancel the statement, repeatedly until it has ended: a request may
  /// arrive before the statement runs.
  func cancel(_ cancellation: PostgresCancellation?) {
    cancelled.store(true, ordering: .releasing)
    ask(cancellation, after: .milliseconds(0))
  }

  private func ask(_ cancellation: PostgresCancellation?, after delay: DispatchTimeInterval) {
    DispatchQueue.global(qos: .userInitiated)
      .asyncAfter(deadline: .now() + delay) { [self] in
        guard let cancellation, !ended.load(ordering: .acquiring) else { return }
        cancellation.cancel()
        ask(cancellation, after: .milliseconds(50))
      }
  }
}

/// Opens a console for a closure.
///
/// - Parameters:
///   - limit: The time limit of a statement.
///   - onlyReads: Whether it can only read, even if the studio can write.
func withPostgresConsole<Result>(
  _ database: PostgresStudioDatabase,
  within limit: Duration?,
  onlyReads: Bool = false,
  _ body: (PostgresConsole) async throws -> Result
) async throws -> Result {
  let console = PostgresConsole()
  let result: Result
  do {
    try await console.open(
      database.configuration,
      within: limit,
      onlyReads: onlyReads || !database.isWritable
    )
    result = try await body(console)
  } catch {
    await console.close()
    throw error
  }
  await console.close()
  return result
}
