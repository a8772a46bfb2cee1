public import DatabaseTypes
import Synchronization

/// A transaction that may suspend.
///
/// See ``DatabaseWriter/transaction(deadline:_:)``. It may be used by several tasks, whose statements run one after the
/// other; after its end using it throws.
///
/// State: how far the transaction is, and the flag of the part that runs, guarded by a mutex. The connection is used on
/// its executor only.
public final class DatabaseTransaction: Sendable {
  private enum Phase {
    case active
    case expired
    case ended
  }

  private struct State {
    var phase = Phase.active
    /// Cancels the part that runs.
    var part: CancellationFlag?
  }

  /// The transactions that this task, or one that started it, is in.
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
  /// Whether this task, or one that started it, has the writer for a transaction that may suspend.
  package var hasTransactionOfThisTask: Bool {
    DatabaseTransaction.current.contains { $0.isActive(in: self) }
  }
}

extension DatabaseTransaction {
  /// Uses the database within the transaction.
  ///
  /// - Parameter body: What to do; it runs on the connection's thread and cannot suspend.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, a ``DatabaseError``, or `CancellationError`. The transaction goes on: throw on to
  ///   roll it back.
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
      // It was the deadline that stopped it, where it was not the task's cancellation.
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

  /// Runs statements.
  ///
  /// - Parameters:
  ///   - sql: One statement, or several separated by semicolons.
  ///   - arguments: Values for all parameters.
  public func execute(sql: String, arguments: StatementArguments = StatementArguments())
    async throws
  {
    try await run { db in try db.execute(sql: sql, arguments: arguments) }
  }

  /// The rows of a query.
  ///
  /// - Parameters:
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  public func fetchAll(sql: String, arguments: StatementArguments = StatementArguments())
    async throws -> [Row]
  {
    try await run { db in try Row.fetchAll(db, sql: sql, arguments: arguments) }
  }

  /// The first row of a query.
  ///
  /// - Parameters:
  ///   - sql: One statement.
  ///   - arguments: Values for all parameters.
  public func fetchOne(sql: String, arguments: StatementArguments = StatementArguments())
    async throws -> Row?
  {
    try await run { db in try Row.fetchOne(db, sql: sql, arguments: arguments) }
  }

  /// Throws where the transaction has ended.
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
    message:
      "The transaction took longer than its deadline and was rolled back. Do less in it, or give it more time."
  )
}

extension DatabaseTransaction {
  /// Runs a closure in a transaction, with the writer for itself.
  static func run<Result>(
    on writer: WriterAccess,
    deadline: Duration,
    _ body: (DatabaseTransaction) async throws -> Result
  ) async throws -> Result {
    let (transaction, alarm) = try await AccessSteps.run {
      try await begin(on: writer, deadline)
    }
    defer { alarm.callOff() }
    return try await transaction.runBody(body)
  }

  private static func begin(on writer: WriterAccess, _ deadline: Duration) async throws
    -> (DatabaseTransaction, Alarm)
  {
    try await writer.lease()
    let transaction = DatabaseTransaction(writer)
    do { try await transaction.run { db in try db.beginAsync() } } catch {
      writer.giveBack()
      throw error
    }
    return (transaction, Alarm(after: deadline) { transaction.expire() })
  }

  private func runBody<Result>(_ body: (DatabaseTransaction) async throws -> Result) async throws
    -> Result
  {
    let result: Result
    do {
      result = try await Self.$current.withValue(Self.current + [self]) { try await body(self) }
      if Task.isCancelled { throw CancellationError() }
    } catch {
      guard leave(for: .ended) else { throw Self.deadlineError }
      try await writer.connection.executor.run { [self] in rollback() }
      throw error
    }
    try await commit()
    return result
  }

  /// Rolls back, since the deadline has passed.
  private func expire() {
    guard leave(for: .expired) else { return }
    writer.connection.executor.enqueue { [self] in rollback() }
  }

  /// Rolls back and gives the writer back, on the connection's thread.
  private func rollback() {
    defer { writer.giveBack() }
    try? writer.connection.runPart(cancellation: nil) { $0.endAsync() }
  }

  /// Commits and gives the writer back.
  private func commit() async throws {
    guard leave(for: .ended) else { throw Self.deadlineError }
    try await writer.connection.executor.run { [self] in
      defer { writer.giveBack() }
      try writer.connection.runPart(cancellation: nil) { try $0.commitAsync() }
    }
  }

  /// Ends the transaction's use, and interrupts the part that runs.
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
