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
      marked with +, ~ or -. It ends with Ctrl-C.
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
      "A difference can be that of several commits, where they come faster than they are read.",
    ],
    arguments: [.database, .init(name: "SQL", help: "One statement that only reads.")],
    options: [
      SQLParameter.option.syntax, key.syntax, interval.syntax, stats.syntax,
      CommonOptions.json.syntax,
    ],
    examples: [
      "livesql watch shop.db 'SELECT status, count(*) FROM orders GROUP BY status'",
      "livesql watch shop.db 'SELECT * FROM orders WHERE status = :s' -p s=new | jq .inserted",
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
      How often to look for other processes' commits, besides being told by the file system; 250ms unless given.
      """,
    read: readDuration
  )

  private static let stats = Option<Bool>(
    flag: "stats",
    help: "Tell how the result is kept up to date, and what that costs."
  )

  private let path: String
  private let sql: String
  private let arguments: StatementArguments
  private let keyColumns: [String]?
  private let pollInterval: Duration?
  private let hasStatistics: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.requiredArgument(at: 0, named: "DB")
    sql = try arguments.requiredArgument(at: 1, named: "SQL")
    self.arguments = try arguments.allValues(of: SQLParameter.option).arguments()
    keyColumns = try arguments.value(of: Self.key)
    hasStatistics = arguments.has(Self.stats)
    pollInterval = try arguments.value(of: Self.interval)
    if let pollInterval, pollInterval < .milliseconds(1) {
      throw UsageError("'--interval' takes at least 1ms")
    }
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    let file = try DatabaseFile(path: path)
    let database = try file.openForReading { configuration in
      if let pollInterval { configuration.externalChangePollInterval = pollInterval }
    }
    let query = database.liveQuery(
      sql: sql,
      arguments: arguments,
      key: keyColumns,
      showsAnyText: true
    )
    let statistics: WatchPrinter.Statistics = { database.liveQueryStatistics.first }
    let printer = WatchPrinter(
      sql: sql,
      statistics: hasStatistics ? statistics : nil,
      output: context.output
    )
    do {
      try await Self.watch(query, events: context.events(), printer: printer)
    } catch {
      try? await printer.end()
      throw error
    }
    try await printer.end()
    try database.close()
    return .success
  }

  /// Shows each result until the program shall end.
  private static func watch(
    _ query: LiveQuery,
    events: AsyncStream<ProcessEvent>,
    printer: WatchPrinter
  ) async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        for try await update in query { try await printer.show(update) }
        return true
      }
      group.addTask {
        for await event in events {
          guard event == .terminalResized else { return true }
          try await printer.redraw()
        }
        return false
      }
      while let isOver = try await group.next() {
        if isOver { break }
      }
      group.cancelAll()
    }
  }
}
