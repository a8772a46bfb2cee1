import PostgreSQL
import PostgreSQLDatabase
import SQLiteDatabase

/// `livesql query` on PostgreSQL.
struct PostgresQuery: Sendable {
  let server: PostgresServer
  /// The statements; `nil` for those on standard input.
  let sql: String?
  let arguments: StatementArguments
  let format: ResultFormat
  let limit: Int?
  let writes: Bool

  func run(in context: CommandContext) async throws -> ExitCode {
    let database = try server.database()
    let code = try await runUntilStopped(context.events(), heedsOutput: !writes) {
      if writes {
        // Each statement commits by itself, and may be one that no transaction can hold.
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

  /// Reads all at one moment.
  private func read(_ db: PostgresConnection, _ context: CommandContext) throws {
    // With its first snapshot a transaction that only reads can become no other.
    try db.execute(script: "SELECT 1; SAVEPOINT \(PostgresStatementRunner.savepoint)")
    try runAll(db, context)
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
      // The place in a text that is one line needs no number.
      throw sql.contains(where: \.isNewline) ? failure : failure.error
    }
    if runner.statementCount == 0 {
      throw CommandFailure(message: "There is no statement in the SQL text.")
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
