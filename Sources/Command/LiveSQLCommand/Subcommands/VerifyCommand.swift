import SQLiteDatabase
import SQLiteTools
import Terminal

/// `livesql verify`: checks a database for damage and broken references.
struct VerifyCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "verify",
    summary: "Looks for damage and broken references in a database.",
    discussion: [
      """
      Each table is checked with its indexes, then the file as a whole. The exit code is 0 for an intact \
      database and 1 if there is a problem. JSON is {"problems":[{"kind":…,"table":…,"message":…}]}; the kinds \
      are damage and foreignKey.
      """,
      KeyFile.discussion,
    ],
    arguments: [.database],
    options: [quick.syntax, CommonOptions.json.syntax, KeyFile.option.syntax],
    examples: ["livesql verify shop.db", "livesql verify shop.db --quick --json"]
  )

  private static let quick = Option(
    flag: "quick",
    help: "Does not compare indexes with their tables, which takes the most time."
  )

  private let path: String
  private let keyFile: KeyFile?
  private let isQuick: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.requiredArgument(at: 0, named: "DB")
    keyFile = try arguments.keyFile()
    isQuick = arguments.has(Self.quick)
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    let database = try DatabaseFile(path: path, keyFile: keyFile).openForReading()
    let bar = ProgressNote(title: "Verifying", unit: "steps", on: context.notes)
    let problems = try await database.closing {
      try await database.integrityCheck(isQuick: isQuick, checksForeignKeys: true) {
        try bar.update(completed: $0.completedStepCount, total: $0.totalStepCount)
      }
    }
    try bar.end()
    try context.output.write(Verification(path: path, problems: problems))
    return problems.isEmpty ? .success : .failure
  }
}

/// The report of `livesql verify`.
private struct Verification: Presentable {
  let path: String
  let problems: [IntegrityProblem]

  var json: JSON {
    [
      "problems": .array(
        problems.map { problem in
          [
            "kind": .string(problem.kind.rawValue),
            "table": problem.table.map { .string($0) } ?? .null,
            "message": .string(problem.message),
          ]
        }
      )
    ]
  }

  func lines(width: Int?) -> [Line] {
    if problems.isEmpty { return [Line("\(path) is sound.", .success)] }
    return problems.map { Line("\($0)", .failure) } + [
      Line("\(counted(problems.count, "problem")) in \(path).", .failure),
      Line(
        "Restore a backup; readable rows can be copied with '\(programName) query'.",
        .secondary
      ),
    ]
  }
}
