import CPostgreSQL

// Transactions of queries, without round trips of their own: `BEGIN` is sent with the first query,
// and the answer to `COMMIT` is read before the connection's next answer.
//
// https://www.postgresql.org/docs/current/libpq-pipeline-mode.html

/// The parts of a transaction of queries that the server was not asked for or has not answered.
struct JoinedTransaction {
  /// A `BEGIN` that is yet to be sent.
  struct Opening {
    let sql: String
    /// The time within which the server must answer it.
    let limit: Duration?
  }

  /// The part of the answer to `COMMIT` that is yet to be read.
  ///
  /// Until it was read, the connection stays in libpq's pipeline mode.
  enum Ending {
    case nothing, all, sync
    /// Nothing, but it was an error, and the transaction is yet to be rolled back.
    case rollback
  }

  var opening: Opening?
  /// The error with which the transaction did not begin, until the access has ended.
  var failure: OpeningFailure?
  var ending = Ending.nothing
  /// Whether the answer to `COMMIT` was an error.
  var commitHasFailed = false
  /// Whether nothing but queries has run in a transaction that is meant for reading.
  var hasOnlyQueried = false
  /// The time of the last successful statement.
  var lastAnswer: ContinuousClock.Instant?
  /// The age of the last answer from which a connection may be lost; tests set another one.
  var oldAge = Duration.seconds(1)

  var isEnding: Bool { ending == .all || ending == .sync }
}

/// The error with which a transaction did not begin.
package struct OpeningFailure {
  /// The error of `BEGIN`.
  package let error: PostgresError
  /// Whether the server did not answer in time.
  package let isLate: Bool
}

// MARK: Beginning

extension PostgresConnection {
  /// Begins a read-only transaction together with its first query, in one round trip.
  ///
  /// Nothing is sent before a statement runs. If that is not a prepared query, `BEGIN` takes a
  /// round trip of its own after all. A connection that was idle for a second may be lost by now,
  /// which is to be found before a closure runs: then it does nothing.
  ///
  /// - Parameters:
  ///   - sql: `BEGIN`, with its options.
  ///   - limit: The time within which the server must answer `BEGIN`.
  /// - Returns: Whether the transaction begins in this way; if not, call
  ///   ``begin(_:isReading:)``.
  package func beginWithFirstQuery(_ sql: String, within limit: Duration?) -> Bool {
    guard let last = joined.lastAnswer, ContinuousClock.now - last < joined.oldAge,
      activity == .idle, !hasManyDismissed,
      joined.isEnding || joined.ending == .nothing && libpqStatus == .idle
    else { return false }
    if !knowledge.isEmpty { knowledge = [:] }
    joined.opening = JoinedTransaction.Opening(sql: sql, limit: limit)
    joined.failure = nil
    joined.hasOnlyQueried = true
    return true
  }

  /// Forgets a transaction that is yet to begin.
  ///
  /// - Returns: Whether there was one, on a connection that was not closed.
  package func forgetOpening() -> Bool {
    guard joined.opening != nil else { return false }
    joined.opening = nil
    return !isClosed
  }

  /// The error with which the transaction did not begin, if it was to begin with a statement.
  ///
  /// All later statements fail with it too, until it is taken.
  package var openingFailure: OpeningFailure? { joined.failure }

  /// Returns and forgets the error with which the transaction did not begin.
  package func takeOpeningFailure() -> OpeningFailure? { joined.failure.take() }

  /// Begins a transaction before a statement that cannot be sent with `BEGIN`.
  func begin(_ opening: JoinedTransaction.Opening) throws(PostgresError) {
    try answered(opening) { () throws(PostgresError) -> Void in
      try begin(opening.sql, isReading: true)
    }
  }

  /// Begins a transaction and runs its first query, whose parameters are in the buffer.
  func begin(_ opening: JoinedTransaction.Opening, with statement: PostgresStatement)
    throws(PostgresError) -> PostgresResult
  {
    let handle = try unsafe freeHandle(for: statement.sql)
    let isSent = try answered(opening) { () throws(PostgresError) -> Bool in
      try unsafe send(opening, statement, on: handle)
      unsafe readEnding(handle, waits: true)
      return try unsafe hasBegun(opening.sql, on: handle)
    }
    guard isSent else { return try executeOnce(statement) }
    self.opening = TransactionOpening(sql: opening.sql, sentCount: sentCount &- 1)
    guard let result = unsafe ResultHandle(livesql_PQgetResult(handle)) else {
      throw lost(statement.sql)
    }
    // The end of the result, and the answer to the sync.
    for _ in 0..<2 { unsafe livesql_PQclear(livesql_PQgetResult(handle)) }
    unsafe leavePipeline(handle)
    let rows = try PostgresResult(result, of: statement)
    statement.hasRun = true
    joined.lastAnswer = .now
    return rows
  }

  /// Calls a closure that begins a transaction within its limit, and keeps the error.
  private func answered<Result>(
    _ opening: JoinedTransaction.Opening,
    _ body: () throws(PostgresError) -> Result
  ) throws(PostgresError) -> Result {
    joined.opening = nil
    let start = ContinuousClock.now
    do throws(PostgresError) {
      guard let limit = opening.limit else { return try body() }
      return try answering(within: limit, body)
    } catch {
      let isLate = opening.limit.map { ContinuousClock.now - start >= $0 } ?? false
      joined.failure = OpeningFailure(error: error, isLate: isLate && !isOpen)
      throw error
    }
  }

