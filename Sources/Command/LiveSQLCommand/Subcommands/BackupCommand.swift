import LiveSQLPostgres
import Terminal

/// `livesql copy`: copies a database into another file, while others use it.
struct CopyCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "copy",
    summary: "Copies a database into another file, or into PostgreSQL, while others use it.",
    discussion: FileCopy.discussion + [
      """
      If DEST is postgres://…, the tables are created there, with keys, indexes and checks, and the rows are \
      copied, in one transaction, so nothing is left after a failure. Columns get their declared types if all \
      values fit; differences are reported. Afterwards, the rows are read back and compared. A table that \
      already has rows is refused, unless --append is given. JSON is {"source":…,"tables":[{"name":…,"rows":…,\
      "checksum":…,"created":…}],"notes":[…]}.
      """,
      """
      Triggers and foreign keys of existing tables are off while rows are copied, if the role may turn them off; \
      foreign keys are checked at the end. If the role may not, a table with triggers is refused, unless \
      --triggers is given: then they run for each copied row. Existing tables are locked against other writers and \
      copies until the end, which needs the right to update them.
      """,
      """
      With --continue, each table is committed on its own. If the copy is interrupted, run it again with --continue: \
      tables whose rows are those of the file, by number and checksum, are left out, and keys and indexes follow at \
      the end. Rows that break a foreign key at the end stay; the message has SQL that shows and removes them.
      """,
      """
      If DB is postgres://…, the tables of the schemas of its search path, or of those that --schema names, are \
      copied into a new file at DEST, in the same way. Other schemas with tables are reported. Tables of which row \
      security would hide rows are refused, and so are two tables of the same name.
      """,
    ],
    arguments: [
      .databaseOrURL,
      .init(
        name: "DEST",
        help: "The path of the copy; a new file. Or postgres://… for a PostgreSQL database.",
        isFile: true
      ),
    ],
    options: FileCopy.options + [
      append.syntax, triggers.syntax, skip.syntax, text.syntax, decimal.syntax, continuing.syntax,
      schema.syntax, dryRun.syntax,
    ],
    examples: [
      "livesql copy shop.db shop-copy.db", "livesql copy shop.db small.db --vacuum --replace",
      "livesql copy shop.db postgres:///shop --dry-run", "livesql copy shop.db postgres:///shop",
      "livesql copy large.db postgres:///shop --continue", "livesql copy postgres:///shop shop.db",
      "livesql copy postgres:///shop shop.db --schema public --schema archive",
      "livesql copy shop.db postgres:///shop --decimal items.price=2",
    ]
  )

  private static let append = Option(
    flag: "append",
    help: "Appends to PostgreSQL tables that already have rows."
  )
  private static let triggers = Option(
    flag: "triggers",
    help: "Runs the triggers of existing PostgreSQL tables for the copied rows."
  )
  private static let skip = Option<String>(
    "skip",
    value: "NAME",
    help: "Leaves out a TABLE or a TABLE.COLUMN; may be repeated."
  ) { text throws(UsageError) in text }
  private static let text = Option<String>(
    "text",
    value: "TABLE.COLUMN",
    help: "Makes a new column text, so that it holds numbers and texts alike; may be repeated."
  ) { text throws(UsageError) in text }
  private static let decimal = DecimalColumn.option(
    "Copies integers of a file into numeric, and back: with 2 digits, 1250 is 12.50; may be repeated."
  )
  private static let continuing = Option(
    flag: "continue",
    help: "Commits each table on its own, and leaves out those that are already whole."
  )
  private static let schema = Option<String>(
    "schema",
    value: "NAME",
    help: "Copies the tables of this PostgreSQL schema into the file; may be repeated."
  ) { text throws(UsageError) in text }
  private static let dryRun = Option(
    flag: "dry-run",
    help: "Shows the SQL for PostgreSQL without running it."
  )

  private let work: any Sendable & Runnable

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let options = DatabaseCopyOptions(
      appends: arguments.has(Self.append),
      firesTriggers: arguments.has(Self.triggers),
      continues: arguments.has(Self.continuing),
      skipped: try arguments.allValues(of: Self.skip),
      texts: try arguments.allValues(of: Self.text),
      decimals: try arguments.allValues(of: Self.decimal)
    )
    let isDry = arguments.has(Self.dryRun)
    if options.continues, options.appends {
      throw UsageError("'--append' adds rows to tables, so it does not go with '--continue'")
    }
    let schemas = try arguments.allValues(of: Self.schema)
    let isForServer = isDry || options.isAnyOfServer
    let copy = try FileCopy(arguments)
    if let server = PostgresServer(copy.source) {
      if isForServer || copy.vacuums || copy.decrypts || copy.keyFile != nil {
        throw UsageError(
          "Only '--replace', '--schema', '--decimal' and '--new-key-file' are for a copy of PostgreSQL tables"
        )
      }
      if PostgresServer.isURL(copy.destination) {
        throw UsageError("'copy' needs a file on one side; 'pg_dump' is for two servers")
      }
      work = FileTransfer(
        server: server,
        destination: copy.destination,
        replaces: copy.replaces,
        schemas: schemas,
        decimals: options.decimals,
        keyFile: copy.newKeyFile
      )
      return
    }
    if !schemas.isEmpty {
      throw UsageError("'--schema' is for a copy of PostgreSQL tables into a file")
    }
    guard let server = arguments.argument(at: 1).flatMap({ PostgresServer($0) }) else {
      if isForServer || !options.decimals.isEmpty {
        throw UsageError(
          "'--append', '--triggers', '--skip', '--text', '--decimal', '--continue' and '--dry-run' are for PostgreSQL"
        )
      }
      work = copy
      return
    }
    if copy.hasOptionsOfFiles {
      throw UsageError(
        "'--vacuum', '--replace', '--new-key-file' and '--decrypt' are for copies that are files"
      )
    }
    work = PostgresTransfer(
      source: copy.source,
      keyFile: copy.keyFile,
      server: server,
      options: options,
      isDry: isDry
    )
  }

  func run(in context: CommandContext) async throws -> ExitCode { try await work.run(in: context) }
}

extension DatabaseCopyOptions {
  /// Whether there is any choice that is only for copies into PostgreSQL.
  fileprivate var isAnyOfServer: Bool {
    appends || firesTriggers || continues || !skipped.isEmpty || !texts.isEmpty
  }
}

/// The work that a command selects.
protocol Runnable {
  /// Does the work.
  func run(in context: CommandContext) async throws -> ExitCode
}

extension FileCopy: Runnable {}
extension PostgresTransfer: Runnable {}
extension FileTransfer: Runnable {}

/// `livesql backup`: an alias of `livesql copy`.
struct BackupCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "backup",
    summary: "Copies a database into another file: the same as 'copy'.",
    discussion: FileCopy.discussion,
    arguments: FileCopy.arguments,
    options: FileCopy.options,
    examples: ["livesql backup shop.db shop-copy.db"]
  )

  private let copy: FileCopy

  init(_ arguments: ParsedArguments) throws(UsageError) { copy = try FileCopy(arguments) }

  func run(in context: CommandContext) async throws -> ExitCode { try await copy.run(in: context) }
}
