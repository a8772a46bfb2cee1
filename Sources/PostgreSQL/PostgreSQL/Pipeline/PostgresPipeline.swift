import CPostgreSQL

extension PostgresConnection {
  /// Sends statements one after another, without waiting for each result.
  ///
  /// They form one transaction: either all take effect or none. If the connection is already in a
  /// transaction, they are part of it, in a savepoint: if the closure throws, or one that receives
  /// rows, the transaction continues without any of them. A statement that fails aborts the
  /// transaction, as outside of a pipeline. Results are read while statements are sent, so at most
  /// a few hundred are outstanding.
  ///
  /// The server refuses `SET TRANSACTION ISOLATION LEVEL` and `pg_export_snapshot()` in a
  /// savepoint, so run them outside of pipelines. More than 64 savepoints in one transaction make
  /// reads of other sessions slower until it ends. A single statement whose rows no closure
  /// receives needs none.
  ///
  /// ```swift
  /// try connection.pipeline { pipeline in
  ///   for item in items {
  ///     try pipeline.execute("UPDATE items SET price = $2 WHERE id = $1", [item.id, item.price])
  ///   }
  /// }
  /// ```
  ///
  /// A statement that the server has lost, or whose rows have different types since it was
  /// prepared, fails here, and works the next time.
  ///
  /// - Parameter body: A closure that sends the statements.
  /// - Returns: The closure's result.
  /// - Throws: ``PostgresError`` for the first statement that fails, or any error that the closure
  ///   throws.
  public func pipeline<Result>(_ body: (inout PostgresPipeline) throws -> Result) throws -> Result {
    _ = try unsafe idleHandle()
    return try pipeline(in: AtomicFrame.of(self), body)
  }

  /// Sends statements one after another, as ``pipeline(_:)`` does, for a caller that undoes them
  /// itself if they are part of a transaction.
  package func pipelineInFrame<Result>(
    _ body: (inout PostgresPipeline) throws -> Result
  ) throws -> Result {
    _ = try unsafe idleHandle()
    return try pipeline(in: transactionStatus == .idle ? .transaction : nil, body)
  }

  private func pipeline<Result>(
    in frame: AtomicFrame?,
    _ body: (inout PostgresPipeline) throws -> Result
  ) throws -> Result {
    var pipeline = PostgresPipeline(self, in: frame)
    frameDepth += 1
    defer { frameDepth -= 1 }
    do {
      try pipeline.begin()
      let result = try body(&pipeline)
      try pipeline.finish()
      return result
    } catch {
      pipeline.abandon()
      throw error
    }
  }
}

/// A sequence of statements that were sent before all results of earlier ones were read.
public struct PostgresPipeline: ~Copyable {
  /// The maximum number of outstanding results, and of their parameters' bytes.
  private static let limit = (statements: 512, bytes: 1 << 20)

  private struct Sent {
    let statement: PostgresStatement
    let onResult: Receiver?
    let byteCount: Int
  }

  private typealias Held = (
    statement: PostgresStatement, values: [PostgresValue], onResult: Receiver?
  )

  /// A closure that receives the rows of a statement, and the statement that returned them.
  package typealias Receiver = (borrowing PostgresResult, PostgresStatement) throws -> Void

  package let connection: PostgresConnection
  /// The frame that begins and ends with the pipeline.
  private let frame: AtomicFrame?
  private var sent: [Sent] = []
  /// The index in `sent` of the first statement whose result was not read.
  private var next = 0
  private var byteCount = 0
  /// Whether the connection is in pipeline mode, which must be left by a sync.
  private var isOpen = false
  /// Whether the frame must be ended or undone.
  private var hasBegun = false
  /// The first statement in a savepoint, until it is known whether it needs the savepoint.
  private var held: Held?
  /// Whether the transaction may end before its results were read.
  private var onlyReads = false
  /// Whether a statement has failed on the server.
  var hasFailed = false
  /// The error after which the connection is no longer in pipeline mode, so nothing can be sent.
  var failure: (any Error)?
  /// The copy of rows that lasts until something else is sent.
  package internal(set) var copying: PipelinedCopy?
  /// The rows that were inserted one by one, if they were sent last.
  package var run: PipelinedRun?
  /// The number of rows after which a copy begins; it grows with copies that were not worth it.
  package internal(set) var leastRun = 32
  /// The number of rows that were inserted, updated, deleted or selected, by the results read so
  /// far.
  public internal(set) var affectedRowCount = 0

  init(_ connection: PostgresConnection, in frame: AtomicFrame?) {
    self.connection = connection
    self.frame = frame
  }

