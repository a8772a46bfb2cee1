import CPostgreSQL

extension PostgresConnection {
  /// Runs a statement, and calls a closure with each of its rows as it comes.
  ///
  /// Only the row at hand is in memory, however many there are. The connection can do nothing else meanwhile. Where
  /// the closure
  /// throws, the statement is cancelled on the server, and the connection is ready for the next.
  ///
  /// ```swift
  /// try connection.forEachRow("SELECT * FROM events") { row in
  ///   try file.write(row.decode(String.self, at: 0))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - sql: One statement, with `$1`, `$2` … for its parameters.
  ///   - values: The values of the parameters.
  ///   - body: What is done with each row. The row is valid in it alone.
  /// - Throws: ``PostgresError``, or what the closure throws.
  public func forEachRow(
    _ sql: String,
    _ values: [PostgresValue] = [],
    _ body: (borrowing PostgresRow) throws -> Void
  ) throws {
    var stream = try self.stream(sql, values)
    while let result = try stream.next() { try result.forEach(body) }
  }

  /// Runs a statement, and returns its rows one at a time, as they are asked for.
  ///
  /// The connection can do nothing else before the stream is let go of, which cancels what is left.
  ///
  /// Where the schema has changed so that the rows have other types, the statement is prepared anew, once, as
  /// ``execute(_:_:)-(String,_)`` does.
  ///
  /// - Throws: ``PostgresError``.
  public func stream(_ sql: String, _ values: [PostgresValue] = []) throws(PostgresError)
    -> PostgresRowStream
  {
    let first = try prepare(sql)
    do throws(PostgresError) {
      return try start(first, values)
    } catch {
      guard error.wantsNewStatement else { throw error }
      statements.remove(first)
      guard transactionStatus == .idle else { throw error }
      return try start(prepare(sql), values)
    }
  }

  private func start(_ statement: PostgresStatement, _ values: [PostgresValue])
    throws(PostgresError) -> PostgresRowStream
  {
    try parameters.fill(values, for: statement)
    let handle = try unsafe idleHandle(for: statement.sql)
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
    guard isSent == 1, unsafe livesql_PQsetSingleRowMode(handle) == 1 else {
      throw lost(statement.sql)
    }
    activity = .streaming
    var stream = PostgresRowStream(self, statement)
    // The first answer tells whether the statement runs at all.
    try stream.readAhead()
    return stream
  }
}

/// The rows of a statement that is running, one at a time.
///
/// The connection can do nothing else before it is let go of. Then the statement is cancelled where rows are left.
public struct PostgresRowStream: ~Copyable {
  private let connection: PostgresConnection
  private let statement: PostgresStatement
  /// What was read ahead.
  private var first: PostgresResult?
  private var isDone = false

  init(_ connection: PostgresConnection, _ statement: PostgresStatement) {
    self.connection = connection
    self.statement = statement
  }

  /// The columns.
  public var columns: PostgresColumns { statement.columns }

  deinit {
    guard !isDone else { return }
    connection.cancellation.cancel()
    connection.drain()
    connection.activity = .idle
  }

  mutating func readAhead() throws(PostgresError) { first = try read() }

  /// The next row, as a result of its own; `nil` after the last.
  ///
  /// It blocks until the server has sent it.
  ///
  /// - Throws: ``PostgresError``; the stream has ended then.
  public mutating func next() throws(PostgresError) -> PostgresResult? {
    if let first = first.take() { return first }
    return isDone ? nil : try read()
  }

  private mutating func read() throws(PostgresError) -> PostgresResult? {
    let handle = try unsafe connection.handle()
    guard let result = unsafe ResultHandle(livesql_PQgetResult(handle)) else {
      end()
      return nil
    }
    if result.status == .singleTuple {
      return try PostgresResult(result, of: statement)
    }
    // Nothing comes after an error or the end, but for the sign that this is so.
    let failure = Self.failure(result, sql: statement.sql)
    connection.drain()
    end()
    if let failure { throw failure }
    return nil
  }

  private static func failure(_ result: borrowing ResultHandle, sql: String) -> PostgresError? {
    switch result.status {
    case .tuples, .command, .emptyQuery: nil
    default: result.error(sql: sql)
    }
  }

  private mutating func end() {
    isDone = true
    connection.activity = .idle
  }
}
