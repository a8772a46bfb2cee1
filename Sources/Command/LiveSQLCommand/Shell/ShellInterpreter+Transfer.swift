import DatabaseTypes
import SQLiteDatabase
import SQLiteTools
import Terminal

extension ShellInterpreter {
  /// Writes SQL that recreates the database, or some of its tables.
  ///
  /// It includes the changes of the prompt's own transaction.
  func writeDump(_ tables: [String]) async throws {
    let options = SQLDumpOptions(tables: tables.isEmpty ? nil : tables)
    let output = output
    try await reading { db in
      guard !db.isInsideTransaction else {
        return try db.dumpSQL(options) { try output.writeContent($0) }
      }
      // Read everything in one snapshot.
      try db.inTransaction(.deferred) {
        try db.dumpSQL(options) { try output.writeContent($0) }
        return .rollback
      }
    }
  }

  /// Inserts all rows of a file into a table, or none; the table is created if it does not exist.
  ///
  /// - Parameter words: The path and the table. The path's extension determines the format: JSON
  ///   lines, tab-separated, or else comma-separated.
  func importRows(_ words: [String], _ command: DotCommand) async throws {
    guard words.count == 2 else { throw command.usageFailure() }
    let path = words[0]
    let source = try ImportSource.file(path)
    let table = TableName(words[1])
    let options = RowImportOptions(format: Self.format(of: path))
    let note =
      notes.destination.terminalSize == nil
      ? nil : ProgressNote(title: "Importing", unit: "bytes", on: notes)
    let summary = try await session.run(readOnly: isReadOnly) { [isReadOnly] db in
      if isReadOnly { throw CommandFailure(message: "The database is read-only here.") }
      return try db.importRows(from: source, into: table, options) { progress in
        guard let total = progress.totalByteCount else { return }
        try note?.update(completed: progress.completedByteCount, total: total)
      }
    }
    try note?.end()
    guard isInteractive else { return }
    if let sql = summary.createdTableSQL { try notes.write([Line(sql + ";", .secondary)]) }
    try notes.write([
      Line("Imported \(counted(summary.rowCount, "row")) into \(table.name).", .success)
    ])
  }

  private static func format(of path: String) -> RowImportOptions.Format {
    let name = path.lowercased()
    if name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson") { return .jsonLines }
    return .csv(delimiter: name.hasSuffix(".tsv") ? "\t" : ",", hasHeader: true)
  }
}
