import DatabaseTools
import Foundation
import SQLiteDatabase

/// A copy of a database file, and how it is asked for.
struct FileCopy: Sendable {
  static let discussion = [
    """
    The copy is of one moment, whatever others write meanwhile. The file is written under another name and renamed \
    at the end, so that what stands at DEST is never half a copy. What stands there already is left as it is, \
    unless --replace is given. JSON is {"source":…,"destination":…,"pages":…,"bytes":…}.
    """,
    "With --vacuum the copy lacks the space that deleted rows have left. 'copy' and 'backup' are the same for files.",
  ]
  static let arguments: [CommandSyntax.Argument] = [
    .database, .init(name: "DEST", help: "The path of the copy; a new file.", isFile: true),
  ]
  static let options = [replace.syntax, vacuum.syntax, CommonOptions.json.syntax]

  private static let vacuum = Option(
    flag: "vacuum",
    help: "Leaves out the space that deleted rows have left."
  )
  private static let replace = Option(flag: "replace", help: "Replaces the file at DEST.")

  /// The file that is copied.
  let source: String
  /// The path of the copy.
  let destination: String
  /// Whether a file at the path is replaced.
  let replaces: Bool
  /// Whether the copy lacks free space.
  let vacuums: Bool

  /// Whether something was asked for that only a file has.
  var hasOptionsOfFiles: Bool { vacuums || replaces }

  init(_ arguments: ParsedArguments) throws(UsageError) {
    source = try arguments.requiredArgument(at: 0, named: "DB")
    destination = try arguments.requiredArgument(at: 1, named: "DEST")
    replaces = arguments.has(Self.replace)
    vacuums = arguments.has(Self.vacuum)
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    let file = try DatabaseFile(path: source)
    try checkDestination()
    let partial = destination + ".partial"
    try? FileManager.default.removeItem(atPath: partial)
    defer { try? FileManager.default.removeItem(atPath: partial) }
    let code = try await runUntilStopped(context.events(), heedsOutput: false) {
      try await copy(file, to: partial, context)
    }
    guard code == .success else { return code }
    let pages = try await pageCount(of: partial)
    try replaceDestination(with: partial)
    let bytes = try FileManager.default.attributesOfItem(atPath: destination)[.size] as? Int ?? 0
    try context.output.write(
      CopyReport(source: source, destination: destination, pages: pages, bytes: bytes)
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

  private func copy(_ file: DatabaseFile, to path: String, _ context: CommandContext) async throws {
    let database = try file.openForReading()
    if vacuums {
      try await database.vacuum(into: path)
    } else {
      let copy = try DatabaseQueue(path: path, configuration: Self.configuration)
      let note = context.progress("Copying", unit: "pages", besidesOutput: true)
      try await database.backup(to: copy) { progress in
        try note?.update(completed: progress.completedPageCount, total: progress.totalPageCount)
      }
      try note?.end()
      try copy.close()
    }
    try database.close()
  }

  private func pageCount(of path: String) async throws -> Int {
    let copy = try DatabaseQueue(path: path, configuration: Self.configuration)
    let pages = try await copy.read { db in try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0 }
    try await copy.writeWithoutTransaction { db in
      // One file: a copy that came in WAL mode would leave a log beside it.
      _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
    }
    try copy.close()
    return pages
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.journalMode = .unchanged
    configuration.foreignKeysEnabled = false
    return configuration
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

/// What `livesql copy` tells.
private struct CopyReport: Presentable {
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
        "Copied \(source) to \(destination): \(counted(pages, "page")), \(grouped(bytes)) bytes.",
        .success
      )
    ]
  }
}
