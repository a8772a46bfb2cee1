import DatabaseTypes
import LiveEngine
import LiveQueries
import SQLiteDatabase

/// `livesql watch`: keeps the result of a query on the screen while others write.
struct WatchCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "watch",
    summary: "Keeps a query's result on the screen while others write.",
    discussion: [
      """
      On a terminal the result is a table, redrawn in place; what came, changed or went with the last commits is \
      marked with +, ~ or -. Arrows, page keys, home and end scroll, / looks for a text, n and N for the next and \
      the one before, f shows again what changes, and q ends it, as Ctrl-C does. Where the table is dropped, the \
      error is shown until the query works again.
      """,
      """
      Elsewhere, and with --json, each difference is one line: \
      {"commit":…,"origin":…,"inserted":[…],"updated":[…],"removed":[…]}. The first line has the origin \
      "initial" and the whole result, later ones "otherProcess". Rows are objects by column name, updated ones \
      with their new values. Rows that only changed their places are in none of the lists.
      """,
      """
      With --stats it also tells how the result is kept up to date, how often the query ran, and how long that \
      took: as a line above the table, or as a member "stats" of each line.
      """,
      """
      With --bell each change rings the terminal's bell. With --exec each runs a command of the shell, one at a time: \
      on its standard input it gets the line of JSON that tells the difference. Changes that come while it runs are \
      told by their last one. On a terminal what it writes is not shown.
      """,
      "A difference can be that of several commits, where they come faster than they are read.",
      """
      On PostgreSQL the server tells its commits, for which it has to be prepared once: \
      '\(programName) postgres setup'. What is missing is told with the SQL to run. The statement runs again when a \
      commit touches a table that it reads.
      """,
    ],
    arguments: [.databaseOrURL, .init(name: "SQL", help: "One statement that only reads.")],
    options: [
      SQLParameter.option.syntax, key.syntax, interval.syntax, stats.syntax, bell.syntax,
      exec.syntax, CommonOptions.json.syntax,
    ],
    examples: [
      "livesql watch shop.db 'SELECT status, count(*) FROM orders GROUP BY status'",
      "livesql watch shop.db 'SELECT * FROM orders WHERE status = :s' -p s=new | jq .inserted",
      "livesql watch postgres:///shop 'SELECT status, count(*) FROM orders GROUP BY status'",
    ]
  )

  private static let key = Option<[String]>(
    "key",
    value: "COLUMN,…",
    help: """
      The columns by which a row is known again; unless given, the primary keys of the tables that have theirs \
      in the result, else the whole row.
      """
  ) { text throws(UsageError) in
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard !names.contains("") else {
      throw UsageError("'--key' takes names of columns with commas between, not '\(text)'")
    }
    return names
  }
  private static let interval = Option<Duration>(
    "interval",
    value: "TIME",
    help: """
      How often to look for other processes' commits, besides being told by the file system; 250ms unless given. \
      PostgreSQL tells them.
      """,
    read: readDuration
  )

  private static let stats = Option<Bool>(
    flag: "stats",
    help: "Tell how the result is kept up to date, and what that costs."
  )

  private static let bell = Option<Bool>(
    flag: "bell",
    help: "Rings the terminal's bell at each change."
  )
  private static let exec = Option<String>(
    "exec",
    value: "COMMAND",
    help: "Runs a command of the shell at each change."
  ) { text throws(UsageError) in
    guard !text.isEmpty else { throw UsageError("'--exec' takes a command") }
    return text
  }

  private let path: String
  private let sql: String
  private let arguments: StatementArguments
  private let keyColumns: [String]?
  private let pollInterval: Duration?
  private let hasStatistics: Bool
  private let rings: Bool
  private let command: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.requiredArgument(at: 0, named: "DB")
    sql = try arguments.requiredArgument(at: 1, named: "SQL")
    self.arguments = try arguments.allValues(of: SQLParameter.option).arguments()
    keyColumns = try arguments.value(of: Self.key)
    hasStatistics = arguments.has(Self.stats)
    rings = arguments.has(Self.bell)
    command = try arguments.value(of: Self.exec)
    pollInterval = try arguments.value(of: Self.interval)
    if let pollInterval, pollInterval < .milliseconds(1) {
      throw UsageError("'--interval' takes at least 1ms")
    }
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    if let server = PostgresServer(path) {
      let query = try PostgresWatchedQuery(server, sql: sql, arguments: arguments, key: keyColumns)
      defer { query.close() }
      try await watch(query, context)
      return .success
    }
    let database = try DatabaseFile(path: path).openForReading { configuration in
      if let pollInterval { configuration.externalChangePollInterval = pollInterval }
    }
    let query = database.liveQuery(
      sql: sql,
      arguments: arguments,
      key: keyColumns,
      showsAnyText: true
    )
    try await watch(WatchedFileQuery(database: database, query: query), context)
    try database.close()
    return .success
  }

  private func watch(_ query: some WatchedQuery, _ context: CommandContext) async throws {
    let statistics: WatchPrinter.Statistics = { query.statistics }
    let printer = WatchPrinter(
      sql: sql,
      statistics: hasStatistics ? statistics : nil,
      output: context.output
    )
    let isOnTerminal =
      !context.output.isJSON && context.output.destination.terminalSize != nil
    let watch = Watch(
      query: query,
      printer: printer,
      rings: rings,
      hook: command.map { ChangeHook(command: $0, isQuiet: isOnTerminal) }
    )
    do {
      let keys = isOnTerminal ? context.keys() : nil
      try await watch.run(keys: keys, events: context.events())
    } catch {
      try? await printer.end()
      throw error
    }
    try await printer.end()
  }
}
