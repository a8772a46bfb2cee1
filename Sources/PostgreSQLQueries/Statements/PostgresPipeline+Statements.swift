public import PostgreSQL
public import TypedSQL

// Typed statements are sent in a pipeline with the same values as when they run one by one.

extension PostgresPipeline {
  /// Sends a statement that returns no rows.
  ///
  /// It does not wait for the server, so many statements take hardly more time than their work:
  ///
  /// ```swift
  /// try connection.pipeline { pipeline in
  ///   for id in completed {
  ///     try pipeline.execute(Reminder.find(id).update { $0.isCompleted = true })
  ///     // UPDATE "reminders" SET "isCompleted" = $1 WHERE (("reminders"."id") IN (($2)))
  ///   }
  /// }
  /// ```
  ///
  /// The statements of a pipeline form one transaction. If the connection has not prepared the
  /// statement's text yet, all outstanding results are read first. Rows to insert are sent one
  /// after another.
  ///
  /// - Parameter statement: A statement; an empty one is not sent.
  /// - Throws: ``PostgresError``, also for an earlier statement, or any error that a closure of an
  ///   earlier statement throws.
  public mutating func execute<Written: TypedSQL.Statement>(_ statement: Written) throws
  where Written.QueryValue == () {
    try send(statement, onResult: nil)
  }

  /// Sends a statement, and calls a closure with its rows once they have arrived.
  ///
  /// ```swift
  /// try connection.pipeline { pipeline in
  ///   for draft in drafts {
  ///     try pipeline.fetchAll(Reminder.insert { draft }.returning(\.id)) { ids += $0 }
  ///   }
  /// }
  /// ```
  ///
  /// The closure is called during a later call, or at the end of the pipeline, in the order in
  /// which the statements were sent. For an insertion of several rows, it is called once for each.
  ///
  /// - Parameters:
  ///   - statement: A statement that returns rows; an empty one is not sent.
  ///   - onRows: A closure that receives all rows of the statement.
  /// - Throws: ``PostgresError``, `DecodingFailure`, or any error that a closure of an earlier
  ///   statement throws.
  public mutating func fetchAll<Fetched: _ShapedStatement>(
    _ statement: Fetched,
    _ onRows: @escaping ([Fetched.Shape.Row]) throws -> Void
  ) throws {
    try send(statement) { result, statement in
      try statement.check(Fetched.Shape.self, isText: false)
      try onRows(result.map { row in try statement.decode(row, Fetched.Shape.self) })
    }
  }

  private mutating func send(
    _ statement: some TypedSQL.Statement,
    onResult: ((borrowing PostgresResult, PostgresStatement) throws -> Void)?
  ) throws {
    guard let count = statement._rowCount else {
      let query = statement.query
      if query.isEmpty { return }
      let text = StatementTextCache.shared.text(of: query)
      if let problem = text.problem { throw PostgresError(problem, sql: nil) }
      return try send(text, query.bindings, onResult)
    }
    if count == 0 { return }
    let target = PipelinedRows()
    try statement._writeRows(to: target)
    for (text, row) in target.rows { try send(text, row, onResult) }
  }

  private mutating func send(
    _ text: PostgresStatementText,
    _ bindings: [QueryBinding],
    _ onResult: ((borrowing PostgresResult, PostgresStatement) throws -> Void)?
  ) throws {
    var prepared: PostgresStatement?
    let receive = onResult.map { onResult in
      { (result: borrowing PostgresResult) throws in
        if let prepared { try onResult(result, prepared) }
      }
    }
    try execute(text.sql, onResult: receive) { statement in
      prepared = statement
      return try statement.values(of: text.bindings(of: bindings))
    }
  }
}
