import DatabaseTypes
import Foundation
import SQLiteDatabase
import SQLiteTools
import Terminal

/// `livesql import`: runs an SQL script, or inserts rows of comma-separated values or JSON lines.
struct ImportCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "import",
    summary: "Runs a script, or inserts rows of CSV or JSON lines into a table.",
    discussion: [
      """
      The import is one transaction: if a line is invalid, its number is reported, and nothing is imported.
      """,
      """
      The first record of CSV (RFC 4180) names the columns. An empty field is NULL, "" is an empty text, x'0aff' \
      a blob; other fields are converted by the column's type. A line of JSON lines is an object; null is NULL, \
      true is 1, {"base64":"…"} a blob, and other objects and arrays are stored as JSON. Unnamed columns get \
      their default. A TABLE that does not exist is created: the first 1,000 rows decide the types, INTEGER if \
      all values are integers without leading zeros, REAL if all are numbers, BLOB if all are blobs, otherwise \
      TEXT.
      """,
      """
      SQL needs no TABLE: '\(programName) import DB FILE.sql'. It is run as sqlite3 runs it, so only run scripts \
      that you trust.
      """,
      """
      The format follows from the INPUT's name: .sql, .csv, .tsv, .jsonl or .ndjson. Standard input needs --format.
      """,
      KeyFile.discussion,
    ],
    arguments: [
      .database,
      .init(name: "TABLE", help: "The table; not for SQL.", isOptional: true),
      .init(
        name: "INPUT",
        help: "The file to read; standard input by default, or for -.",
        isOptional: true,
        isFile: true
      ),
    ],
    options: [
      format.syntax, delimiter.syntax, noHeader.syntax, conflict.syntax, create.syntax,
      KeyFile.option.syntax, CommonOptions.json.syntax,
    ],
    examples: [
      "livesql import shop.db customers customers.csv",
      "livesql import new.db shop.sql --create",
      "curl https://example.com/orders.jsonl | livesql import shop.db orders --format jsonl",
    ]
  )

  private static let format = Option<ImportInput.Format>(
    choice: "format",
    help: "The input format; by default chosen by the file's name."
  )
  private static let delimiter = Option<Unicode.Scalar>(
    "delimiter",
    value: "CHARACTER",
    help: "The separator of CSV fields; a comma by default. 'tab' is a tab."
  ) { text throws(UsageError) in
    if text == "tab" || text == "\\t" { return "\t" }
    let scalars = text.unicodeScalars
    if scalars.count == 1, let scalar = scalars.first, scalar.isASCII, scalar != "\"" {
      return scalar
    }
    throw UsageError("'--delimiter' takes one ASCII character or 'tab', not '\(text)'")
  }
  private static let noHeader = Option(
    flag: "no-header",
    help: "CSV has no header; fields are matched to columns by position."
  )
  private static let conflict = Option<RowImportOptions.Conflict>(
    choice: "on-conflict",
    help: "How to handle a row that violates a constraint; by default the import fails."
  )
  private static let create = Option(
    flag: "create",
    help: "Creates the database, which must not exist."
  )

  private let path: String
  private let keyFile: KeyFile?
  private let input: ImportInput
  private let delimiter: Unicode.Scalar
  private let hasHeader: Bool
  private let conflict: RowImportOptions.Conflict
  private let creates: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.requiredArgument(at: 0, named: "DB")
    keyFile = try arguments.keyFile()
    input = try ImportInput(
      Array(arguments.arguments.dropFirst()),
      format: arguments.value(of: Self.format)
    )
    let isTabs = input.path?.lowercased().hasSuffix(".tsv") ?? false
    delimiter = try arguments.value(of: Self.delimiter) ?? (isTabs ? "\t" : ",")
    hasHeader = !arguments.has(Self.noHeader)
    conflict = try arguments.value(of: Self.conflict) ?? .abort
    creates = arguments.has(Self.create)
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    if input.path == nil, context.input.isTerminal {
      throw UsageError("'import' needs INPUT, or something on standard input")
    }
    let source = try input.source(context.input)
    let database =
      try creates
      ? DatabaseFile.create(at: path, keyFile: keyFile)
      : DatabaseFile(path: path, keyFile: keyFile, canBeCreated: true).openForWriting()
    do {
      let code = try await database.closing {
        try await runUntilStopped(context.events(), stopsOnClosedOutput: false) {
          try await run(on: database, source, context)
        }
      }
      if creates, code != .success { DatabaseFile.remove(at: path) }
      return code
    } catch {
      if creates { DatabaseFile.remove(at: path) }
      throw error
    }
  }

  private func run(
    on database: DatabaseQueue,
    _ source: ImportSource,
    _ context: CommandContext
  ) async throws {
    let note = context.progress("Importing", unit: "bytes", besidesOutput: true)
    let progress: @Sendable (ImportProgress) throws -> Void = { progress in
      guard let total = progress.totalByteCount else { return }
      try note?.update(completed: progress.completedByteCount, total: total)
    }
    let summary: ImportReport
    if input.format == .sql {
      let count = try await database.importSQL(from: source, progress: progress)
      summary = ImportReport(path: path, table: nil, count: count)
    } else {
      let table = TableName(input.table ?? "")
      let options = RowImportOptions(
        format: input.format == .jsonl
          ? .jsonLines : .csv(delimiter: delimiter, hasHeader: hasHeader),
        conflict: conflict
      )
      let done = try await database.importRows(
        from: source,
        into: table,
        options,
        progress: progress
      )
      summary = ImportReport(
        path: path,
        table: table.name,
        count: done.rowCount,
        createdTableSQL: done.createdTableSQL
      )
    }
    try note?.end()
    try context.output.write(summary)
  }
}

/// The report of `livesql import`.
private struct ImportReport: Presentable {
  let path: String
  let table: String?
  let count: Int
  var createdTableSQL: String?

  var json: JSON {
    guard let table else { return ["statements": .integer(Int64(count))] }
    return [
      "table": .string(table), "rows": .integer(Int64(count)),
      "created": createdTableSQL.map { .string($0) } ?? .null,
    ]
  }

  func lines(width: Int?) -> [Line] {
    guard let table else {
      return [Line("Ran \(counted(count, "statement")) in \(path).", .success)]
    }
    let created = createdTableSQL.map { [Line($0 + ";", .secondary)] } ?? []
    return created + [Line("Imported \(counted(count, "row")) into \(table).", .success)]
  }
}
