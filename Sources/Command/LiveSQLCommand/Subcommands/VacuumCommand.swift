import Foundation
import SQLiteDatabase
import SQLiteTools
import Terminal

/// `livesql vacuum`: frees the space left by deleted rows.
struct VacuumCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "vacuum",
    summary: "Reclaims the space of deleted rows.",
    discussion: [
      """
      The whole database is rewritten, and the saved space is reported. Other writers are blocked meanwhile, and \
      the disk needs space for a copy. Rowids of tables without an INTEGER PRIMARY KEY may change. JSON is \
      {"before":…,"after":…}, in bytes. '\(programName) copy --vacuum' writes a small copy and does not change \
      the database.
      """,
      KeyFile.discussion,
    ],
    arguments: [.database],
    options: [CommonOptions.json.syntax, KeyFile.option.syntax],
    examples: ["livesql vacuum shop.db"]
  )

  private let path: String
  private let keyFile: KeyFile?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.requiredArgument(at: 0, named: "DB")
    keyFile = try arguments.keyFile()
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    let database = try DatabaseFile(path: path, keyFile: keyFile).openForWriting()
    let (code, before, after) = try await database.closing {
      let before = try await database.read(byteCount)
      let code = try await runUntilStopped(context.events(), stopsOnClosedOutput: false) {
        try await database.vacuum()
      }
      return (code, before, try await database.read(byteCount))
    }
    if code == .success {
      try context.output.write(VacuumReport(path: path, before: before, after: after))
    }
    return code
  }
}

/// Returns the size of a database, wherever its pages are.
///
/// This is not the size of the file, since the latest pages may still be in the log next to it.
@Sendable
private func byteCount(_ db: Database) throws -> Int {
  let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
  return try pages * db.pageSize()
}

/// The report of `livesql vacuum`.
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
