import CPostgreSQL

extension PostgresConnection {
  /// Runs statements one after the other without waiting for the answers in between.
  ///
  /// They are one transaction: all or none. Where the connection is in a transaction already, they are part of it.
  /// Answers are
  /// read while statements are being sent, so that no more than some hundred are on their way.
  ///
  /// ```swift
  /// try connection.pipeline { pipeline in
  ///   for item in items {
  ///     try pipeline.execute("UPDATE items SET price = $2 WHERE id = $1", [item.id, item.price])
  ///   }
  /// }
  /// ```
  ///
  /// A statement that the server has lost, or whose rows have other types since, fails here, and works the next time.
  ///
  /// - Parameter body: Sends the statements.
  /// - Returns: What the closure returns.
  /// - Throws: ``PostgresError`` of the first statement that fails, or what the closure throws.
  public func pipeline<Result>(_ body: (inout PostgresPipeline) throws -> Result) throws -> Result {
    _ = try unsafe idleHandle()
    var pipeline = PostgresPipeline(self, isOwnTransaction: transactionStatus == .idle)
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

  /// Runs a statement once for each list of values, in a pipeline.
  ///
  /// - Returns: How many rows were inserted, changed or deleted in all.
  /// - Throws: ``PostgresError`` of the first that fails; nothing has happened then.
  @discardableResult
  public func execute(_ sql: String, forEach lists: some Sequence<[PostgresValue]>) throws -> Int {
    try pipeline { pipeline in
      for values in lists { try pipeline.execute(sql, values) }
      try pipeline.catchUp()
      return pipeline.affectedRowCount
    }
  }
}

/// Statements that were sent and whose answers were not all read.
public struct PostgresPipeline: ~Copyable {
  /// How many answers may be outstanding, and how many bytes of parameters.
  private static let limit = (statements: 512, bytes: 1 << 20)

  private struct Sent {
    let statement: PostgresStatement
    let onResult: ((borrowing PostgresResult) throws -> Void)?
    let byteCount: Int
  }

  private let connection: PostgresConnection
  private let isOwnTransaction: Bool
  private var sent: [Sent] = []
  /// The first of `sent` whose answer was not read.
  private var next = 0
  private var byteCount = 0
  /// Whether something was sent that only an end of the pipeline makes the server answer to the last.
  private var isOpen = false
  private var hasBegun = false
  /// How many rows were inserted, changed, deleted or selected, as far as answers were read.
  public private(set) var affectedRowCount = 0

  init(_ connection: PostgresConnection, isOwnTransaction: Bool) {
    self.connection = connection
    self.isOwnTransaction = isOwnTransaction
  }

  /// Sends a statement.
  ///
  /// Where the connection has not prepared it yet, all answers are read first.
  ///
  /// - Parameters:
  ///   - sql: One statement, with `$1`, `$2` … for its parameters.
  ///   - values: The values of the parameters.
  ///   - onResult: What is done with its rows, once they are there: in a later call, or at the end.
  /// - Throws: ``PostgresError``, of an earlier statement too, or what `onResult` of an earlier one throws.
  public mutating func execute(
    _ sql: String,
    _ values: [PostgresValue] = [],
    onResult: ((borrowing PostgresResult) throws -> Void)? = nil
  ) throws {
    let statement = try self.statement(sql)
    do { try send(statement, values, onResult) } catch let error as PostgresError {
      try send(renewed(statement, after: error), values, onResult)
    }
    if sent.count - next >= Self.limit.statements || byteCount >= Self.limit.bytes {
      try readHalf()
    }
  }

  /// Waits for the answers of all statements that were sent.
  ///
  /// - Throws: ``PostgresError`` of the first that failed, or what an `onResult` throws.
  public mutating func catchUp() throws {
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
    let handle = try unsafe connection.handle()
    // Prepared before, since preparing needs a pipeline of its own.
    if isOwnTransaction {
      _ = try connection.prepare("BEGIN")
      _ = try connection.prepare("COMMIT")
    }
    guard unsafe livesql_PQenterPipelineMode(handle) == 1 else { throw connection.lost(nil) }
    connection.activity = .pipelining
    isOpen = true
    if isOwnTransaction { try send(statement("BEGIN"), [], nil) }
    hasBegun = isOwnTransaction
  }

