import DatabaseTypes
public import PostgreSQL
import Synchronization

/// A transaction that may suspend.
///
/// See ``PostgresDatabase/withTransaction(deadline:isolation:retrying:_:)``. Several tasks may use
/// it; their statements run one after another. Using it after its end throws an error.
///
/// State: the phase of the transaction, and the cancellation of the running part, guarded by a
/// mutex. The connection is used only on its thread.
public final class PostgresTransaction: Sendable {
  private enum Phase { case active, expired, ended }

  private struct State {
    var phase = Phase.active
    /// The cancellation of the running part.
    var part: AccessCancellation?
  }

  private let item: PooledConnection
  private let pool: ConnectionPool
  private let state = Mutex(State())

  private init(_ item: PooledConnection, in pool: ConnectionPool) {
    self.item = item
    self.pool = pool
  }

  /// Runs a closure with the connection, within the transaction.
  ///
  /// - Parameter body: The closure, which runs on the connection's thread and cannot suspend.
  /// - Returns: The closure's result.
  /// - Throws: Any error that the closure throws, ``PostgresDatabaseError``, or
  ///   `CancellationError`. The transaction continues unless a statement failed: rethrow the error
  ///   to roll back.
  public func run<Result: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    let cancellation = AccessCancellation()
    return try await item.thread.run(onCancel: { cancellation.cancel() }) { [self] in
      try runPart(cancellation, body)
    }
  }

  /// Runs a part on the connection's thread, unless the transaction has ended.
  private func runPart<Result>(
    _ cancellation: AccessCancellation,
    _ body: (PostgresConnection) throws -> Result
  ) throws -> Result {
    try state.withLock { state in
      try Self.check(state.phase)
      state.part = cancellation
    }
    defer { state.withLock { $0.part = nil } }
    do {
      return try cancellation.run(item.connection) { try body(item.connection) }
    } catch {
      // If the task was not cancelled, the deadline caused the error.
      try state.withLock { try Self.check($0.phase) }
      throw error
    }
  }

  private static func check(_ phase: Phase) throws {
    switch phase {
    case .active: return
    case .expired: throw PostgresDatabaseError.deadline
    case .ended:
      throw PostgresDatabaseError(
        code: .noTransaction,
        message: "A transaction was used after its end."
      )
    }
  }
}

extension PostgresTransaction {
  /// Runs a closure in a transaction, with exclusive use of a connection.
  ///
  /// - Parameters:
  ///   - retry: Whether to run the closure again after a conflict.
  ///   - isolation: The caller's actor, on which the closure runs.
  static func run<Result>(
    in pool: ConnectionPool,
    deadline: Duration,
    _ options: TransactionOptions,
    retrying retry: PostgresRetry,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (PostgresTransaction) async throws -> Result
  ) async throws -> Result {
    var attempt = 1
    while true {
      do {
        return try await runOnce(in: pool, deadline: deadline, options, isolation: isolation, body)
      } catch { try await retry.pause(after: attempt, error) }
      attempt += 1
    }
  }

  private static func runOnce<Result>(
    in pool: ConnectionPool,
    deadline: Duration,
    _ options: TransactionOptions,
    isolation: isolated (any Actor)?,
    _ body: (PostgresTransaction) async throws -> Result
  ) async throws -> Result {
    try CurrentAccess.check(pool)
    // As soon as it has a connection, nothing may depend on the cooperative pool: accesses that
    // wait for the connection may block all of its threads.
    return try await withTaskExecutorPreference(SuspendableThreads.shared) {
      // A closure for the standard library runs on the actor only if it captures it.
      _ = isolation
      let transaction = try await AccessStepExecutor.run {
        try await begun(in: pool, deadline, options)
      }
      let timeout = DelayedAction(after: deadline) { transaction.expire() }
      defer { timeout.cancel() }
      return try await transaction.runBody(body)
    }
  }

  private static func begun(
    in pool: ConnectionPool,
    _ deadline: Duration,
    _ options: TransactionOptions
  ) async throws -> PostgresTransaction {
    // The server's own limit is for a process that hangs: it ends the session, and takes effect
    // after ours.
    let limit = min(deadline.wholeMilliseconds + 5_000, Int(Int32.max))
    let sql = options.sql + "; SET LOCAL idle_in_transaction_session_timeout = \(limit)"
    var isFirst = false
    for _ in 0...pool.limits.maximum + 1 {
      let item = try await pool.lease(isFirst: isFirst)
      if try await hasBegun(sql, on: item, of: pool) { return PostgresTransaction(item, in: pool) }
      isFirst = true
    }
    throw PostgresDatabaseError.lostAgain
  }

  /// Begins a transaction on a connection's thread.
  ///
  /// - Returns: Whether it has begun; if not, the connection had been lost, and was returned.
  private static func hasBegun(
    _ sql: String,
    on item: PooledConnection,
    of pool: ConnectionPool
  ) async throws -> Bool {
    let cancellation = AccessCancellation()
    return try await item.thread.run(onCancel: { cancellation.cancel() }) {
      do {
        pool.refresh(item)
        let failure = try cancellation.run(item.connection) {
          try item.beginning(sql, within: pool.limits.waitTime)
        }
        guard let failure else { return true }
        if item.connection.isOpen { throw failure }
      } catch {
        pool.returnLease(item)
        throw error
      }
      pool.returnLease(item)
      return false
    }
  }

  private func runBody<Result>(
    _ body: (PostgresTransaction) async throws -> Result
  ) async throws -> Result {
    let result: Result
    do {
      result = try await CurrentAccess.run(pool) { try await body(self) }
      if Task.isCancelled { throw CancellationError() }
    } catch {
      guard leave(for: .ended) else { throw PostgresDatabaseError.deadline }
      try await item.thread.run { [self] in rollBack() }
      throw error
    }
    guard leave(for: .ended) else { throw PostgresDatabaseError.deadline }
    try await item.thread.run { [self] in
      defer { pool.returnLease(item) }
      try item.connection.commit()
    }
    return result
  }

  /// Rolls back because the deadline has passed.
  private func expire() {
    guard leave(for: .expired) else { return }
    item.thread.enqueue { [self] in rollBack() }
  }

  /// Rolls back and returns the connection, on its thread.
  private func rollBack() {
    item.connection.rollBackIfOpen()
    pool.returnLease(item)
  }

  /// Ends the use of the transaction, and cancels the running part.
  ///
  /// - Returns: Whether it was still in use.
  private func leave(for next: Phase) -> Bool {
    let part = state.withLock { state -> AccessCancellation?? in
      guard state.phase == .active else { return .none }
      state.phase = next
      return .some(state.part)
    }
    guard let part else { return false }
    part?.cancel()
    return true
  }
}
