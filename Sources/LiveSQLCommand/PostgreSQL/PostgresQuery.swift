import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLTools
import SQLiteDatabase
import Terminal

/// `livesql query` on PostgreSQL.
struct PostgresQuery: Sendable {
  let server: PostgresServer
  /// The statements; `nil` to read them from standard input.
  let sql: String?
  let arguments: StatementArguments
  let format: ResultFormat
  let limit: Int?
  let writes: Bool

  func run(in context: CommandContext) async throws -> ExitCode {
    let database = try server.database()
    let code = try await runUntilStopped(context.events(), stopsOnClosedOutput: !writes) {
      if writes {
        // Each statement commits on its own, and may be one that is not allowed in a transaction.
        try await database.withConnection(closingAfterwards: true) { db in
          try runAll(db, context)
        }
      } else {
        try await database.read { db in try read(db, context) }
      }
    }
    await database.close()
    return code
  }

  /// Reads everything in one snapshot.
  private func read(_ db: PostgresConnection, _ context: CommandContext) throws {
    // After its first snapshot, a read-only transaction cannot become a writing one.
    try db.execute(script: "SELECT 1; SAVEPOINT \(PostgresStatementRunner.savepoint)")
    try runAll(db, context)
    // Some functions write in spite of it, such as those of large objects.
    try db.execute(script: "ROLLBACK TO SAVEPOINT \(PostgresStatementRunner.savepoint)")
  }

  private func runAll(_ db: PostgresConnection, _ context: CommandContext) throws {
    var runner = PostgresStatementRunner(
      format: format,
      limit: limit,
      allowsWriting: writes,
      arguments: arguments,
      isScript: sql == nil,
      output: context.output
    )
    if let sql {
      try run(sql, &runner, db)
    } else {
      try runScript(context.input, &runner, db)
    }
    try runner.writeSummary()
  }

  private func run(_ sql: String, _ runner: inout PostgresStatementRunner, _ db: PostgresConnection)
    throws
  {
    do {
      for statement in PostgresScript.statements(in: sql) { try runner.run(statement, in: db) }
    } catch let failure as ScriptFailure {
      // An error in a text of a single line needs no line number.
      throw sql.contains(where: \.isNewline) ? failure : failure.error
    }
    if runner.statementCount == 0 {
      throw CommandFailure(message: "The SQL text contains no statement.")
    }
  }

  private func runScript(
    _ input: any InputSource,
    _ runner: inout PostgresStatementRunner,
    _ db: PostgresConnection
  ) throws {
    var lines = InputLines(input)
    var script = PostgresScript()
    while let line = try lines.next() {
      for statement in script.add(line + "\n", isEnd: false) { try runner.run(statement, in: db) }
    }
    for statement in script.add("", isEnd: true) { try runner.run(statement, in: db) }
  }
}
