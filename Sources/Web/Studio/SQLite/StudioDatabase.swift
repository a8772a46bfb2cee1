import DatabaseTypes
import Foundation
import LiveEngine
import LiveQueries
import SQLiteDatabase

/// The database file that a studio shows.
struct StudioDatabase: Sendable {
  /// The file's path.
  let path: String
  /// Whether rows may be edited, and statements write.
  let isWritable: Bool
  /// The database that grids, structure and commits are read from, and that edits are written to.
  ///
  /// Statements that users write have separate connections, so that a long one blocks no
  /// grid.
  let shared: any DatabaseWriter
  /// The commits of statements that users write.
  let consoleCommits = ConsoleCommits()
  /// The live results of statements that users write: a slow one delays no grid of its commit.
  let results = LiveQueryEngine<SQLiteSource>()

  /// Opens an existing file, and keeps its journal mode.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - isWritable: Whether rows may be edited.
  ///   - prepare: Prepares each connection, such as with the key of an encrypted file.
  /// - Throws: ``DatabaseError`` that says why the file cannot be opened.
  init(
    path: String,
    isWritable: Bool,
    prepare: (@Sendable (Database) throws -> Void)? = nil
  ) throws {
    self.path = path
    self.isWritable = isWritable
    var configuration = Configuration()
    if let prepare { configuration.prepareDatabase(prepare) }
    Self.set(&configuration, path, isWritable: isWritable, label: "livesql studio")
    let hasLog =
      try prepare == nil
      ? Self.hasWriteAheadLog(path) : Self.hasWriteAheadLog(path, configuration)
    shared =
      hasLog
      ? try DatabasePool(path: path, configuration: configuration)
      : try DatabaseQueue(path: path, configuration: configuration)
  }

  func close() throws { try shared.close() }

  /// The file's name, without its folder.
  var name: String { URL(fileURLWithPath: path).lastPathComponent }

  private static func set(
    _ configuration: inout Configuration,
    _ path: String,
    isWritable: Bool,
    label: String
  ) {
    configuration.journalMode = .unchanged
    configuration.createsFiles = false
    configuration.label = label
    configuration.readOnly = !isWritable && !canWrite(path)
    configuration.prepareDatabase { db in db.add(function: SHA256.function) }
  }

  /// Whether the file system lets the file be written.
  ///
  /// A connection that only reads still repairs what a crash left, and cleans up at its end.
  private static func canWrite(_ path: String) -> Bool {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let files = FileManager.default
    return files.isWritableFile(atPath: path) && files.isWritableFile(atPath: folder)
  }

  /// Whether a file has a write-ahead log, as SQLite says, which can decrypt its header.
  private static func hasWriteAheadLog(
    _ path: String,
    _ configuration: Configuration
  ) throws -> Bool {
    var configuration = configuration
    configuration.observesExternalChanges = false
    let database = try DatabaseQueue(path: path, configuration: configuration)
    let mode = try database.unsafeRead { db in try db.pragma("journal_mode") }
    try database.close()
    return mode == "wal"
  }

  /// Whether a file has a write-ahead log, as its header says.
  /// https://www.sqlite.org/fileformat2.html
  private static func hasWriteAheadLog(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    let header = (try? file.read(upToCount: 20)) ?? Data()
    return header.count == 20 && header[18] == 2 && header[19] == 2
  }
}
