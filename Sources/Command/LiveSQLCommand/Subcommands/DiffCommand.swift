import DatabaseTypes
import SQLiteDatabase
import Synchronization
import Terminal

/// `livesql diff`: shows the differences between two databases, as a list or as SQL.
struct DiffCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "diff",
    summary: "Shows the differences between two databases, as a list or as SQL.",
    discussion: [
      """
      Definitions are compared by their text, and rows by their primary key, or by their rowid if there is none. \
      Entries that only B has are marked with +, those that only A has with -, and those that differ with ~. \
      Tables whose definitions differ are compared by their common columns. Each database is read once, in one \
      snapshot.
      """,
      """
      With --sql, it writes the SQL that turns A into B: '\(programName) import A.db changes.sql' or sqlite3 run \
      it. Tables with a different definition are recreated with all their rows; the rowids of tables with a \
      different key are not kept.
      """,
      """
      The exit code is that of diff: 0 for no differences, 1 for differences, 2 for a failure.
      """,
      KeyFile.discussion,
      "It is the passphrase of both databases; given twice, the first is of A and the second of B.",
    ],
    arguments: [
      .init(name: "A", help: "The path of a database file.", isFile: true),
      .init(name: "B", help: "The path of another database file.", isFile: true),
      .init(
        name: "TABLE",
        help: "A table or a view to compare; all by default.",
        isOptional: true,
        isRepeated: true
      ),
    ],
    options: [sql.syntax, schemaOnly.syntax, KeyFile.option.syntax],
    examples: [
      "livesql diff before.db after.db",
      "livesql diff before.db after.db orders --sql > changes.sql",
    ]
  )

  private static let sql = Option(flag: "sql", help: "Writes the SQL that turns A into B.")
  private static let schemaOnly = Option(flag: "schema-only", help: "Compares schemas only.")

  private let paths: (left: String, right: String)
  private let keyFiles: [KeyFile]
  private let tables: [String]
  private let writesSQL: Bool
  private let comparesRows: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    paths = try (
      arguments.requiredArgument(at: 0, named: "A"), arguments.requiredArgument(at: 1, named: "B")
    )
    keyFiles = try arguments.allValues(of: KeyFile.option)
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
      // Exit code 1 means that the databases differ.
      try context.notes.write(ErrorReport(error).lines)
      return ExitCode(rawValue: 2)
    }
  }

  private func compare(_ context: CommandContext) async throws -> ExitCode {
    let left = try DatabaseFile(path: paths.left, keyFile: keyFiles.first).openForReading()
    let right = try DatabaseFile(path: paths.right, keyFile: keyFiles.last).openForReading()
    let difference = Mutex(false)
    let comparison: @Sendable () async throws -> Void = {
      let isDifferent = try await left.read { left in
        try right.read { right in
          // Cancelling one cancels the other.
          right.cancellation = left.cancellation
          defer { right.cancellation = nil }
          return try write(left, right, context.output)
        }
      }
      difference.withLock { $0 = isDifferent }
    }
    let code = try await right.closing {
      try await left.closing { try await runUntilStopped(context.events(), comparison) }
    }
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
