import DatabaseTools
import DatabaseTypes
import SQLiteDatabase

/// `livesql explain`: shows how SQLite will run a statement, and what is slow about it.
struct ExplainCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "explain",
    summary: "Shows how a statement will run, and what is slow about it.",
    discussion: [
      "The statement is not run. Full scans, temporary sorts and indexes made for one run are pointed out.",
      """
      JSON is {"plan":[{"detail":…,"warning":…,"children":[…]}],"warnings":[{"kind":…,"explanation":…}]}; the \
      kinds are fullScan, fullIndexScan, temporarySort and automaticIndex.
      """,
      """
      On PostgreSQL the steps have their estimated cost and rows, and it is told what a live query would do. Without \
      values of parameters the plan is the one for any values.
      """,
    ],
    arguments: [.databaseOrURL, .sql],
    options: [SQLParameter.option.syntax, CommonOptions.json.syntax],
    examples: ["livesql explain shop.db 'SELECT * FROM orders ORDER BY freight'"]
  )

  private let path: String
  private let sql: String
  private let arguments: StatementArguments

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.requiredArgument(at: 0, named: "DB")
    sql = try arguments.requiredArgument(at: 1, named: "SQL")
    self.arguments = try arguments.allValues(of: SQLParameter.option).arguments()
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    if let server = PostgresServer(path) {
      return try await PostgresExplanation(server: server, sql: sql, arguments: arguments)
        .run(in: context)
    }
    let database = try DatabaseFile(path: path).openForReading()
    let plan = try await database.unsafeRead { db in try queryPlan(db) }
    try database.close()
    try context.output.write(plan)
    return .success
  }

  private func queryPlan(_ db: Database) throws -> QueryPlan {
    // Compiled by itself first, so that an error's place is one in the text that was given.
    let explained = try db.makeStatement(sql: sql)
    let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
    // Without values all parameters are NULL, which the plan mostly does not depend on.
    if !arguments.isEmpty { try explained.setArguments(arguments) }
    if !arguments.isEmpty { try statement.setArguments(arguments) }
    return try QueryPlan(explainedBy: statement, of: sql)
  }
}
