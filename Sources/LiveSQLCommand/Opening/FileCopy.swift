import DatabaseTools
import Foundation
import SQLiteDatabase

/// A copy of a database file, with its options.
struct FileCopy: Sendable {
  static let discussion = [
    """
    The copy is a snapshot, even while others write. The file is written under another name and renamed at the \
    end, so DEST is never half a copy. An existing file at DEST is kept, unless --replace is given. JSON is \
    {"source":…,"destination":…,"pages":…,"bytes":…}.
    """,
    "With --vacuum, the copy omits the space of deleted rows. 'copy' and 'backup' are the same for files.",
  ]
  static let arguments: [CommandSyntax.Argument] = [
    .database, .init(name: "DEST", help: "The path of the copy; a new file.", isFile: true),
  ]
  static let options = [replace.syntax, vacuum.syntax, CommonOptions.json.syntax]

  private static let vacuum = Option(
    flag: "vacuum",
    help: "Omits the space of deleted rows."
  )
  private static let replace = Option(flag: "replace", help: "Replaces the file at DEST.")

  /// The file to copy.
  let source: String
  /// The path of the copy.
  let destination: String
  /// Whether an existing file at the path is replaced.
  let replaces: Bool
  /// Whether the copy has no free space.
  let vacuums: Bool

  /// Whether an option was given that applies only to files.
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
    let code = try await runUntilStopped(context.events(), stopsOnClosedOutput: false) {
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
        message: "A file already exists at \(destination). Give another path, or --replace."
      )
    }
    guard !isSameFile(source, destination) else {
      throw CommandFailure(message: "A database cannot be copied onto itself. Give another path.")
    }
  }

  private func copy(_ file: DatabaseFile, to path: String, _ context: CommandContext) async throws {
    let database = try file.openForReading()
    try await database.closing {
      guard !vacuums else { return try await database.vacuum(into: path) }
      let copy = try DatabaseQueue(path: path, configuration: Self.configuration)
      let note = context.progress("Copying", unit: "pages", besidesOutput: true)
      try await copy.closing {
        try await database.backup(to: copy) { progress in
          try note?.update(completed: progress.completedPageCount, total: progress.totalPageCount)
        }
      }
      try note?.end()
    }
  }

  private func pageCount(of path: String) async throws -> Int {
    let copy = try DatabaseQueue(path: path, configuration: Self.configuration)
    return try await copy.closing {
      let pages = try await copy.read { db in try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0 }
      try await copy.writeWithoutTransaction { db in
        // Make it a single file: a copy in WAL mode would have a log next to it.
        _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
      }
      return pages
    }
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

/// Returns whether two paths refer to the same file.
private func isSameFile(_ left: String, _ right: String) -> Bool {
  let paths = [left, right].map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
  return paths[0] == paths[1]
}

/// The report of `livesql copy`.
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
