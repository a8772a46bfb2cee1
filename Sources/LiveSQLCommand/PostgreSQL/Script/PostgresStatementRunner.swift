import DatabaseTypes
import PostgreSQL
import PostgreSQLTools
import SQLiteDatabase
import Terminal

/// A runner of statements on PostgreSQL, which prints their rows.
struct PostgresStatementRunner {
  /// The format in which rows are printed.
  let format: ResultFormat
  /// The largest number of rows to print for each statement; `nil` for all.
  let limit: Int?
  /// Whether statements may write.
  let allowsWriting: Bool
  /// The values of parameters.
  let arguments: StatementArguments
  /// Whether other statements may use arguments that one does not.
  let isScript: Bool
  /// The output for rows.
  let output: Output

  /// The number of statements that were run.
  private(set) var statementCount = 0
  private var resultCount = 0
  private var changedRowCount = 0
  private var hasChangingStatement = false

  /// The savepoint for reading statements.
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
  /// - Throws: ``ScriptFailure``; also ``OutputFailure`` and `CancellationError`, unchanged.
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
        message:
          "COPY is not supported here: use psql's \\copy, or '\(programName) copy' for a file."
      )
    }
    guard !allowsWriting, statement.controlsTransactions else { return }
    throw CommandFailure(
      message:
        "Without --write, there is no transaction to begin or end. Give --write, or remove the statement."
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
    // A result that was not read to its end was cancelled, which the server regards as a failure.
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
        // A statement that writes has to run to its end.
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

  /// Prints what was done, if no rows show it.
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
