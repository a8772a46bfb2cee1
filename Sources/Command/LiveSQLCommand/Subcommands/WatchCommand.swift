import DatabaseTypes
import LiveEngine
import SQLiteDatabase
import Terminal

/// `livesql watch`: keeps the result of a query on the screen while others write.
struct WatchCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "watch",
    summary: "Keeps a query's result on the screen while others write.",
    discussion: [
      """
      On a terminal, the result is a table, redrawn in place; rows that the last commits inserted, changed or \
      removed are marked with +, ~ or -. Arrows, page keys, home and end scroll, / searches for a text, n and N find \
      the next and the previous match, f follows the changes again, and q ends it, as Ctrl-C does. If the table is \
      dropped, the error is shown until the query works again.
      """,
      """
      Elsewhere, and with --json, each difference is one line: \
      {"commit":…,"origin":…,"inserted":[…],"updated":[…],"removed":[…]}. The first line has the origin \
      "initial" and the whole result, later ones "otherProcess". Rows are objects by column name, updated ones \
      with their new values. Rows that only changed their position are in none of the lists.
      """,
      """
      With --stats, it also shows how the result is kept up to date, how often the query ran, and how long that \
      took: as a line above the table, or as a member "stats" of each line.
      """,
      """
      With --bell, each change rings the terminal's bell. With --exec, each change runs a shell command, one at \
      a time, which receives the difference as a line of JSON on its standard input. Of the changes that arrive \
      while it runs, it receives the last. On a terminal, its output is not shown.
      """,
      "A difference can combine several commits if they arrive faster than they are read.",
      """
      On PostgreSQL, the server reports its commits, for which it must be prepared once: '\(programName) \
      postgres setup'. The error for what is missing contains the SQL to run. Where the change stream may not be \
      read, --triggers follows the log of '\(programName) postgres setup --triggers'. With --interval, the \
      statement runs again at that interval, which needs no preparation; without --key, the whole row identifies it.
      """,
      KeyFile.discussion,
    ],
    arguments: [.databaseOrURL, .init(name: "SQL", help: "One statement that only reads.")],
    options: [
      SQLParameter.option.syntax, key.syntax, interval.syntax, triggers.syntax, stats.syntax,
      bell.syntax, exec.syntax, KeyFile.option.syntax, CommonOptions.json.syntax,
    ],
    examples: [
      "livesql watch shop.db 'SELECT status, count(*) FROM orders GROUP BY status'",
      "livesql watch shop.db 'SELECT * FROM orders WHERE status = :s' -p s=new | jq .inserted",
      "livesql watch postgres:///shop 'SELECT status, count(*) FROM orders GROUP BY status'",
      "livesql watch postgres:///shop 'SELECT * FROM orders' --interval 2s",
    ]
  )

  private static let key = Option<[String]>(
    "key",
    value: "COLUMN,…",
    help: """
      The columns that identify a row; by default the primary keys of the tables that have theirs in the result, \
      else the whole row.
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
      How often to check for other processes' commits, in addition to notifications of the file system; 250ms by \
      default. On PostgreSQL, how often to run the statement again, instead of following the reported commits.
      """,
    read: readDuration
  )

  private static let triggers = Option(
    flag: "triggers",
    help: "On PostgreSQL, follows the log that triggers write instead of the change stream."
  )

  private static let stats = Option<Bool>(
    flag: "stats",
    help: "Shows how the result is kept up to date, and the cost of that."
  )

  private static let bell = Option<Bool>(
    flag: "bell",
    help: "Rings the terminal's bell at each change."
  )
  private static let exec = Option<String>(
    "exec",
    value: "COMMAND",
    help: "Runs a shell command at each change."
  ) { text throws(UsageError) in
    guard !text.isEmpty else { throw UsageError("'--exec' takes a command") }
    return text
  }

  private let path: String
  private let keyFile: KeyFile?
  private let sql: String
  private let arguments: StatementArguments
  private let keyColumns: [String]?
  private let pollInterval: Duration?
  private let usesTriggers: Bool
  private let hasStatistics: Bool
  private let rings: Bool
  private let command: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.requiredArgument(at: 0, named: "DB")
    keyFile = try arguments.keyFile()
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
    usesTriggers = arguments.has(Self.triggers)
    if usesTriggers, PostgresServer(path) == nil {
      throw UsageError("'--triggers' is for a URL that begins with postgres://")
    }
    if usesTriggers, pollInterval != nil {
      throw UsageError("give '--triggers' or '--interval', not both")
    }
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    let database = try commandDatabase(path, keyFile: keyFile)
    let request = WatchRequest(
      sql: sql,
      arguments: arguments,
      key: keyColumns,
      pollInterval: pollInterval,
      usesTriggers: usesTriggers
    )
    try await database.watching(request) { query in try await watch(query, context) }
    return .success
  }

  private func watch(_ query: some WatchedQuery, _ context: CommandContext) async throws {
    let statistics: WatchPrinter.Statistics = { query.statistics }
    let printer = WatchPrinter(
      sql: sql,
      statistics: hasStatistics ? statistics : nil,
      output: context.output,
      notes: context.notes
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
