import DatabaseTools
import Foundation
import SQLiteDatabase

/// `livesql vacuum`: gives the space back that deleted rows have left.
struct VacuumCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "vacuum",
    summary: "Gives back the space that deleted rows have left.",
    discussion: [
      """
      The whole database is rewritten, and it tells what was saved. Nobody else can write meanwhile, and the disk \
      needs room for a copy. Row numbers of tables without an INTEGER PRIMARY KEY may change. JSON is \
      {"before":…,"after":…}, in bytes. '\(programName) copy --vacuum' leaves the database as it is and writes a \
      small copy.
      """
    ],
    arguments: [.database],
    options: [CommonOptions.json.syntax],
    examples: ["livesql vacuum shop.db"]
  )

  private let path: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.requiredArgument(at: 0, named: "DB")
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    let database = try DatabaseFile(path: path).openForWriting()
    let before = try await database.read(byteCount)
    let code = try await runUntilStopped(context.events(), heedsOutput: false) {
      try await database.vacuum()
    }
    let after = try await database.read(byteCount)
    try database.close()
    if code == .success {
      try context.output.write(VacuumReport(path: path, before: before, after: after))
    }
    return code
  }
}

/// The size of a database, wherever its pages are.
///
/// Not that of the file: what was written last can still be in the log beside it.
@Sendable
private func byteCount(_ db: Database) throws -> Int {
  let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
  return pages * (try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
}

/// What `livesql vacuum` tells.
private struct VacuumReport: Presentable {
  let path: String
  let before: Int
  let after: Int

  var json: JSON { ["before": .integer(Int64(before)), "after": .integer(Int64(after))] }

  func lines(width: Int?) -> [Line] {
    let saved = before - after
    let percent = before > 0 ? saved * 100 / before : 0
    let text =
      saved > 0
      ? "saved \(grouped(saved)) bytes (\(percent) %)" : "there was nothing to save"
    return [
      Line("\(path): \(grouped(before)) bytes before, \(grouped(after)) after; \(text).", .success)
    ]
  }
}
