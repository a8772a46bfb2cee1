import LiveSQLPostgres
import PostgreSQLDatabase
import SQLiteDatabase
import Terminal

/// `livesql copy` of a file into PostgreSQL.
struct PostgresTransfer: Sendable {
  let source: String
  /// The file with the key of the source.
  let keyFile: KeyFile?
  let server: PostgresServer
  let options: DatabaseCopyOptions
  /// Whether the SQL is only shown.
  let isDry: Bool

  func run(in context: CommandContext) async throws -> ExitCode {
    let file = try DatabaseFile(path: source, keyFile: keyFile)
    let target = try server.database()
    let code = try await runUntilStopped(context.events(), stopsOnClosedOutput: false) {
      let database = try file.openForReading()
      try await database.closing {
        if isDry {
          try context.output.write(DryTransfer(plan: try await database.planCopy(options)))
        } else {
          try context.output.write(try await copy(database, to: target, context))
        }
      }
    }
    await target.close()
    return code
  }

  private func copy(
    _ database: DatabaseQueue,
    to target: PostgresDatabase,
    _ context: CommandContext
  ) async throws -> TransferReport {
    let note = context.progress("Copying", unit: "rows", besidesOutput: true)
    let summary = try await database.copy(to: target, options, progress: note?.updateRows)
    try note?.end()
    return TransferReport(source: source, summary: summary)
  }
}
