import DatabaseTypes
import PostgreSQL
import SQLiteDatabase

/// Runs statements on PostgreSQL, and prints their rows.
struct PostgresStatementRunner {
  /// How rows are written.
  let format: ResultFormat
  /// How many rows of each statement are written; `nil` for all.
  let limit: Int?
  /// Whether statements may write.
  let allowsWriting: Bool
  /// The values of parameters.
  let arguments: StatementArguments
  /// Whether other statements may take arguments that one leaves.
  let isScript: Bool
  /// Where rows are written.
  let output: Output

  /// The statements that were run.
  private(set) var statementCount = 0
  private var resultCount = 0
  private var changedRowCount = 0
  private var hasChangingStatement = false

  /// The savepoint of what only reads.
  static let savepoint = "livesql"

  init(
    format: ResultFormat,
    limit: Int?,
    allowsWriting: Bool,
    arguments: StatementArguments,
    isScript: Bool,
    output: Output
  ) {
    (self.format, self.limit, self.allowsWriting) = (format, limit, allowsWriting)
    (self.arguments, self.isScript, self.output) = (arguments, isScript, output)
  }

  /// Runs a statement.
  ///
  /// - Throws: ``ScriptFailure``; ``OutputFailure`` and `CancellationError` as they are.
  mutating func run(_ statement: PostgresScript.Statement, in db: PostgresConnection) throws {
    let bound = PostgresBoundStatement(statement.text, arguments)
    do {
      try check(statement)
      try run(bound, statement, db)
    } catch let error where !(error is OutputFailure || error is CancellationError) {
      let located = (error as? PostgresError).map(bound.located) ?? error
      throw ScriptFailure(located, line: statement.line)
    }
  }

  private func check(_ statement: PostgresScript.Statement) throws {
    if statement.keyword == "COPY" {
      throw CommandFailure(
        message: "COPY has no place here: use psql's \\copy, or '\(programName) copy' for a file."
      )
    }
    guard !allowsWriting, statement.isOfTransactions else { return }
    throw CommandFailure(
      message:
        "Without --write there is no transaction to begin or end. Give --write, or leave it out."
    )
  }

  private mutating func run(
    _ bound: PostgresBoundStatement,
    _ statement: PostgresScript.Statement,
    _ db: PostgresConnection
  ) throws {
    let prepared = try db.prepare(bound.sql)
    let values = try bound.values(for: prepared.parameterTypes, isPartOfScript: isScript)
    statementCount += 1
    guard prepared.columns.names.isEmpty else {
      let count = try writeRows(bound.sql, values, db)
      return note(count, statement)
    }
    note(try db.execute(prepared, values).affectedRowCount, statement)
  }

  private mutating func note(_ count: Int, _ statement: PostgresScript.Statement) {
    guard ["INSERT", "UPDATE", "DELETE", "MERGE"].contains(statement.keyword) else { return }
    hasChangingStatement = true
    changedRowCount += count
  }

  /// - Returns: The number of rows.
  private mutating func writeRows(
    _ sql: String,
    _ values: [PostgresValue],
    _ db: PostgresConnection
  )
    throws -> Int
  {
    if resultCount > 0 { try output.write(format.separator) }
    resultCount += 1
    let count = try writeStream(sql, values, db)
    // What was not read to its end was cancelled, which the server takes for a failure.
    if db.transactionStatus == .inFailedTransaction {
      try db.execute(script: "ROLLBACK TO SAVEPOINT \(Self.savepoint)")
    }
    return count
  }

  private func writeStream(_ sql: String, _ values: [PostgresValue], _ db: PostgresConnection)
    throws -> Int
  {
    var rows = try db.stream(sql, values)
    var stream = ResultStream(
      columns: rows.columns.names,
      format: format,
      output: output,
      areJSON: rows.columns.areJSON
    )
    var (count, failure): (Int, OutputFailure?) = (0, nil)
    while let row = try rows.next() {
      count += 1
      if let limit, count > limit {
        stream.hasMore = true
        // What writes has to run to its end.
        if allowsWriting { continue }
        break
      }
      guard failure == nil else { continue }
      let values = try row.values().first?.map(\.shownValue) ?? []
      do throws(OutputFailure) { try stream.add(values) } catch {
        if !allowsWriting { throw error }
        failure = error
      }
    }
    if let failure { throw failure }
    try stream.end()
    return count
  }

  /// Says what was done, where no rows say it.
  func writeSummary() throws(OutputFailure) {
    switch format {
    case .table, .lines:
      if hasChangingStatement {
        try output.write([Line("(\(counted(changedRowCount, "row")) changed)", .secondary)])
      } else if resultCount == 0, statementCount > 0 {
        try output.write([Line("(\(counted(statementCount, "statement")) run)", .secondary)])
      }
    case .json: if resultCount == 0 { try output.write("[]\n") }
    case .jsonl, .csv, .markdown: break
    }
  }
}

extension PostgresScript.Statement {
  /// Whether it begins or ends transactions, or says of what kind they are.
  fileprivate var isOfTransactions: Bool {
    let keywords: Set = [
      "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE",
    ]
    if keywords.contains(keyword) { return true }
    if keyword == "PREPARE" { return words.dropFirst().first == "TRANSACTION" }
    return keyword == "SET"
      && words.dropFirst().contains { $0 == "TRANSACTION" || $0 == "CHARACTERISTICS" }
  }
}
