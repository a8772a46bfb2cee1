import CPostgreSQL

extension PostgresConnection {
  /// Returns the prepared statement for a text: a cached one, or a new one, which takes one round
  /// trip.
  ///
  /// - Parameter sql: One statement, with `$1`, `$2` … for its parameters, of which libpq allows
  ///   7,498.
  /// - Throws: ``PostgresError``, with the position of a syntax error.
  public func prepare(_ sql: String) throws(PostgresError) -> PostgresStatement {
    if let statement = statements.statement(for: sql) { return statement }
    guard !ParameterLimit.isExceeded(by: sql) else { throw .tooManyParameters(sql) }
    let handle = try unsafe idleHandle(for: sql, isQuery: true)
    guard unsafe livesql_PQenterPipelineMode(handle) == 1 else { throw lost(sql) }
    let description: StatementDescription
    do throws(PostgresError) {
      description = try unsafe describe(sql, on: handle)
    } catch {
      unsafe leavePipeline(handle)
      throw error
    }
    unsafe leavePipeline(handle)
    return try finish(description, sql: sql)
  }

  /// Prepares statements that the connection does not have, in one round trip.
  ///
  /// - Throws: ``PostgresError`` for the first one that fails; then none is kept.
  package func prepare(all texts: [String]) throws(PostgresError) {
    var new: [String] = []
    for sql in texts where statements.statement(for: sql) == nil {
      guard !ParameterLimit.isExceeded(by: sql) else { throw .tooManyParameters(sql) }
      new.append(sql)
    }
    guard let first = new.first else { return }
    let handle = try unsafe idleHandle(for: first, isQuery: true)
    guard unsafe livesql_PQenterPipelineMode(handle) == 1 else { throw lost(first) }
    let descriptions: [(sql: String, StatementDescription)]
    do throws(PostgresError) {
      descriptions = try unsafe describe(new, on: handle)
    } catch {
      unsafe leavePipeline(handle)
      throw error
    }
    unsafe leavePipeline(handle)
    for (sql, description) in descriptions { _ = try finish(description, sql: sql) }
  }

  /// The server's description of a new statement.
  struct StatementDescription {
    let name: String
    let parameters: [UInt32]
    let columns: [(name: String, type: UInt32, modifier: Int32)]
  }

  /// Makes the server prepare and describe a statement, in one round trip; requires pipeline mode.
  private func describe(_ sql: String, on handle: OpaquePointer) throws(PostgresError)
    -> StatementDescription
  {
    guard let description = try unsafe describe([sql], on: handle).first?.1 else { throw lost(sql) }
    return description
  }

  /// Makes the server prepare and describe statements, in one round trip; requires pipeline mode.
  private func describe(_ texts: [String], on handle: OpaquePointer) throws(PostgresError)
    -> [(sql: String, StatementDescription)]
  {
    var sent: [(sql: String, name: String)] = []
    for sql in texts {
      let name = statements.nextName()
      guard !sql.utf8.contains(0) else {
        throw .misuse("The SQL text contains a NUL character.", sql: sql)
      }
      guard unsafe livesql_PQsendPrepare(handle, name, sql, 0, nil) == 1,
        unsafe livesql_PQsendDescribePrepared(handle, name) == 1
      else { throw lost(sql) }
      sent.append((sql, name))
    }
    guard unsafe livesql_PQpipelineSync(handle) == 1 else { throw lost(texts.first) }
    return try unsafe readDescriptions(of: sent, on: handle)
  }

  /// Reads the answers to requests that prepare and describe statements.
  private func readDescriptions(of sent: [(sql: String, name: String)], on handle: OpaquePointer)
    throws(PostgresError) -> [(sql: String, StatementDescription)]
  {
    var failure: PostgresError?
    var descriptions: [(sql: String, StatementDescription)] = []
    var (nulls, results) = (0, 0)
    // Each of the two requests yields a result and a NULL, and the sync yields one result.
    while true {
      let (sql, name) = sent[min(results / 2, sent.count - 1)]
      guard let result = unsafe ResultHandle(livesql_PQgetResult(handle)) else {
        nulls += 1
        if nulls > 3 { throw lost(sql) }
        continue
      }
      nulls = 0
      if result.status == .pipelineSync { break }
      if result.status == .error { failure = failure ?? result.error(sql: sql) }
      if result.status == .badResponse { throw lost(sql) }
      if result.status == .command, !results.isMultiple(of: 2) {
        descriptions.append((sql, StatementDescription(name: name, result)))
      }
      results += 1
    }
    if let failure {
      for (_, description) in descriptions { statements.dismiss(description.name) }
      throw failure
    }
    guard descriptions.count == sent.count else { throw lost(sent.first?.sql) }
    return descriptions
  }

  /// Leaves pipeline mode, after reading any remaining results.
  func leavePipeline(_ handle: OpaquePointer) {
    while unsafe livesql_PQexitPipelineMode(handle) == 0,
      unsafe livesql_PQstatus(handle) == Int32(LIVESQL_CONNECTION_OK)
    {
      var nulls = 0
      while nulls < 2 {
        nulls = unsafe ResultHandle(livesql_PQgetResult(handle)) == nil ? nulls + 1 : 0
      }
    }
  }

  private func finish(_ description: StatementDescription, sql: String) throws(PostgresError)
    -> PostgresStatement
  {
    try learnTypes(description.parameters + description.columns.map(\.type))
    let statement = PostgresStatement(
      sql: sql,
      name: description.name,
      parameterTypes: description.parameters.map(type),
      columns: PostgresColumns(
        description.columns.map { ($0.name, type($0.type), $0.modifier) }
      )
    )
    statements.insert(statement)
    closeDismissed()
    return statement
  }

  /// Returns the error that libpq reports for the connection.
  func lost(_ sql: String?) -> PostgresError {
    guard let handle = try? unsafe self.handle() else { return .closed }
    return .lost(
      unsafe livesql_PQerrorMessage(handle).map { unsafe String(cString: $0) } ?? "",
      sql: sql
    )
  }
}

extension PostgresConnection.StatementDescription {
  fileprivate init(name: String, _ result: borrowing ResultHandle) {
    self.name = name
    let count = unsafe livesql_PQnparams(result.pointer)
    var parameters: [UInt32] = []
    for index in 0..<count { parameters.append(unsafe livesql_PQparamtype(result.pointer, index)) }
    var columns: [(name: String, type: UInt32, modifier: Int32)] = []
    for index in 0..<result.columnCount {
      let column = Int32(truncatingIfNeeded: index)
      let type = unsafe livesql_PQftype(result.pointer, column)
      let modifier = unsafe livesql_PQfmod(result.pointer, column)
      columns.append((result.columnName(at: index), type, modifier))
    }
    self.parameters = parameters
    self.columns = columns
  }
}