  /// Sends `BEGIN` and the first query.
  private func send(
    _ opening: JoinedTransaction.Opening,
    _ statement: PostgresStatement,
    on handle: OpaquePointer
  ) throws(PostgresError) {
    sentCount &+= 2
    if unsafe hasSent(opening, statement, on: handle) { return }
    let error = lost(opening.sql)
    _ = unsafe livesql_PQpipelineSync(handle)
    joined.ending = .nothing
    unsafe leavePipeline(handle)
    throw error
  }

  private func hasSent(
    _ opening: JoinedTransaction.Opening,
    _ statement: PostgresStatement,
    on handle: OpaquePointer
  ) -> Bool {
    // While an answer is yet to be read, it is in pipeline mode.
    if !joined.isEnding, unsafe livesql_PQenterPipelineMode(handle) != 1 { return false }
    guard unsafe livesql_PQsendCommand(handle, opening.sql) == 1 else { return false }
    // The limit is that of `BEGIN` alone, so the server must not keep the answer until the query
    // has ended.
    if opening.limit != nil, unsafe livesql_PQsendFlushRequest(handle) != 1 { return false }
    return unsafe send(statement, on: handle) && livesql_PQpipelineSync(handle) == 1
  }

  /// Reads the answer to `BEGIN`.
  ///
  /// - Returns: Whether the query was sent with it; if not, because the transaction before had not
  ///   ended, nothing but `BEGIN` has been done.
  /// - Throws: ``PostgresError`` if it failed.
  private func hasBegun(_ sql: String, on handle: OpaquePointer) throws(PostgresError) -> Bool {
    let failure: PostgresError
    if let answer = unsafe ResultHandle(livesql_PQgetResult(handle)) {
      if answer.status == .command {
        unsafe livesql_PQclear(livesql_PQgetResult(handle))
        return true
      }
      failure = answer.error(sql: sql, bindsValues: false)
    } else {
      failure = lost(sql)
    }
    unsafe leavePipeline(handle)
    guard joined.commitHasFailed, failure.code == .inFailedTransaction else { throw failure }
    try run("ROLLBACK")
    try begin(sql, isReading: true)
    return false
  }
}

// MARK: Ending

extension PostgresConnection {
  /// Whether the answer to ``commitWithoutWaiting()`` is yet to be read.
  package var isEnding: Bool { joined.isEnding }

  /// Allows ``commitWithoutWaiting()`` for the open transaction, unless something else than a query
  /// runs in it from now on.
  ///
  /// So far, it must not have done anything that `COMMIT` may refuse.
  package func allowCommitWithoutWaiting() { joined.hasOnlyQueried = true }

  /// Commits a transaction in which only queries have run, and does not wait for the answer.
  ///
  /// Nothing depends on the answer. The next use of the connection reads it.
  ///
  /// - Returns: Whether `COMMIT` was sent; if not, it must be run and waited for.
  package func commitWithoutWaiting() -> Bool {
    guard joined.hasOnlyQueried, joined.opening == nil, activity == .idle,
      transactionStatus == .inTransaction, let handle = try? unsafe self.handle(),
      unsafe livesql_PQenterPipelineMode(handle) == 1
    else { return false }
    guard unsafe livesql_PQsendCommand(handle, "COMMIT") == 1,
      unsafe livesql_PQpipelineSync(handle) == 1
    else {
      unsafe leavePipeline(handle)
      return false
    }
    if !knowledge.isEmpty { knowledge = [:] }
    sentCount &+= 1
    joined.hasOnlyQueried = false
    joined.commitHasFailed = false
    joined.ending = .all
    return true
  }

  /// Reads the answer to ``commitWithoutWaiting()``, unless that was done.
  ///
  /// - Throws: ``PostgresError`` if the connection was lost.
  package func settle() throws(PostgresError) {
    guard joined.ending != .nothing else { return }
    let handle = try unsafe self.handle()
    if joined.isEnding {
      unsafe readEnding(handle, waits: true)
      guard unsafe isConnected(handle) else { throw lost(nil) }
      unsafe leaveEnding(handle)
    }
    guard joined.ending == .rollback else { return }
    joined.ending = .nothing
    defer { if libpqStatus == .inFailedTransaction { joined.ending = .rollback } }
    try run("ROLLBACK")
  }

  /// Reads what has arrived of the answer to `COMMIT`, without waiting.
  func readEnding(_ handle: OpaquePointer) {
    guard joined.isEnding else { return }
    unsafe readEnding(handle, waits: false)
    if !joined.isEnding, unsafe isConnected(handle) { unsafe leaveEnding(handle) }
  }

  /// Reads the answer to `COMMIT`.
  ///
  /// - Parameter waits: Whether to wait for what has not arrived.
  private func readEnding(_ handle: OpaquePointer, waits: Bool) {
    while joined.isEnding, unsafe waits || livesql_PQisBusy(handle) == 0 {
      let answer = unsafe livesql_PQgetResult(handle)
      defer { unsafe livesql_PQclear(answer) }
      guard joined.ending == .all else {
        joined.ending = .nothing
        return
      }
      let status = unsafe livesql_PQresultStatus(answer)
      joined.commitHasFailed = status != ResultHandle.Status.command.rawValue
      // The end of the result follows at once.
      unsafe livesql_PQclear(livesql_PQgetResult(handle))
      joined.ending = .sync
    }
  }

  /// Leaves pipeline mode after the answer to `COMMIT`.
  private func leaveEnding(_ handle: OpaquePointer) {
    unsafe leavePipeline(handle)
    if joined.commitHasFailed, libpqStatus == .inFailedTransaction { joined.ending = .rollback }
  }

  private func isConnected(_ handle: OpaquePointer) -> Bool {
    unsafe livesql_PQstatus(handle) == Int32(LIVESQL_CONNECTION_OK)
  }
}
