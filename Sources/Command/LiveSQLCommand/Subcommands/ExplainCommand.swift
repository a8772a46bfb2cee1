import SQLiteDatabase
import Terminal

/// `livesql explain`: shows how a statement will run, and its slow steps.
struct ExplainCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "explain",
    summary: "Shows how a statement runs, and what is slow about it.",
    discussion: [
      "The statement is not run. Full scans, temporary sorts and automatic indexes are pointed out.",
      """
      JSON is {"plan":[{"detail":…,"warning":…,"children":[…]}],"warnings":[{"kind":…,"explanation":…}]}; the \
      kinds are fullScan, fullIndexScan, temporarySort and automaticIndex.
      """,
      """
      On PostgreSQL, the steps include their estimated cost and rows, and the output shows which tables a live \
      query follows and how it is kept up to date. Without parameter values, the generic plan is shown.
      """,
      KeyFile.discussion,
    ],
    arguments: [.databaseOrURL, .sql],
    options: [SQLParameter.option.syntax, CommonOptions.json.syntax, KeyFile.option.syntax],
    examples: ["livesql explain shop.db 'SELECT * FROM orders ORDER BY freight'"]
  )

  private let path: String
  private let keyFile: KeyFile?
  private let sql: String
  private let arguments: StatementArguments

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.requiredArgument(at: 0, named: "DB")
    keyFile = try arguments.keyFile()
    sql = try arguments.requiredArgument(at: 1, named: "SQL")
    self.arguments = try arguments.allValues(of: SQLParameter.option).arguments()
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    let database = try commandDatabase(path, keyFile: keyFile)
    try context.output.write(await database.explanation(of: sql, arguments: arguments))
    return .success
  }
}
