import CPostgreSQL
import SQLSyntax

extension PostgresConnection {
  /// Runs a statement, and calls a closure with each row as it arrives.
  ///
  /// Only the current row is in memory, however many there are. Meanwhile the connection can do
  /// nothing else. If the closure throws, the statement is cancelled on the server, and the
  /// connection can be used again.
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
  ///   - body: A closure that receives each row, which is valid only during the call.
  /// - Throws: ``PostgresError``, or any error that the closure throws.
  public func forEachRow(
    _ sql: String,
    _ values: [PostgresValue] = [],
    _ body: (borrowing PostgresRow) throws -> Void
  ) throws {
    var stream = try self.stream(sql, values)
    while let result = try stream.next() { try result.forEach(body) }
  }

  /// Runs a statement, and returns a stream of its rows, one at a time.
  ///
  /// The connection can do nothing else until the stream is destroyed, which cancels the rest. A
  /// transaction continues afterwards: the rows are read in a savepoint, which takes two more round
  /// trips. A statement that may write is not cancelled, but read to its end.
  ///
  /// If the rows have different types because the schema has changed, the statement is prepared
  /// again, once, as in ``execute(_:_:)-(String,_)``.
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
    guard unsafe send(statement, on: handle), unsafe livesql_PQsetSingleRowMode(handle) == 1 else {
      throw lost(statement.sql)
    }
    activity = .streaming
    var stream = PostgresRowStream(self, statement, savepoint)
    // The first result shows whether the statement runs at all.
    try stream.readAhead()
    statement.hasRun = true
    return stream
  }
}

/// The rows of a running statement, one at a time.
///
/// The connection can do nothing else until the stream is destroyed. Then, if rows are left, the
/// statement is cancelled, unless it may write. The transaction continues.
public struct PostgresRowStream: ~Copyable {
  private let connection: PostgresConnection
  private let statement: PostgresStatement
  /// The result that was read in advance.
  private var first: PostgresResult?
  private var isDone = false
  /// The savepoint in which the rows are read, within a transaction.
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
    // Whether its writes take effect must not depend on when the server gets the cancellation.
    if !SQLText.mayWrite(statement.sql) { connection.cancellation.cancel() }
    connection.drain()
    connection.activity = .idle
    savepoint?.end()
  }

  mutating func readAhead() throws(PostgresError) { first = try read() }

  /// Returns the next row, as its own result; `nil` after the last.
  ///
  /// It blocks until the server has sent it.
  ///
  /// - Throws: ``PostgresError``, after which the stream has ended.
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
    // After an error or the end, only the marker of the end follows.
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

/// A savepoint in which rows are read within a transaction.
///
/// So leaving some rows unread does not abort the transaction.
struct RowSavepoint {
  private let connection: PostgresConnection

  init(_ connection: PostgresConnection) { self.connection = connection }

  func begin() throws(PostgresError) {
    try connection.run("SAVEPOINT livesql_rows")
    // It counts as part of the statement that follows.
    connection.sentCount &-= 1
  }

  /// Rolls back a statement that has failed, and keeps the savepoint.
  ///
  /// - Returns: Whether the transaction can continue.
  func goBack() -> Bool {
    guard connection.transactionStatus == .inFailedTransaction else { return false }
    return (try? connection.run("ROLLBACK TO SAVEPOINT livesql_rows")) != nil
  }

  /// Releases the savepoint, after rolling back a statement that was cancelled.
  func end() {
    _ = goBack()
    // If that fails, the connection is lost, which the next use reports.
    _ = try? connection.run("RELEASE SAVEPOINT livesql_rows")
  }
}

/// A namespace for facts about SQL text that can be determined without parsing it.
enum SQLText {
  /// Returns whether a statement is a query after which no one notices when the transaction ends.
  ///
  /// That is not so if it takes an advisory lock until then, or sends a notification. Long texts
  /// are not searched.
  static func isPlainQuery(_ sql: String) -> Bool {
    guard sql.utf8.count <= 10_000, !mayWrite(sql) else { return false }
    let text = sql.lowercased()
    return !text.contains("advisory") && !text.contains("notify")
  }

  /// Returns whether a statement may itself write: it is not a query, or contains a word that
  /// writes.
  ///
  /// A function may run the SQL in a text, so the words in texts count as well.
  static func mayWrite(_ sql: String) -> Bool {
    let tokens = SQLTokens(sql, grammar: .postgres)
    let readers: Set = ["select", "values", "table", "with", "show", "explain"]
    guard let first = tokens.firstWord, readers.contains(first) else { return true }
    if tokens.hasWritingWord { return true }
    return tokens.contains { token in
      guard token.kind == .text else { return false }
      guard let content = tokens.content(of: token) else { return true }
      return SQLTokens(content, grammar: .postgres).hasWritingWord
    }
  }
}
