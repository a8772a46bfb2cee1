public import DatabaseTypes
import Synchronization

/// A transaction that may suspend.
///
/// See ``DatabaseWriter/transaction(deadline:_:)``. Several tasks may use a transaction; their
/// statements are serialized. Using it after its end throws.
///
/// State: the phase of the transaction, and the flag of the running part, guarded by a mutex. The
/// connection is only used on its executor.
public final class DatabaseTransaction: Sendable {
  private enum Phase {
    case active
    case expired
    case ended
  }

  private struct State {
    var phase = Phase.active
    /// The flag that cancels the running part.
    var part: CancellationFlag?
  }

  /// The transactions that contain this task, or one that started it.
  @TaskLocal static var current: [DatabaseTransaction] = []

  private let writer: WriterAccess
  private let state = Mutex(State())

  private init(_ writer: WriterAccess) { self.writer = writer }

  func isActive(on connection: SerializedConnection) -> Bool {
    writer.connection === connection && state.withLock { $0.phase == .active }
  }

  fileprivate func isActive(in source: ChangeSource) -> Bool {
    writer.source === source && state.withLock { $0.phase == .active }
  }
}

extension ChangeSource {
  /// Whether this task, or one that started it, holds the writer for a transaction that may
  /// suspend.
  package var hasTransactionOfThisTask: Bool {
    DatabaseTransaction.current.contains { $0.isActive(in: self) }
  }
}

extension DatabaseTransaction {
  /// Uses the database within the transaction.
  ///
  /// - Parameter body: The access, which runs on the connection's thread and cannot suspend.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, a ``DatabaseError``, or `CancellationError`. The transaction
  ///   stays open: let the error propagate to roll it back.
  public func run<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    let flag = CancellationFlag()
    return try await writer.connection.executor.run(onCancel: { flag.cancel() }) { [self] in
      try runPart(flag, body)
    }
  }

  /// Runs a part on the connection's thread, unless the transaction has ended.
  private func runPart<Result>(_ flag: CancellationFlag, _ body: (Database) throws -> Result) throws
    -> Result
  {
    try beginPart(flag)
    defer { state.withLock { $0.part = nil } }
    do { return try writer.connection.runPart(cancellation: flag, body) } catch is CancellationError
    {
      // Unless the task was cancelled, the deadline stopped the part.
      try checkPhase()
      throw CancellationError()
    }
  }

  private func beginPart(_ flag: CancellationFlag) throws {
    try state.withLock { state in
      try Self.check(state.phase)
      state.part = flag
    }
  }

  /// Runs one or several statements.
  ///
  /// - Parameters:
  ///   - sql: One statement, or several separated by semicolons.
  ///   - arguments: Values for all parameters.
  public func execute(sql: String, arguments: StatementArguments = StatementArguments())
    async throws
  {
    try await run { db in try db.execute(sql: sql, arguments: arguments) }
  }

  /// Fetches all rows of a query.
  ///
  /// - Parameters:
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  public func fetchAll(sql: String, arguments: StatementArguments = StatementArguments())
    async throws -> [Row]
  {
    try await run { db in try Row.fetchAll(db, sql: sql, arguments: arguments) }
  }

  /// Fetches the first row of a query.
  ///
  /// - Parameters:
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  public func fetchOne(sql: String, arguments: StatementArguments = StatementArguments())
    async throws -> Row?
  {
    try await run { db in try Row.fetchOne(db, sql: sql, arguments: arguments) }
  }

  /// Throws if the transaction has ended.
  package func checkPhase() throws { try Self.check(state.withLock { $0.phase }) }

  private static func check(_ phase: Phase) throws {
    switch phase {
    case .active: return
    case .expired: throw deadlineError
    case .ended:
      throw DatabaseError(code: .misuse, message: "A transaction was used after its end.")
    }
  }

  private static let deadlineError = DatabaseError(
    code: .transactionDeadline,
    message: TransactionDeadline.message
  )
}

extension DatabaseTransaction {
  /// Runs a closure in a transaction, with exclusive use of the writer.
  ///
  /// - Parameter isolation: The caller's actor, on which the closure runs.
  static func run<Result>(
    on writer: WriterAccess,
    deadline: Duration,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (DatabaseTransaction) async throws -> Result
  ) async throws -> Result {
    // As soon as it has the writer, nothing may depend on the cooperative pool: accesses that wait
    // for the writer may block all of its threads.
    try await withTaskExecutorPreference(SuspendableThreads.shared) {
      // A closure for the standard library runs on the actor only if it captures it.
      _ = isolation
      let (transaction, timeout) = try await AccessStepExecutor.run {
        try await begin(on: writer, deadline)
      }
      defer { timeout.cancel() }
      return try await transaction.runBody(isolation: isolation, body)
    }
  }

  private static func begin(on writer: WriterAccess, _ deadline: Duration) async throws
    -> (DatabaseTransaction, DelayedAction)
  {
    try await writer.lease()
    let transaction = DatabaseTransaction(writer)
    do { try await transaction.run { db in try db.beginAsync() } } catch {
      writer.returnLease()
      throw error
    }
    return (transaction, DelayedAction(after: deadline) { transaction.expire() })
  }

  private func runBody<Result>(
    isolation: isolated (any Actor)?,
    _ body: (DatabaseTransaction) async throws -> Result
  ) async throws -> Result {
    let result: Result
    do {
      let transactions = Self.current + [self]
      result = try await Self.$current.withValue(transactions, keepingIsolation: isolation) {
        try await body(self)
      }
      if Task.isCancelled { throw CancellationError() }
    } catch {
      guard leave(for: .ended) else { throw Self.deadlineError }
      try await writer.connection.executor.run { [self] in rollback() }
      throw error
    }
    try await commit()
    return result
  }

  /// Rolls the transaction back when the deadline has passed.
  private func expire() {
    guard leave(for: .expired) else { return }
    writer.connection.executor.enqueue { [self] in rollback() }
  }

  /// Rolls back and returns the writer, on the connection's thread.
  private func rollback() {
    defer { writer.returnLease() }
    try? writer.connection.runPart(cancellation: nil) { $0.endAsync() }
  }

  /// Commits and returns the writer.
  private func commit() async throws {
    guard leave(for: .ended) else { throw Self.deadlineError }
    try await writer.connection.executor.run { [self] in
      defer { writer.returnLease() }
      try writer.connection.runPart(cancellation: nil) { try $0.commitAsync() }
    }
  }

  /// Ends the use of the transaction, and interrupts the running part.
  ///
  /// - Returns: Whether it was still in use.
  private func leave(for next: Phase) -> Bool {
    state.withLock { state in
      guard state.phase == .active else { return false }
      state.phase = next
      state.part?.cancel()
      return true
    }
  }
}
