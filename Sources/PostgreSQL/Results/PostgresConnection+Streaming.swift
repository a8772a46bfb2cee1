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
  /// The connection can do nothing else before the stream is let go of, which cancels what is left. A transaction goes on
  /// then: the rows are read in a savepoint, which asks the server twice more. A statement that may write is not cancelled,
  /// but read to its end.
  ///
  /// Where the schema has changed so that the rows have other types, the statement is prepared anew, once, as
  /// ``execute(_:_:)-(String,_)`` does.
  ///
  /// - Throws: ``PostgresError``.
  public func stream(_ sql: String, _ values: [PostgresValue] = []) throws(PostgresError)
    -> PostgresRowStream
  {
    let first = try prepare(sql)
    let savepoint = transactionStatus == .inTransaction ? RowSavepoint(self) : nil
    try savepoint?.begin()
    do throws(PostgresError) {
      return try start(first, values, savepoint)
    } catch {
      guard dismissesStale(first, after: error),
        transactionStatus == .idle || savepoint?.goBack() == true
      else { throw error }
      return try start(prepare(sql), values, savepoint)
    }
  }

  private func start(
    _ unfilled: PostgresStatement,
    _ values: [PostgresValue],
    _ savepoint: RowSavepoint?
  ) throws(PostgresError) -> PostgresRowStream {
    let statement = try fill(values, for: unfilled)
    let handle = try unsafe idleHandle(for: statement.sql)
    sentCount &+= 1
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
    var stream = PostgresRowStream(self, statement, savepoint)
    // The first answer tells whether the statement runs at all.
    try stream.readAhead()
    statement.hasRun = true
    return stream
  }
}

/// The rows of a statement that is running, one at a time.
///
/// The connection can do nothing else before it is let go of. Then the statement is cancelled where rows are left, unless
/// it may write. The transaction goes on.
public struct PostgresRowStream: ~Copyable {
  private let connection: PostgresConnection
  private let statement: PostgresStatement
  /// What was read ahead.
  private var first: PostgresResult?
  private var isDone = false
  /// What the rows are read in, within a transaction.
  private let savepoint: RowSavepoint?

  init(
    _ connection: PostgresConnection,
    _ statement: PostgresStatement,
    _ savepoint: RowSavepoint?
  ) {
    self.connection = connection
    self.statement = statement
    self.savepoint = savepoint
  }

  /// The columns.
  public var columns: PostgresColumns { statement.columns }

  deinit {
    guard !isDone else { return }
    // Whether what it writes holds must not depend on when the server is told.
    if !SQLText.mayWrite(statement.sql) { connection.cancellation.cancel() }
    connection.drain()
    connection.activity = .idle
    savepoint?.end()
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
    if connection.transactionStatus == .inTransaction { savepoint?.end() }
  }
}

/// The savepoint in which rows are read within a transaction, so that leaving some of them unread does not abort that.
struct RowSavepoint {
  private let connection: PostgresConnection

  init(_ connection: PostgresConnection) { self.connection = connection }

  func begin() throws(PostgresError) {
    try connection.run("SAVEPOINT livesql_rows")
    // It is part of the statement that follows.
    connection.sentCount &-= 1
  }

  /// Undoes a statement that has failed, and stays.
  ///
  /// - Returns: Whether the transaction goes on.
  func goBack() -> Bool {
    guard connection.transactionStatus == .inFailedTransaction else { return false }
    return (try? connection.run("ROLLBACK TO SAVEPOINT livesql_rows")) != nil
  }

  /// Ends the savepoint; a statement that was cancelled is undone before.
  func end() {
    _ = goBack()
    // Where that fails the connection is lost, and whoever goes on is told.
    _ = try? connection.run("RELEASE SAVEPOINT livesql_rows")
  }
}

/// What the text of a statement tells without being parsed.
enum SQLText {
  /// Whether a statement may change something itself: it is no `SELECT`, or has a word in it that writes.
  static func mayWrite(_ sql: String) -> Bool {
    let words = sql.split { !($0.isLetter || $0 == "_") }.map { $0.lowercased() }
    let readers: Set = ["select", "values", "table", "with", "show", "explain"]
    guard let first = words.first, readers.contains(first) else { return true }
    return !Set(words).isDisjoint(with: ["insert", "update", "delete", "merge", "into"])
  }
}
