import CPostgreSQL

extension PostgresConnection {
  /// Runs statements without parameters, one after another, and discards their rows.
  ///
  /// They run in one transaction, unless they begin and end transactions themselves.
  ///
  /// - Throws: ``PostgresError`` for the first statement that fails.
  public func execute(script sql: String) throws(PostgresError) {
    // The script may begin a transaction or change the schema.
    if !knowledge.isEmpty { knowledge = [:] }
    onStatement?(sql)
    try run(sql)
  }

  /// Runs a statement, and returns all its rows.
  ///
  /// The first time that a text runs on the connection, it is prepared, which takes an additional
  /// round trip.
  ///
  /// - Parameters:
  ///   - sql: One statement, with `$1`, `$2` … for its parameters.
  ///   - values: The values of the parameters.
  /// - Throws: ``PostgresError``.
  @discardableResult
  public func execute(_ sql: String, _ values: [PostgresValue] = []) throws(PostgresError)
    -> PostgresResult
  {
    try execute(prepare(sql), values)
  }

  /// Runs a prepared statement, and returns all its rows.
  ///
  /// If the schema has changed the types of its parameters or rows, or if the server has lost the
  /// statement, it is prepared again, once. In a transaction that has already run other statements,
  /// this is mostly too late, because the error has aborted the transaction.
  ///
  /// - Throws: ``PostgresError``.
  @discardableResult
  public func execute(_ statement: PostgresStatement, _ values: [PostgresValue] = [])
    throws(PostgresError) -> PostgresResult
  {
    var statement = try prepared(statement)
    var isFirst = true
    while true {
      statement = try fill(values, for: statement)
      do throws(PostgresError) {
        return try executeOnce(statement)
      } catch {
        guard isFirst, let another = try renewed(statement, after: error) else { throw error }
        isFirst = false
        statement = another
      }
    }
  }

  /// Returns the statement, prepared again if the connection has dropped it.
  func prepared(_ statement: PostgresStatement) throws(PostgresError) -> PostgresStatement {
    statement.isPrepared ? statement : try prepare(statement.sql)
  }

  /// Runs a statement whose parameters are in the buffer.
  func executeOnce(_ statement: PostgresStatement) throws(PostgresError) -> PostgresResult {
    onStatement?(statement.sql)
    let isQuery = joined.hasOnlyQueried && statement.isPlainQuery
    if isQuery, let opening = joined.opening { return try begin(opening, with: statement) }
    let handle = try unsafe idleHandle(for: statement.sql, isQuery: isQuery)
    sentCount &+= 1
    let answer = unsafe parameters.withPointers { count, values, lengths, formats in
      unsafe livesql_PQexecPrepared(
        handle,
        statement.name,
        count,
        values,
        lengths,
        formats,
        statement.columns.format
      )
    }
    guard let result = unsafe ResultHandle(answer) else { throw lost(statement.sql) }
    try endUnwantedCopy(result.status)
    let rows = try PostgresResult(result, of: statement)
    statement.hasRun = true
    joined.lastAnswer = .now
    return rows
  }

  /// Sends a statement whose parameters are in the buffer, without waiting for its result.
  ///
  /// - Returns: Whether it was sent; if not, the connection is lost.
  func send(_ statement: PostgresStatement, on handle: OpaquePointer) -> Bool {
    onStatement?(statement.sql)
    let isSent = unsafe parameters.withPointers { count, values, lengths, formats in
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
    return isSent == 1
  }

  /// Runs SQL with the simple query protocol: several statements, or one that cannot be prepared.
  ///
  /// - Returns: The last result, whose values are text.
  @discardableResult
  func run(_ sql: String) throws(PostgresError) -> ResultHandle {
    let handle = try unsafe idleHandle(for: sql)
    guard !sql.utf8.contains(0) else {
      throw .misuse("The SQL text contains a NUL character.", sql: sql)
    }
    sentCount &+= 1
    guard let result = unsafe ResultHandle(livesql_PQexec(handle, sql)) else { throw lost(sql) }
    try endUnwantedCopy(result.status)
    let status = result.status
    if status == .error || status == .badResponse {
      throw result.error(sql: sql, bindsValues: false)
    }
    joined.lastAnswer = .now
    return result
  }

  /// Ends a copy that no one reads or writes.
  private func endUnwantedCopy(_ status: ResultHandle.Status) throws(PostgresError) {
    guard status == .copyIn || status == .copyOut || status == .copyBoth else { return }
    if status == .copyOut { cancellation.cancel() }
    drain()
    throw .misuse("COPY cannot be run as a statement: use copyIn(_:columns:_:) or copyOut(_:_:).")
  }

  /// Reads the remaining results of a statement, and ends a copy.
  func drain() {
    guard let handle = try? unsafe self.handle() else { return }
    while let result = unsafe ResultHandle(livesql_PQgetResult(handle)) {
      let status = result.status
      if status == .copyIn || status == .copyBoth {
        // This fails only if the connection is lost, which the next result reports.
        guard unsafe livesql_PQputCopyEnd(handle, "the client ended it") == 1 else { return }
      }
      if status == .copyOut || status == .copyBoth {
        var bytes: UnsafeMutablePointer<CChar>?
        while unsafe livesql_PQgetCopyData(handle, &bytes, 0) > 0 {
          unsafe livesql_PQfreemem(bytes)
        }
      }
    }
  }
}
