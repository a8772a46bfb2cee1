public import PostgreSQL
import SQLQueries
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
  ///   for id in ids {
  ///     try pipeline.fetchAll(Reminder.find(id)) { reminders += $0 }
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
    try sendFetching(statement, Fetched.Shape.self, isText: false, onRows)
  }

  /// Sends a write that returns values, or SQL text, and calls a closure with the values.
  ///
  /// ```swift
  /// try connection.pipeline { pipeline in
  ///   for draft in drafts {
  ///     try pipeline.fetchAll(Reminder.insert { draft }.returning(\.id)) { ids += $0 }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - statement: A statement that returns values; an empty one is not sent.
  ///   - onValues: A closure that receives all values of the statement.
  /// - Throws: ``PostgresError``, `DecodingFailure`, or any error that a closure of an earlier
  ///   statement throws.
  @_disfavoredOverload  // A select is read by its shape.
  public mutating func fetchAll<Fetched: TypedSQL.Statement>(
    _ statement: Fetched,
    _ onValues: @escaping ([Fetched.QueryValue.QueryOutput]) throws -> Void
  ) throws where Fetched.QueryValue: QueryRepresentable {
    try sendFetching(
      statement,
      ValueRow<Fetched.QueryValue>.self,
      isText: Fetched._isText,
      onValues
    )
  }

  /// Sends a write that returns several values, or SQL text, and calls a closure with tuples.
  ///
  /// - Parameters:
  ///   - statement: A statement that returns rows; an empty one is not sent.
  ///   - onRows: A closure that receives all rows of the statement.
  /// - Throws: ``PostgresError``, `DecodingFailure`, or any error that a closure of an earlier
  ///   statement throws.
  @_disfavoredOverload  // As above.
  public mutating func fetchAll<
    Fetched: TypedSQL.Statement,
    V1: QueryRepresentable,
    V2: QueryRepresentable,
    each V3: QueryRepresentable
  >(
    _ statement: Fetched,
    _ onRows:
      @escaping ([(V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput)]) throws
      -> Void
  ) throws where Fetched.QueryValue == (V1, V2, repeat each V3) {
    try sendFetching(
      statement,
      TupleRow<V1, V2, repeat each V3>.self,
      isText: Fetched._isText,
      onRows
    )
  }

  private mutating func sendFetching<Shape: RowShape>(
    _ statement: some TypedSQL.Statement,
    _ shape: Shape.Type,
    isText: Bool,
    _ onRows: @escaping ([Shape.Row]) throws -> Void
  ) throws {
    try send(statement) { result, statement in
      try statement.check(shape, isText: isText)
      try onRows(result.map { row in try statement.decode(row, shape) })
    }
  }

  private mutating func send(
    _ statement: some TypedSQL.Statement,
    onResult: Receiver?
  ) throws {
    guard let count = statement._rowCount else {
      let query = statement.query
      if query.isEmpty { return }
      let text = StatementTextCache.shared.text(of: query)
      if let problem = text.problem { throw PostgresError(problem, sql: nil) }
      return try send(text, query.bindings, onResult)
    }
    if count == 0 { return }
    let rows = PipelinedRows(self, onResult)
    do { try statement._writeRows(to: RowCollector(rows)) } catch {
      self = rows.takePipeline()
      throw error
    }
    self = rows.takePipeline()
  }

  /// Sends a statement whose text was written, with the values of its fragment.
  mutating func send(
    _ text: PostgresStatementText,
    _ bindings: [QueryBinding],
    _ onResult: Receiver?
  ) throws {
    try execute(text.sql, onResult: onResult) { statement in
      try statement.values(of: text.bindings(of: bindings))
    }
  }
}
