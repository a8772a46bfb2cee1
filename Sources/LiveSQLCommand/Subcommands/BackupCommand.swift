import DatabaseTools
import Foundation
import SQLiteDatabase

/// `livesql backup`: copies a database into another file, while others use it.
struct BackupCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "backup",
    summary: "Copies a database into a file, while others use it.",
    discussion: [
      """
      The copy is of one moment. The file is written under another name and renamed at the end, so that what \
      stands at DEST is never half a copy. JSON is {"source":…,"destination":…,"pages":…,"bytes":…}.
      """
    ],
    arguments: [.database, .init(name: "DEST", help: "The path of the copy; a new file.")],
    options: [replace.syntax, CommonOptions.json.syntax],
    examples: ["livesql backup shop.db shop-copy.db"]
  )

  private static let replace = Option(flag: "replace", help: "Replaces the file at DEST.")

  private let source: String
  private let destination: String
  private let replaces: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    source = try arguments.requiredArgument(at: 0, named: "DB")
    destination = try arguments.requiredArgument(at: 1, named: "DEST")
    replaces = arguments.has(Self.replace)
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    let file = try DatabaseFile(path: source)
    try checkDestination()
    let partial = destination + ".partial"
    try? FileManager.default.removeItem(atPath: partial)
    defer { try? FileManager.default.removeItem(atPath: partial) }
    let pages = try await copy(file, to: partial, notes: context.notes)
    try replaceDestination(with: partial)
    let bytes = try FileManager.default.attributesOfItem(atPath: destination)[.size] as? Int ?? 0
    try context.output.write(
      BackupSummary(source: source, destination: destination, pages: pages, bytes: bytes)
    )
    return .success
  }

  private func checkDestination() throws {
    guard FileManager.default.fileExists(atPath: destination) else { return }
    guard replaces else {
      throw CommandFailure(
        message: "There is a file at \(destination) already. Give another path, or --replace."
      )
    }
    guard !isSameFile(source, destination) else {
      throw CommandFailure(message: "A database cannot be copied onto itself. Give another path.")
    }
  }

  private func copy(_ file: DatabaseFile, to path: String, notes: Output) async throws -> Int {
    let database = try file.openForReading()
    var configuration = Configuration()
    configuration.journalMode = .unchanged
    configuration.foreignKeysEnabled = false
    let copy = try DatabaseQueue(path: path, configuration: configuration)
    let bar = ProgressNote(title: "Backing up", unit: "pages", on: notes)
    try await database.backup(to: copy) { progress in
      try bar.update(completed: progress.completedPageCount, total: progress.totalPageCount)
    }
    try bar.end()
    let pages = try await copy.read { db in try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0 }
    try await copy.writeWithoutTransaction { db in
      // One file: a copy that came in WAL mode would leave a log beside it.
      _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
    }
    try copy.close()
    try database.close()
    return pages
  }

  private func replaceDestination(with partial: String) throws {
    let files = FileManager.default
    if replaces, files.fileExists(atPath: destination) {
      try files.removeItem(atPath: destination)
      for suffix in ["-wal", "-shm", "-journal"] {
        try? files.removeItem(atPath: destination + suffix)
      }
    }
    try files.moveItem(atPath: partial, toPath: destination)
  }
}

/// Whether two paths lead to one file.
private func isSameFile(_ left: String, _ right: String) -> Bool {
  let paths = [left, right].map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
  return paths[0] == paths[1]
}

/// What `livesql backup` tells.
private struct BackupSummary: Presentable {
  let source: String
  let destination: String
  let pages: Int
  let bytes: Int

  var json: JSON {
    [
      "source": .string(source), "destination": .string(destination),
      "pages": .integer(Int64(pages)), "bytes": .integer(Int64(bytes)),
    ]
  }

  func lines(width: Int?) -> [Line] {
    [
      Line(
        "Copied \(source) to \(destination): \(grouped(pages)) pages, \(grouped(bytes)) bytes.",
        .success
      )
    ]
  }
}
