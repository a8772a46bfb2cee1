import DatabaseTypes
import PostgreSQL
import PostgreSQLTools
import SQLiteDatabase
import Terminal

/// A runner of statements on PostgreSQL, which prints their rows.
struct PostgresStatementRunner {
  /// Whether statements may write.
  private let allowsWriting: Bool
  /// The values of parameters.
  private let arguments: StatementArguments
  /// Whether other statements may use arguments that one does not.
  private let isScript: Bool
  /// The printer of the rows.
  private(set) var printer: StatementPrinter

  /// The savepoint for reading statements.
  static let savepoint = "livesql"

  init(_ request: StatementRequest, output: Output) {
    allowsWriting = request.writes
    arguments = request.arguments
    isScript = request.sql == nil
    printer = StatementPrinter(format: request.format, limit: request.limit, output: output)
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
    throw CommandFailure.noTransaction
  }

  private mutating func run(
    _ bound: PostgresBoundStatement,
    _ statement: PostgresScript.Statement,
    _ db: PostgresConnection
  ) throws {
    let prepared = try db.prepare(bound.sql)
    let values = try bound.values(for: prepared.parameterTypes, isPartOfScript: isScript)
    printer.countStatement()
    guard prepared.columns.names.isEmpty else {
      let count = try writeRows(bound.sql, values, db)
      return note(count, statement)
    }
    note(try db.execute(prepared, values).affectedRowCount, statement)
  }

  private mutating func note(_ count: Int, _ statement: PostgresScript.Statement) {
    guard ["INSERT", "UPDATE", "DELETE", "MERGE"].contains(statement.keyword) else { return }
    printer.count(changedRows: count)
  }

  /// - Returns: The number of rows.
  private mutating func writeRows(
    _ sql: String,
    _ values: [PostgresValue],
    _ db: PostgresConnection
  )
    throws -> Int
  {
    let count = try writeStream(sql, values, db)
    // A result that was not read to its end was cancelled, which the server regards as a failure.
    if db.transactionStatus == .inFailedTransaction {
      try db.execute(script: "ROLLBACK TO SAVEPOINT \(Self.savepoint)")
    }
    return count
  }

  private mutating func writeStream(
    _ sql: String,
    _ values: [PostgresValue],
    _ db: PostgresConnection
  )
    throws -> Int
  {
    var rows = try db.stream(sql, values)
    var printed = try printer.begin(
      columns: rows.columns.names,
      areJSON: rows.columns.areJSON,
      runsToEnd: allowsWriting
    )
    while let row = try rows.next() {
      let goesOn = try printed.add { try row.values().first?.map(\.shownValue) ?? [] }
      if !goesOn { break }
    }
    try printed.end()
    return printed.count
  }
}

/// A run of statements on PostgreSQL.
struct PostgresStatementRun: StatementRun {
  private var runner: PostgresStatementRunner
  private var script = PostgresScript()
  private let db: PostgresConnection

  init(_ request: StatementRequest, output: Output, in db: PostgresConnection) {
    runner = PostgresStatementRunner(request, output: output)
    self.db = db
  }

  var printer: StatementPrinter { runner.printer }

  mutating func run(_ text: String) throws {
    for statement in PostgresScript.statements(in: text) { try runner.run(statement, in: db) }
  }

  mutating func add(line: String?) throws {
    for statement in script.add(line.map { $0 + "\n" } ?? "", isEnd: line == nil) {
      try runner.run(statement, in: db)
    }
  }
}
