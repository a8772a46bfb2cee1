import LiveSQLPostgres
import PostgreSQLDatabase
import SQLiteDatabase
import Terminal

/// `livesql copy` of a PostgreSQL database into a new file.
struct FileTransfer: Sendable {
  let server: PostgresServer
  /// The path of the file.
  let destination: String
  /// Whether an existing file is replaced.
  let replaces: Bool
  /// The schemas that are copied; those of the search path if there are none.
  var schemas: [String] = []
  /// The columns of decimal numbers that become integers.
  var decimals: [DecimalColumn] = []
  /// The file with the key of the copy.
  var keyFile: KeyFile?

  func run(in context: CommandContext) async throws -> ExitCode {
    if replaces {
      try ReplacedFile(path: destination, mayBeEncrypted: keyFile != nil).check()
    }
    let database = try server.database()
    var configuration = Configuration()
    configuration.useKey(try keyFile.key())
    configuration.label = programName
    let code = try await runUntilStopped(context.events(), stopsOnClosedOutput: false) {
      [configuration] in
      let note = context.progress("Copying", unit: "rows", besidesOutput: true)
      let summary = try await database.copy(
        toFile: destination,
        replacesFile: replaces,
        schemas: schemas.isEmpty ? nil : schemas,
        decimals: decimals,
        configuration: configuration,
        progress: note?.updateRows
      )
      try note?.end()
      try context.output.write(TransferReport(source: "PostgreSQL", summary: summary))
    }
    await database.close()
    return code
  }
}

extension ProgressNote {
  /// Draws the bar for the rows of a copy.
  @Sendable func updateRows(_ progress: DatabaseCopyProgress) throws {
    try update(completed: progress.completedRowCount, total: progress.totalRowCount)
  }
}
