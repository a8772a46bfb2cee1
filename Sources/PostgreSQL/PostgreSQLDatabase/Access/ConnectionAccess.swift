import PostgreSQL

/// The options for the use of a connection by an access.
struct ConnectionAccess: Sendable {
  /// The options of its transaction; `nil` for an access without one.
  var transaction: TransactionOptions?
  /// Whether other accesses may use the connection afterwards.
  var allowsReuse = true
}

/// The outcome of an attempt to run an access.
enum AccessOutcome<Result> {
  case ended(Result)
  /// The connection was already lost, so nothing was done.
  case notBegun(any Error)
}

extension PostgresError {
  static var serverClosed: PostgresError {
    PostgresError(code: .connectionFailure, message: "The server has closed the connection.")
  }
}

extension AccessOutcome: Sendable where Result: Sendable {}

extension PooledConnection {
  /// Runs an access on the current thread, and returns the connection to the pool.
  func run<Result>(
    _ access: ConnectionAccess,
    in pool: ConnectionPool,
    _ cancellation: AccessCancellation?,
    _ body: (PostgresConnection) throws -> Result
  ) throws -> AccessOutcome<Result> {
    defer { pool.returnLease(self, allowsReuse: access.allowsReuse) }
    pool.refresh(self)
    let limit = pool.limits.waitTime
    let failure = try cancellable(cancellation) {
      try beginning(
        access.transaction?.sql,
        within: limit,
        withFirstQuery: access.transaction?.savesRoundTrips == true
      )
    }
    if let error = failure {
      if !connection.isOpen { return .notBegun(error) }
      throw error
    }
    do {
      let result = try CurrentAccess.run(pool) {
        try cancellable(cancellation) { try body(connection) }
      }
      // Without a transaction of the access, what the closure has done stays done.
      if cancellation?.isCancelled == true, access.transaction != nil { throw CancellationError() }
      try end(access)
      return .ended(result)
    } catch { throw rolledBack(after: error, cancellation, limit) }
  }

  /// Rolls back, and returns the error to throw: that of `BEGIN`, if the transaction did not begin.
  private func rolledBack(
    after error: any Error,
    _ cancellation: AccessCancellation?,
    _ limit: Duration?
  ) -> any Error {
    let failure = connection.takeOpeningFailure()
    connection.rollBackIfOpen()
    guard let failure, !(error is CancellationError) else { return error }
    if cancellation?.isCancelled == true { return CancellationError() }
    guard failure.isLate, let limit else { return failure.error }
    return PostgresDatabaseError.notAnswering(within: limit, failure.error)
  }

  private func cancellable<Result>(
    _ cancellation: AccessCancellation?,
    _ body: () throws -> Result
  ) throws -> Result {
    try cancellation?.run(connection, body) ?? body()
  }

  /// Begins a transaction, and returns the error if another connection may succeed.
  ///
  /// - Parameters:
  ///   - sql: `BEGIN`, with its options; `nil` for an access without a transaction.
  ///   - limit: The time within which the server must answer; behind a pooler it may be busy.
  ///   - savesRoundTrips: Whether the transaction may begin with its first query, if the connection
  ///     has answered recently.
  /// - Throws: An error if the connection did not answer, or if the task was cancelled.
  func beginning(
    _ sql: String?,
    within limit: Duration?,
    withFirstQuery savesRoundTrips: Bool = false
  ) throws -> PostgresError? {
    guard connection.isStillOpen() else { return .serverClosed }
    if savesRoundTrips, let sql, connection.beginWithFirstQuery(sql, within: limit) { return nil }
    guard sql != nil || connection.isEnding else { return nil }
    let start = ContinuousClock.now
    do throws(PostgresError) {
      guard let limit else {
        try begin(sql, isReading: savesRoundTrips)
        return nil
      }
      try connection.answering(within: limit) { () throws(PostgresError) in
        try begin(sql, isReading: savesRoundTrips)
      }
      return nil
    } catch {
      // Nothing has been done yet.
      if connection.isInterrupted?() == true { throw CancellationError() }
      if !connection.isOpen, let limit, .now - start >= limit {
        throw PostgresDatabaseError.notAnswering(within: limit, error)
      }
      return error
    }
  }

  /// Begins a transaction, after the end of that of an earlier access.
  private func begin(_ sql: String?, isReading: Bool) throws(PostgresError) {
    try connection.settle()
    if let sql { try connection.begin(sql, isReading: isReading) }
  }

  private func end(_ access: ConnectionAccess) throws {
    // The closure may have caught the error.
    if let failure = connection.openingFailure { throw failure.error }
    if let transaction = access.transaction {
      if transaction.savesRoundTrips, connection.commitWithoutWaiting() { return }
      return try connection.commit()
    }
    // A lost connection is only reported by the next statement, but no statement follows.
    guard [.idle, .unknown].contains(connection.transactionStatus) else {
      throw PostgresDatabaseError.transactionLeftOpen
    }
  }
}

extension ConnectionPool {
  /// Runs an access on the current thread.
  func run<Result>(
    _ access: ConnectionAccess,
    retrying retry: PostgresRetry,
    _ body: (PostgresConnection) throws -> Result
  ) throws -> Result {
    try CurrentAccess.check(self)
    var attempt = 1
    while true {
      do { return try runOnce(access, body) } catch {
        guard let delay = retry.delay(after: attempt, error) else { throw error }
        let pause = BlockedThread<Void>()
        DelayedAction(after: delay) { pause.resume(.success(())) }
        try pause.wait()
      }
      attempt += 1
    }
  }

  private func runOnce<Result>(
    _ access: ConnectionAccess,
    _ body: (PostgresConnection) throws -> Result
  ) throws -> Result {
    for isFirst in Self.turns(limits.maximum) {
      let item = try lease(isFirst: isFirst)
      if case .ended(let result) = try item.run(access, in: self, nil, body) { return result }
    }
    throw PostgresDatabaseError.lostAgain
  }

  /// Returns one element for each attempt to get a working connection.
  ///
  /// There is one attempt for each possible connection, and one more.
  private static func turns(_ count: Int, isFirst: Bool = false) -> [Bool] {
    [isFirst] + Array(repeating: true, count: count + 1)
  }

  /// Runs an access on the connection's thread.
  func run<Result: Sendable>(
    _ access: ConnectionAccess,
    retrying retry: PostgresRetry,
    _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result {
    try CurrentAccess.check(self)
    return try await retry.run { try await runOnce(access, body) }
  }

  private func runOnce<Result: Sendable>(
    _ access: ConnectionAccess,
    _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    if let item = leaseImmediately() {
      if case .ended(let result) = try await run(access, on: item, body) { return result }
      return try await AccessStepExecutor.run { try await runInTurn(access, isFirst: true, body) }
    }
    return try await AccessStepExecutor.run { try await runInTurn(access, isFirst: false, body) }
  }

  private func runInTurn<Result: Sendable>(
    _ access: ConnectionAccess,
    isFirst: Bool,
    _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result {
    for isFirst in Self.turns(limits.maximum, isFirst: isFirst) {
      let item = try await lease(isFirst: isFirst)
      if case .ended(let result) = try await run(access, on: item, body) { return result }
    }
    throw PostgresDatabaseError.lostAgain
  }

  private func run<Result: Sendable>(
    _ access: ConnectionAccess,
    on item: PooledConnection,
    _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> AccessOutcome<Result> {
    let cancellation = AccessCancellation()
    return try await item.thread.run(onCancel: { cancellation.cancel() }) {
      try item.run(access, in: self, cancellation, body)
    }
  }
}
