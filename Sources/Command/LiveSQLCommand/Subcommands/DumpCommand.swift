import DatabaseTypes
import SQLiteDatabase
import SQLiteTools
import Terminal

/// `livesql dump`: writes a database as SQL, or a table as comma-separated values or JSON lines.
struct DumpCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "dump",
    summary: "Writes a database, or some of its tables, as text.",
    discussion: [
      """
      SQL recreates the database exactly: with rowids, blobs, virtual tables, triggers and SQLite's own tables. \
      '\(programName) import NEW.db --create FILE.sql' reads it, and so does sqlite3. With TABLEs, it contains \
      only these, with their indexes and triggers.
      """,
      """
      CSV (RFC 4180) and JSON lines contain the rows of one TABLE, or of a view; computed columns of a table are \
      left out. In CSV NULL is an empty field, an empty text is "", a blob is x'0aff'; in JSON a blob is \
      {"base64":"…"}. '\(programName) import' reads both back.
      """,
      """
      The dump is a snapshot, even while others write. Progress is shown on standard error if that is a terminal \
      and standard output is not.
      """,
      KeyFile.discussion,
    ],
    arguments: [
      .database,
      .init(
        name: "TABLE",
        help: "A table or a view; the whole database by default.",
        isOptional: true,
        isRepeated: true
      ),
    ],
    options: [format.syntax, schemaOnly.syntax, KeyFile.option.syntax],
    examples: [
      "livesql dump shop.db > shop.sql", "livesql dump shop.db orders customers",
      "livesql dump shop.db orders --format csv > orders.csv",
    ]
  )

  private enum Format: String, CaseIterable { case sql, csv, jsonl }

  private static let format = Option<Format>(
    choice: "format",
    help: "The output format; SQL by default."
  )
  private static let schemaOnly = Option(
    flag: "schema-only",
    help: "Writes definitions without rows; SQL only."
  )

  private let path: String
  private let keyFile: KeyFile?
  private let tables: [String]
  private let format: Format
  private let includesRows: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.requiredArgument(at: 0, named: "DB")
    keyFile = try arguments.keyFile()
    tables = Array(arguments.arguments.dropFirst())
    format = try arguments.value(of: Self.format) ?? .sql
    includesRows = !arguments.has(Self.schemaOnly)
    guard format != .sql else { return }
    if tables.count != 1 {
      throw UsageError("'--format \(format.rawValue)' needs one TABLE, not \(tables.count)")
    }
    if !includesRows { throw UsageError("'--schema-only' is for SQL") }
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    let database = try DatabaseFile(path: path, keyFile: keyFile).openForReading()
    return try await database.closing {
      try await runUntilStopped(context.events()) {
        if format == .sql {
          try await dumpSQL(of: database, context)
        } else {
          try await writeRows(of: database, context)
        }
      }
    }
  }

  private func dumpSQL(of database: DatabaseQueue, _ context: CommandContext) async throws {
    let note = context.progress("Dumping", unit: "rows")
    let options = SQLDumpOptions(
      tables: tables.isEmpty ? nil : tables,
      includesRows: includesRows
    )
    let output = context.output
    try await database.dumpSQL(
      options,
      progress: { try note?.update(completed: $0.completedRowCount, total: $0.totalRowCount) },
      to: { try output.writeContent($0) }
    )
    try note?.end()
  }

  private func writeRows(of database: DatabaseQueue, _ context: CommandContext) async throws {
    let note = context.progress("Dumping", unit: "rows")
    let (output, isJSON) = (context.output, format == .jsonl)
    var progress: (@Sendable (DumpProgress) throws -> Void)?
    if let note {
      progress = { try note.update(completed: $0.completedRowCount, total: $0.totalRowCount) }
    }
    try await database.dump(
      TableName(tables[0]),
      format: isJSON ? .jsonLines : .csv,
      progress: progress,
      to: { try output.writeContent($0, isJSON: isJSON) }
    )
    try note?.end()
  }
}

extension CommandContext {
  /// Reports progress if it is visible: on a terminal that shows no other output at the same time.
  func progress(_ title: String, unit: String, besidesOutput: Bool = false) -> ProgressNote? {
    guard notes.destination.terminalSize != nil,
      besidesOutput || output.destination.terminalSize == nil
    else { return nil }
    return ProgressNote(title: title, unit: unit, on: notes)
  }
}