  /// Sends a statement.
  ///
  /// If the connection has not prepared it yet, all outstanding results are read first.
  ///
  /// - Parameters:
  ///   - sql: One statement, with `$1`, `$2` … for its parameters.
  ///   - values: The values of the parameters.
  ///   - onResult: A closure that receives the rows once they have arrived: during a later call, or
  ///     at the end.
  /// - Throws: ``PostgresError``, also for an earlier statement, or any error that the `onResult`
  ///   of an earlier statement throws.
  public mutating func execute(
    _ sql: String,
    _ values: [PostgresValue] = [],
    onResult: ((borrowing PostgresResult) throws -> Void)? = nil
  ) throws {
    let receive = onResult.map { onResult in
      { (result: borrowing PostgresResult, _: PostgresStatement) throws in try onResult(result) }
    }
    try execute(sql, onResult: receive) { _ in values }
  }

  /// Sends a statement whose values depend on the types of its parameters.
  ///
  /// - Parameters:
  ///   - sql: One statement, with `$1`, `$2` … for its parameters.
  ///   - onResult: A closure that receives the rows once they have arrived, and the statement.
  ///   - values: A closure that returns the values for the prepared statement.
  package mutating func execute(
    _ sql: String,
    onResult: Receiver?,
    values: (PostgresStatement) throws -> [PostgresValue]
  ) throws {
    try settle()
    // An error of that statement must not be taken for one of this one.
    if held != nil { try sendHeld(inSavepoint: true) }
    let statement = try self.statement(sql)
    do { try sendOrHold(statement, values(statement), onResult) } catch let error as PostgresError {
      let renewed = try renewed(statement, after: error)
      try sendOrHold(renewed, values(renewed), onResult)
    }
    if sent.count - next >= Self.limit.statements || byteCount >= Self.limit.bytes {
      try readHalf()
    }
  }

  /// Declares that the statements only read, so that their transaction may end before the closures
  /// that receive their rows have run.
  ///
  /// Then statements that have been prepared before take one round trip together.
  package mutating func declareReadOnly() { onlyReads = true }

  /// Waits for the results of all statements that were sent.
  ///
  /// - Throws: ``PostgresError`` for the first one that failed, or any error that an `onResult`
  ///   throws.
  public mutating func catchUp() throws {
    try settle()
    try sendHeld(inSavepoint: true)
    let handle = try unsafe connection.handle()
    guard next < sent.count else { return }
    guard unsafe livesql_PQsendFlushRequest(handle) == 1, unsafe livesql_PQflush(handle) >= 0 else {
      throw connection.lost(nil)
    }
    while next < sent.count { try unsafe readOne(handle) }
    forgetRead()
  }
}

extension PostgresPipeline {
  mutating func begin() throws {
    if connection.transactionStatus == .idle { connection.knowledge = [:] }
    // These are prepared first, because preparing needs its own pipeline.
    if let frame {
      _ = try connection.prepare(frame.beginning)
      _ = try connection.prepare(frame.end)
    }
    try enter()
    // A savepoint begins with the second statement.
    if let frame, frame.isTransaction { try sendBeginning(of: frame) }
  }

  private mutating func sendBeginning(of frame: AtomicFrame) throws {
    try send(statement(frame.beginning), [], nil)
    hasBegun = true
  }

  mutating func finish() throws {
    try settle()
    // Only the server can refuse a single statement, unless a closure receives its rows.
    try sendHeld(inSavepoint: held?.onResult != nil)
    // The closures that receive rows may throw, and then nothing must have been committed.
    if !onlyReads, sent[next...].contains(where: { $0.onResult != nil }) { try catchUp() }
    if let frame, hasBegun {
      try send(statement(frame.end), [], nil)
      // A savepoint that was released cannot be undone.
      hasBegun = frame.isTransaction
    }
    let handle = try unsafe connection.handle()
    guard unsafe livesql_PQpipelineSync(handle) == 1 else { throw connection.lost(nil) }
    while next < sent.count { try unsafe readOne(handle) }
    try unsafe readSync(handle)
    unsafe close(handle)
    hasBegun = false
  }

  /// Ends a pipeline that has failed, and undoes what was done in its frame.
  mutating func abandon() {
    copying?.rows.abandon()
    copying = nil
    // It is not open if a statement could not be prepared.
    if isOpen, let handle = try? unsafe connection.handle() {
      _ = unsafe livesql_PQpipelineSync(handle)
      unsafe connection.leavePipeline(handle)
    }
    isOpen = false
    connection.activity = .idle
    if hasBegun { frame?.undo(on: connection, isAborted: hasFailed) }
  }

  private func close(_ handle: OpaquePointer) {
    unsafe connection.leavePipeline(handle)
    connection.activity = .idle
  }

  /// Returns a prepared statement; to prepare a new one, the pipeline is left temporarily.
  private mutating func statement(_ sql: String) throws -> PostgresStatement {
    if let isInterrupted = connection.isInterrupted, isInterrupted() {
      throw PostgresError.interrupted(sql)
    }
    if let statement = connection.statements.statement(for: sql) { return statement }
    return try paused { connection in try connection.prepare(sql) }
  }

