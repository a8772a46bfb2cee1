public import DatabaseTypes
import Synchronization

/// A transaction that may suspend.
///
/// See ``DatabaseWriter/transaction(deadline:_:)``. It may be used by several tasks, whose statements run one after the
/// other; after its end using it throws.
///
/// State: how far the transaction is, guarded by a mutex. The connection is used on its executor only.
public final class DatabaseTransaction: Sendable {
  private enum Phase {
    case active
    case expired
    case ended
  }

  /// The transactions that this task, or one that started it, is in.
  @TaskLocal static var current: [DatabaseTransaction] = []

  private let writer: WriterAccess
  private let phase = Mutex(Phase.active)
  private let cancellation = CancellationFlag()

  private init(_ writer: WriterAccess) { self.writer = writer }

  func isActive(on connection: SerializedConnection) -> Bool {
    writer.connection === connection && phase.withLock { $0 == .active }
  }
}

extension DatabaseTransaction {
  /// Uses the database within the transaction.
  ///
  /// - Parameter body: What to do; it runs on the connection's thread and cannot suspend.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or a ``DatabaseError``. The transaction goes on: throw on to roll it back.
  public func run<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    return try await withTaskCancellationHandler {
      try await writer.connection.executor.run { [self] in
        try checkPhase()
        return try writer.connection.runPart(cancellation: cancellation, body)
      }
    } onCancel: {
      cancellation.cancel()
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
  func checkPhase() throws {
    switch phase.withLock({ $0 }) {
    case .active: return
    case .expired: throw Self.deadlineError
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
    try await writer.lease()
    let transaction = DatabaseTransaction(writer)
    do { try await transaction.begin() } catch {
      writer.giveBack()
      throw error
    }
    // Ends when the transaction does, at the latest at the deadline.
    let timer = Task.detached {
      try await Task.sleep(for: deadline)
      await transaction.expire()
    }
    defer { timer.cancel() }
    return try await transaction.runBody(body)
  }

  private func runBody<Result>(_ body: (DatabaseTransaction) async throws -> Result) async throws
    -> Result
  {
    let result: Result
    do {
      result = try await Self.$current.withValue(Self.current + [self]) { try await body(self) }
      if Task.isCancelled { throw CancellationError() }
    } catch {
      if await end(.rollback, to: .ended) { throw error }
      throw Self.deadlineError
    }
    guard try await commit() else { throw Self.deadlineError }
    return result
  }

  private func begin() async throws {
    try await writer.connection.executor.run { [self] in
      try writer.connection.runPart(cancellation: nil) { try $0.beginAsync() }
    }
  }

  /// Rolls back, since the deadline has passed.
  private func expire() async {
    cancellation.cancel()
    writer.connection.interrupt()
    await end(.rollback, to: .expired)
  }

  /// Rolls back and gives the writer back.
  ///
  /// - Returns: Whether the transaction was still going on.
  @discardableResult
  private func end(_ completion: TransactionCompletion, to next: Phase) async -> Bool {
    let ended = try? await writer.connection.executor.run { [self] in
      guard leave(for: next) else { return false }
      try? writer.connection.runPart(cancellation: nil) { $0.endAsync() }
      return true
    }
    if ended == true { writer.giveBack() }
    return ended ?? false
  }

  private func commit() async throws -> Bool {
    do {
      let committed = try await writer.connection.executor.run { [self] in
        guard leave(for: .ended) else { return false }
        try writer.connection.runPart(cancellation: nil) { try $0.commitAsync() }
        return true
      }
      if committed { writer.giveBack() }
      return committed
    } catch {
      writer.giveBack()
      throw error
    }
  }

  private func leave(for next: Phase) -> Bool {
    phase.withLock { phase in
      guard phase == .active else { return false }
      phase = next
      return true
    }
  }
}