  mutating func finish() throws {
    // What is done with rows may throw, and then nothing must have been committed.
    if sent[next...].contains(where: { $0.onResult != nil }) { try catchUp() }
    if isOwnTransaction { try send(statement("COMMIT"), [], nil) }
    let handle = try unsafe connection.handle()
    guard unsafe livesql_PQpipelineSync(handle) == 1 else { throw connection.lost(nil) }
    while next < sent.count { try unsafe readOne(handle) }
    try unsafe readSync(handle)
    unsafe close(handle)
    hasBegun = false
  }

  /// Ends a pipeline that has failed, and rolls back what it began.
  mutating func abandon() {
    guard isOpen, let handle = try? unsafe connection.handle() else {
      connection.activity = .idle
      return
    }
    _ = unsafe livesql_PQpipelineSync(handle)
    unsafe connection.leavePipeline(handle)
    isOpen = false
    connection.activity = .idle
    let status = connection.transactionStatus
    if hasBegun, status == .inTransaction || status == .inFailedTransaction {
      _ = try? connection.run("ROLLBACK")
    }
  }

  private func close(_ handle: OpaquePointer) {
    unsafe connection.leavePipeline(handle)
    connection.activity = .idle
  }

  /// A statement that is prepared; for a new one the pipeline is left for a moment.
  private mutating func statement(_ sql: String) throws -> PostgresStatement {
    if let isInterrupted = connection.isInterrupted, isInterrupted() {
      throw PostgresError.interrupted(sql)
    }
    if let statement = connection.statements.statement(for: sql) { return statement }
    let handle = try unsafe connection.handle()
    guard unsafe livesql_PQpipelineSync(handle) == 1 else { throw connection.lost(sql) }
    while next < sent.count { try unsafe readOne(handle) }
    try unsafe readSync(handle)
    unsafe close(handle)
    isOpen = false
    let statement = try connection.prepare(sql)
    guard unsafe livesql_PQenterPipelineMode(handle) == 1 else { throw connection.lost(sql) }
    connection.activity = .pipelining
    isOpen = true
    return statement
  }

  /// The statement prepared anew, where the values do not fit the types that its parameters had, and it has others now.
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

  private mutating func send(
    _ statement: PostgresStatement,
    _ values: [PostgresValue],
    _ onResult: ((borrowing PostgresResult) throws -> Void)?
  ) throws {
    try connection.parameters.fill(values, for: statement)
    let handle = try unsafe connection.handle()
    let isSent = unsafe connection.parameters.withPointers { count, values, lengths, formats in
      unsafe livesql_PQsendQueryPrepared(
        handle,
        statement.name,
        count,
        values,
        lengths,
        formats,
        statement.columns.format
      )
    }
    guard isSent == 1 else { throw connection.lost(statement.sql) }
    connection.sentCount &+= 1
    let bytes = connection.parameters.byteCount
    byteCount += bytes
    sent.append(Sent(statement: statement, onResult: onResult, byteCount: bytes))
  }

  /// Reads the older half of the answers, so that the server has work meanwhile.
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

  /// Reads the answer to one statement: a result, and a NULL after it.
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
      throw error
    }
    one.statement.hasRun = true
    let answer = try PostgresResult(result, of: one.statement)
    guard unsafe ResultHandle(livesql_PQgetResult(handle)) == nil else {
      throw connection.lost(one.statement.sql)
    }
    affectedRowCount += answer.affectedRowCount
    try one.onResult?(answer)
  }

  private func readSync(_ handle: OpaquePointer) throws {
    guard let result = unsafe ResultHandle(livesql_PQgetResult(handle)),
      result.status == .pipelineSync
    else { throw connection.lost(nil) }
  }
}
