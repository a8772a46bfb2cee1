public import PostgreSQL
import Synchronization

/// A transaction that may suspend.
///
/// See ``PostgresDatabase/withTransaction(deadline:isolation:retrying:_:)``. It may be used by several tasks, whose statements run
/// one after the other; after its end using it throws.
///
/// State: how far the transaction is, and the cancellation of the part that runs, guarded by a mutex. The connection is
/// used on its thread only.
public final class PostgresTransaction: Sendable {
  private enum Phase { case active, expired, ended }

  private struct State {
    var phase = Phase.active
    /// Cancels the part that runs.
    var part: AccessCancellation?
  }

  private let item: PooledConnection
  private let pool: ConnectionPool
  private let state = Mutex(State())

  private init(_ item: PooledConnection, in pool: ConnectionPool) {
    self.item = item
    self.pool = pool
  }

  /// Uses the connection within the transaction.
  ///
  /// - Parameter body: What to do; it runs on the connection's thread and cannot suspend.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, ``PostgresDatabaseError``, or `CancellationError`. Unless a statement failed the
  ///   transaction goes on: throw on to roll it back.
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
      // It was the deadline that stopped it, where it was not the task's cancellation.
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
  /// Runs a closure in a transaction, with a connection for itself.
  static func run<Result>(
    in pool: ConnectionPool,
    deadline: Duration,
    _ options: TransactionOptions,
    _ body: (PostgresTransaction) async throws -> Result
  ) async throws -> Result {
    try CurrentAccess.check(pool)
    let transaction = try await AccessSteps.run { try await begun(in: pool, deadline, options) }
    let alarm = Alarm(after: deadline) { transaction.expire() }
    defer { alarm.callOff() }
    return try await transaction.runBody(body)
  }

  private static func begun(
    in pool: ConnectionPool,
    _ deadline: Duration,
    _ options: TransactionOptions
  ) async throws -> PostgresTransaction {
    // The server's own limit is for a process that hangs: it ends the session, and comes after ours.
    let limit = min(deadline.milliseconds + 5_000, Int64(Int32.max))
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
  /// - Returns: Whether it has begun; if not, the connection had been lost, and was given back.
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
        pool.giveBack(item)
        throw error
      }
      pool.giveBack(item)
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
      defer { pool.giveBack(item) }
      try item.connection.commit()
    }
    return result
  }

  /// Rolls back, since the deadline has passed.
  private func expire() {
    guard leave(for: .expired) else { return }
    item.thread.enqueue { [self] in rollBack() }
  }

  /// Rolls back and gives the connection back, on its thread.
  private func rollBack() {
    item.connection.rollBackIfOpen()
    pool.giveBack(item)
  }

  /// Ends the transaction's use, and cancels the part that runs.
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