  /// Reads all outstanding results, and calls a closure that uses the connection outside of the
  /// pipeline.
  ///
  /// A transaction continues, and what the closure does is undone with the pipeline.
  package mutating func pausing<Output>(_ body: (PostgresConnection) throws -> Output) throws
    -> Output
  {
    try settle()
    try sendHeld(inSavepoint: true)
    if let frame, !hasBegun { try sendBeginning(of: frame) }
    return try paused(body)
  }

  /// Does the same while no statement is held.
  private mutating func paused<Output>(_ body: (PostgresConnection) throws -> Output) throws
    -> Output
  {
    try leave()
    let output: Output
    do { output = try body(connection) } catch { throw failed(error) }
    try enter()
    return output
  }

  /// Reads all outstanding results, and leaves pipeline mode.
  mutating func leave() throws {
    let handle = try unsafe connection.handle()
    guard unsafe livesql_PQpipelineSync(handle) == 1 else { throw connection.lost(nil) }
    while next < sent.count { try unsafe readOne(handle) }
    forgetRead()
    try unsafe readSync(handle)
    unsafe close(handle)
    isOpen = false
  }

  /// Enters pipeline mode.
  mutating func enter() throws {
    let handle = try unsafe connection.handle()
    guard unsafe livesql_PQenterPipelineMode(handle) == 1 else { throw connection.lost(nil) }
    connection.activity = .pipelining
    isOpen = true
  }

  /// Notes an error that occurred outside of pipeline mode.
  mutating func failed(_ error: any Error) -> any Error {
    hasFailed = connection.transactionStatus == .inFailedTransaction
    failure = error
    return error
  }

  /// Prepares a statement again if the values did not fit its parameters' types, and they have
  /// changed.
  private mutating func renewed(_ old: PostgresStatement, after error: PostgresError) throws
    -> PostgresStatement
  {
    guard old.hasRun, connection.isOpen else { throw error }
    connection.statements.remove(old)
    let new = try statement(old.sql)
    guard new.parameterTypes != old.parameterTypes else { throw error }
    connection.staleStatementCount += 1
    return new
  }

  /// Sends a statement, or keeps it if it is the first one in a savepoint; none is held before.
  private mutating func sendOrHold(
    _ statement: PostgresStatement,
    _ values: [PostgresValue],
    _ onResult: Receiver?
  ) throws {
    guard let frame, !frame.isTransaction, !hasBegun else {
      return try send(statement, values, onResult)
    }
    // Values that do not fit are found now.
    try connection.parameters.fill(values, for: statement)
    held = (statement, values, onResult)
  }

  /// Sends the statement that was kept, if there is one.
  mutating func sendHeld(inSavepoint: Bool) throws {
    guard let frame, let (original, values, onResult) = held.take() else { return }
    if inSavepoint { try sendBeginning(of: frame) }
    // The connection may have dropped it for newer ones.
    try send(original.isPrepared ? original : statement(original.sql), values, onResult)
  }

  private mutating func send(
    _ statement: PostgresStatement,
    _ values: [PostgresValue],
    _ onResult: Receiver?
  ) throws {
    try connection.parameters.fill(values, for: statement)
    let handle = try unsafe connection.handle()
    guard unsafe connection.send(statement, on: handle) else {
      throw connection.lost(statement.sql)
    }
    connection.sentCount &+= 1
    let bytes = connection.parameters.byteCount
    byteCount += bytes
    sent.append(Sent(statement: statement, onResult: onResult, byteCount: bytes))
  }

  /// Reads the older half of the results, so that the server stays busy with the rest.
  private mutating func readHalf() throws {
    let handle = try unsafe connection.handle()
    guard unsafe livesql_PQsendFlushRequest(handle) == 1, unsafe livesql_PQflush(handle) >= 0 else {
      throw connection.lost(nil)
    }
    let end = next + max(1, (sent.count - next) / 2)
    while next < end { try unsafe readOne(handle) }
    forgetRead()
  }

  private mutating func forgetRead() {
    sent.removeFirst(next)
    next = 0
  }

  /// Reads the result of one statement, and the NULL that follows it.
  private mutating func readOne(_ handle: OpaquePointer) throws {
    let one = sent[next]
    next += 1
    byteCount -= one.byteCount
    guard let result = unsafe ResultHandle(livesql_PQgetResult(handle)) else {
      throw connection.lost(one.statement.sql)
    }
    if result.status == .error {
      let error = result.error(sql: one.statement.sql)
      _ = connection.dismissesStale(one.statement, after: error)
      hasFailed = true
      throw error
    }
    one.statement.hasRun = true
    let answer = try PostgresResult(result, of: one.statement)
    guard unsafe ResultHandle(livesql_PQgetResult(handle)) == nil else {
      throw connection.lost(one.statement.sql)
    }
    affectedRowCount += answer.affectedRowCount
    try one.onResult?(answer, one.statement)
  }

  private func readSync(_ handle: OpaquePointer) throws {
    guard let result = unsafe ResultHandle(livesql_PQgetResult(handle)),
      result.status == .pipelineSync
    else { throw connection.lost(nil) }
  }
}
