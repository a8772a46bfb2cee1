import Foundation
import SQLiteDatabase
import Terminal

/// `livesql query`: runs statements and prints their rows.
struct QueryCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "query",
    summary: "Runs SQL statements and prints their rows.",
    discussion: [
      """
      SQL is one statement, or several separated by semicolons. Without it, and for -, a script is read from \
      standard input and run as it arrives; it ends at the first error, whose line is reported.
      """,
      """
      Without --write, the database is only read, and all statements see the same state. With it, each statement \
      commits on its own, except between BEGIN and COMMIT; a transaction that is open at the end is rolled back. \
      --create allows writing as well, and creates a file that does not exist; if the statements fail before \
      anything is written, it is removed again.
      """,
      """
      JSON is an array of objects, one row per line; jsonl is one object per line. A blob is {"base64":"…"}, and \
      of two columns with the same name, the second is called name_2. CSV follows RFC 4180; NULL is an empty \
      field and an empty text is "". Text that is not valid UTF-8 is written as the blob of its bytes.
      """,
      """
      On PostgreSQL, a parameter is $1, or :NAME if NAME has a value. JSON output keeps JSON, Booleans and \
      decimal numbers as such. Ctrl-C cancels the running statement. Put passwords into PGPASSWORD or ~/.pgpass: \
      others can see command lines.
      """,
      KeyFile.discussion,
    ],
    arguments: [
      .databaseOrURL,
      .init(name: "SQL", help: "Statements; - for a script on standard input.", isOptional: true),
    ],
    options: [
      SQLParameter.option.syntax, ResultFormat.option.syntax, CommonOptions.json.syntax,
      rowLimit.syntax, write.syntax, create.syntax, KeyFile.option.syntax,
    ],
    examples: [
      "livesql query shop.db 'SELECT * FROM customers' --limit 5",
      "livesql query shop.db 'SELECT * FROM orders WHERE id = :id' --param id=7 --json",
      "livesql query shop.db 'PRAGMA table_info(orders)'",
      "livesql query shop.db 'DELETE FROM orders WHERE id = ?' --param 1=7 --write",
      "livesql query shop.db --write < script.sql",
      "livesql query new.db --create 'CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT)'",
      "livesql query postgres:///shop 'SELECT * FROM orders WHERE id = $1' --param 1=7",
    ]
  )

  static let rowLimit = Option<Int>(
    "limit",
    value: "COUNT",
    help: "Writes at most this many rows of each result."
  ) { text throws(UsageError) in
    if let count = Int(text), count >= 0 { return count }
    throw UsageError("'--limit' takes a number of rows, not '\(text)'")
  }

  private static let write = Option(flag: "write", help: "Allows the statements to write.")
  private static let create = Option(
    flag: "create",
    help: "Creates the file if it does not exist, and allows the statements to write."
  )

  private let path: String
  private let keyFile: KeyFile?
  /// The statements; `nil` to read them from standard input.
  private let sql: String?
  /// Whether a script was requested by a dash.
  private let isFromInput: Bool
  private let arguments: StatementArguments
  private let format: ResultFormat
  private let limit: Int?
  private let writes: Bool
  private let creates: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.requiredArgument(at: 0, named: "DB")
    keyFile = try arguments.keyFile()
    sql = arguments.argument(at: 1).flatMap { $0 == "-" ? nil : $0 }
    isFromInput = arguments.argument(at: 1) == "-"
    self.arguments = try arguments.allValues(of: SQLParameter.option).arguments()
    let isJSON = arguments.has(CommonOptions.json)
    format = try arguments.value(of: ResultFormat.option) ?? (isJSON ? .json : .table)
    limit = try arguments.value(of: Self.rowLimit)
    creates = arguments.has(Self.create)
    writes = creates || arguments.has(Self.write)
    if creates, PostgresServer.isURL(path) {
      throw UsageError("'--create' is for files; 'createdb' creates a PostgreSQL database")
    }
    if sql == nil, !self.arguments.values.isEmpty {
      throw UsageError("'--param' takes names for a script, not numbers")
    }
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    if sql == nil, !isFromInput, context.input.isTerminal {
      throw UsageError("'query' needs SQL, or a script on standard input")
    }
    let isNew = creates && !path.isEmpty && !FileManager.default.fileExists(atPath: path)
    if isNew { try DatabaseFile.create(at: path, keyFile: keyFile).close() }
    // Otherwise a misspelled statement would leave a file.
    var isWanted = false
    defer { if isNew, !isWanted { DatabaseFile.removeIfEmpty(at: path) } }
    let database = try commandDatabase(path, keyFile: keyFile, canBeCreated: true)
    let code = try await database.run(
      StatementRequest(
        sql: sql,
        arguments: arguments,
        format: format,
        limit: limit,
        writes: writes
      ),
      in: context
    )
    isWanted = code == .success
    return code
  }
}

extension CommandSyntax.Argument {
  /// A database file.
  static let database = Self(name: "DB", help: "The path of a database file.", isFile: true)
  /// A database file, or a PostgreSQL database.
  static let databaseOrURL = Self(
    name: "DB",
    help: "The path of a database file; or postgres://… for a PostgreSQL database.",
    isFile: true
  )
  /// A statement.
  static let sql = Self(name: "SQL", help: "One statement.")
}
