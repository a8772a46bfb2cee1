import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLLive
import PostgreSQLTools
import Terminal

/// `livesql postgres`: prepares a PostgreSQL server for live queries, undoes that, or shows its
/// status.
struct PostgresCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "postgres",
    summary: "Prepares a PostgreSQL server for live queries.",
    discussion: [
      """
      'status' shows the state of the server, and the SQL for what is missing; its exit code is 1 if something \
      is missing. 'setup' shows the SQL, asks, and runs it: a publication of the tables, the role's permission \
      to read the change stream, and wal_level, after which the server must be restarted. 'undo' removes the \
      publication and leftover slots.
      """,
      """
      With --schema-changes, 'setup' also creates an event trigger, which only a superuser may: live queries then \
      show a change of the schema at once, instead of with the next changed row of the table.
      """,
      """
      Tables without a primary key are left out, since updates of their rows would fail once they are published. \
      A key that is DEFERRABLE does not count: 'setup' uses another index that is unique and NOT NULL, if there \
      is one. It also gives a REPLICA IDENTITY to tables and partitions that have none. \
      Run 'setup' again after creating new tables. SQL that only a superuser may run is shown, but not run for \
      other roles.
      """,
      """
      With --triggers, it prepares a log written by triggers, for servers whose change stream may not be read: \
      'setup' shows and runs the SQL of the log and its triggers, which an owner of the tables may do, and \
      'undo' removes both.
      """,
      """
      JSON of 'status' is {"walLevel":…, "role":…, "mayReplicate":…, "publication":…, "published":[…], \
      "unreadable":[…], "withoutKey":[…], "slots":[…], "warnings":[…], "missing":[{"problem":…,"sql":…}]}; \
      with --triggers {"role":…, "log":…, "mayRead":…, "reported":[…], "missing":[…], "readers":…}.
      """,
    ],
    arguments: [
      .init(
        name: "ACTION",
        help: "setup, status or undo.",
        choices: Action.allCases.map(\.rawValue)
      ),
      .init(name: "URL", help: "postgres://…"),
      .init(
        name: "TABLE",
        help: "A table whose changes are reported; all by default.",
        isOptional: true,
        isRepeated: true
      ),
    ],
    options: [
      yes.syntax, role.syntax, triggers.syntax, schemaChanges.syntax, CommonOptions.json.syntax,
    ],
    examples: [
      "livesql postgres status postgres:///shop", "livesql postgres setup postgres:///shop",
      "livesql postgres setup postgres://admin@db/shop orders items --role shop --yes",
      "livesql postgres setup postgres:///shop --triggers",
    ]
  )

  private enum Action: String, CaseIterable { case setup, status, undo }

  private static let yes = Option(flag: "yes", letter: "y", help: "Runs the SQL without asking.")
  private static let triggers = Option(
    flag: "triggers",
    help: "Prepares a log written by triggers instead of the change stream."
  )
  private static let schemaChanges = Option(
    flag: "schema-changes",
    help: "Reports changes of the schema at once, by an event trigger."
  )
  private static let role = Option<String>(
    "role",
    value: "NAME",
    help: "The role that live queries connect as; the URL's by default."
  ) { text throws(UsageError) in
    guard !text.isEmpty else { throw UsageError("'--role' takes a name") }
    return text
  }

  private let action: Action
  private let server: PostgresServer
  private let tables: [String]
  private let runsImmediately: Bool
  private let role: String?
  private let usesTriggers: Bool
  private let reportsSchema: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let word = try arguments.requiredArgument(at: 0, named: "ACTION")
    let words = Action.allCases.map(\.rawValue)
    guard let action = Action(rawValue: word) else {
      throw UsageError(
        "'postgres' takes \(words.joined(separator: ", ")), not '\(word)'",
        suggestion: closest(to: word, among: words)
      )
    }
    self.action = action
    let url = try arguments.requiredArgument(at: 1, named: "URL")
    guard let server = PostgresServer(url) else {
      throw UsageError("'postgres' takes a URL that begins with postgres://")
    }
    self.server = server
    tables = Array(arguments.arguments.dropFirst(2))
    runsImmediately = arguments.has(Self.yes)
    usesTriggers = arguments.has(Self.triggers)
    reportsSchema = arguments.has(Self.schemaChanges)
    role = try arguments.value(of: Self.role)
    if action == .undo, !tables.isEmpty {
      throw UsageError("'undo' removes everything: leave out '\(tables[0])'")
    }
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    let database = try server.database()
    let status = try await status(of: database)
    let code =
      switch action {
      case _ where usesTriggers: try await runTriggers(database, status, context)
      case .status: try report(status, context)
      case .setup: try await setUp(database, status, context)
      case .undo: try await undo(database, status, context)
      }
    await database.close()
    return code
  }

  private func status(of database: PostgresDatabase) async throws -> PostgresLiveStatus {
    try await database.read { [role] db in try PostgresLiveStatus(db, role: role) }
  }

  private func report(_ status: PostgresLiveStatus, _ context: CommandContext) throws -> ExitCode {
    let setup = try PostgresSetup(status, tables: tables, reportingSchema: reportsSchema)
    try context.output.write(PostgresStatusReport(status: status, setup: setup))
    return setup.steps.isEmpty ? .success : .failure
  }
}

