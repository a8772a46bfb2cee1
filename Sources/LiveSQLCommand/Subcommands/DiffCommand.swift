import DatabaseTypes
import SQLiteDatabase
import Synchronization

/// `livesql diff`: tells in what two databases differ, as a list or as SQL.
struct DiffCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "diff",
    summary: "Tells in what two databases differ, as a list or as SQL.",
    discussion: [
      """
      Definitions are compared by their text, and rows by their primary key, or by their row number where there is \
      none. What only B has is marked with +, what only A has with -, and what both have differently with ~. Of \
      tables whose definitions differ, the columns that both have are compared. Both are read once, side by side, \
      each at one moment.
      """,
      """
      With --sql it writes the SQL that makes A what B is: '\(programName) import A.db changes.sql' or sqlite3 run \
      it. Tables with another definition are made anew, with all their rows; the row numbers of tables with another \
      key are not kept.
      """,
      """
      The exit code is that of diff: 0 where there is no difference, 1 where there is one, 2 where something failed.
      """,
    ],
    arguments: [
      .init(name: "A", help: "The path of a database file.", isFile: true),
      .init(name: "B", help: "The path of another database file.", isFile: true),
      .init(
        name: "TABLE",
        help: "A table or a view to compare; all unless given.",
        isOptional: true,
        isRepeated: true
      ),
    ],
    options: [sql.syntax, schemaOnly.syntax],
    examples: [
      "livesql diff before.db after.db",
      "livesql diff before.db after.db orders --sql > changes.sql",
    ]
  )

  private static let sql = Option(flag: "sql", help: "Writes the SQL that makes A what B is.")
  private static let schemaOnly = Option(flag: "schema-only", help: "Compares no rows.")

  private let paths: (left: String, right: String)
  private let tables: [String]
  private let writesSQL: Bool
  private let comparesRows: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    paths = try (
      arguments.requiredArgument(at: 0, named: "A"), arguments.requiredArgument(at: 1, named: "B")
    )
    tables = Array(arguments.arguments.dropFirst(2))
    writesSQL = arguments.has(Self.sql)
    comparesRows = !arguments.has(Self.schemaOnly)
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    do {
      return try await compare(context)
    } catch let failure as OutputFailure {
      throw failure
    } catch {
      // 1 is said of databases that differ.
      try context.notes.write(ErrorReport(error).lines)
      return ExitCode(rawValue: 2)
    }
  }

  private func compare(_ context: CommandContext) async throws -> ExitCode {
    let left = try DatabaseFile(path: paths.left).openForReading()
    let right = try DatabaseFile(path: paths.right).openForReading()
    let difference = Mutex(false)
    let code = try await runUntilStopped(context.events()) {
      let isDifferent = try await left.read { left in
        try right.read { right in
          // Who cancels the one cancels the other.
          right.cancellation = left.cancellation
          defer { right.cancellation = nil }
          return try write(left, right, context.output)
        }
      }
      difference.withLock { $0 = isDifferent }
    }
    try left.close()
    try right.close()
    guard code == .success else { return code }
    return difference.withLock { $0 } ? ExitCode(rawValue: 1) : .success
  }

  private func write(_ left: Database, _ right: Database, _ output: Output) throws -> Bool {
    let databases = try ComparedDatabases(left, right, tables: tables)
    if writesSQL {
      var script = try DifferenceScript(databases, comparesRows: comparesRows, output: output)
      return try script.write()
    }
    var list = DifferenceList(databases, comparesRows: comparesRows, output: output)
    return try list.write()
  }
}