// MARK: - Changing the server

extension PostgresCommand {
  private func setUp(
    _ database: PostgresDatabase,
    _ status: PostgresLiveStatus,
    _ context: CommandContext
  ) async throws -> ExitCode {
    let setup = try PostgresSetup(status, tables: tables, reportingSchema: reportsSchema)
    guard !setup.steps.isEmpty else {
      try context.output.write([Line("Nothing is missing.", .success)])
      return .success
    }
    try context.output.write(setup.lines + setup.notes)
    let allowed = setup.steps.filter { !$0.needsSuperuser || status.isSuperuser }
    let isWhole = allowed.count == setup.steps.count
    if !isWhole {
      try context.output.write([
        Line("A superuser must run the SQL that grants permissions.", .warning)
      ])
    }
    guard !allowed.isEmpty else { return .failure }
    guard try confirms(context) else { return .failure }
    try await run(allowed.map(\.sql), database)
    try await checkUpdates(database)
    try context.output.write(
      [Line("Done.", .success)] + allowed.compactMap { $0.note.map { Line($0) } }
    )
    return isWhole ? .success : .failure
  }

  /// Checks that rows of published tables can be updated and deleted.
  ///
  /// - Throws: ``CommandFailure`` if the server would refuse that.
  private func checkUpdates(_ database: PostgresDatabase) async throws {
    let tables = try await status(of: database).tables
    let broken = tables.filter { $0.isPublished && !$0.hasIdentity }
    guard !broken.isEmpty else { return }
    let sql = broken.flatMap(\.identity.missing).joined(separator: "; ")
    throw CommandFailure(
      message:
        "Updates and deletes of \(broken.map(\.name.shown).joined(separator: ", ")) fail, since their rows "
        + "have no identity. Run this SQL as the owner: \(sql)."
    )
  }

  private func undo(
    _ database: PostgresDatabase,
    _ status: PostgresLiveStatus,
    _ context: CommandContext
  ) async throws -> ExitCode {
    let name = PostgresConnection.quoted(PostgresSetup.publication)
    let slots = status.slots.filter { !$0.isActive }
      .map { "SELECT pg_drop_replication_slot('\($0.name)')" }
    let publication = status.hasPublication ? ["DROP PUBLICATION \(name)"] : []
    let statements = (status.reportsSchema ? SchemaReporting.removal : []) + publication + slots
    guard !statements.isEmpty else {
      try context.output.write([Line("There is nothing to undo.", .success)])
      return .success
    }
    try context.output.write(statements.map { Line("\($0);") })
    guard try confirms(context) else { return .failure }
    try await run(statements, database)
    let role = PostgresConnection.quoted(status.role)
    try context.output.write([
      Line("Done. These are kept, since others may need them:", .success),
      Line("  ALTER ROLE \(role) NOREPLICATION;", .secondary),
      Line("  ALTER SYSTEM RESET wal_level; and restart the server.", .secondary),
    ])
    return .success
  }

  /// Runs each statement on its own, since some cannot run in a transaction.
  private func run(_ statements: [String], _ database: PostgresDatabase) async throws {
    try await database.withConnection { db in
      for sql in statements { try db.execute(script: sql) }
    }
  }

  private func confirms(_ context: CommandContext) throws -> Bool {
    if runsImmediately { return true }
    try context.notes.write("Run it? [y/N] ")
    var lines = InputLines(context.input)
    let answer = try lines.next()?.lowercased() ?? ""
    if answer == "y" || answer == "yes" { return true }
    try context.notes.write([Line("Nothing was run. Give --yes to run it without asking.")])
    return false
  }
}

// MARK: - The trigger log

extension PostgresCommand {
  private func runTriggers(
    _ database: PostgresDatabase,
    _ status: PostgresLiveStatus,
    _ context: CommandContext
  ) async throws -> ExitCode {
    let (triggers, me) = try await database.read { [tables] db in
      let me = try db.execute("SELECT current_user::text")
        .first { row in try row.decode(String.self, at: 0) }
      return (try PostgresTriggerStatus(db, status, tables: tables), me ?? "")
    }
    switch action {
    case .status:
      try context.output.write(triggers)
      return triggers.isReady ? .success : .failure
    case .setup:
      if triggers.isReady {
        try context.output.write([Line("Nothing is missing.", .success)])
        return .success
      }
      return try await runScript(triggers.setUpSQL(by: me), database, context)
    case .undo:
      if !triggers.isThere {
        try context.output.write([Line("There is nothing to undo.", .success)])
        return .success
      }
      return try await runScript(PostgresTriggerLog().removalSQL, database, context)
    }
  }

  /// Shows SQL, asks for confirmation, and runs all of it.
  private func runScript(
    _ sql: String,
    _ database: PostgresDatabase,
    _ context: CommandContext
  ) async throws -> ExitCode {
    let lines = sql.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    try context.output.write(lines.map { Line(String($0)) })
    guard try confirms(context) else { return .failure }
    try await database.withConnection { db in
      try db.execute(script: "BEGIN;\n\(sql)COMMIT")
    }
    try context.output.write([Line("Done.", .success)])
    return .success
  }
}
