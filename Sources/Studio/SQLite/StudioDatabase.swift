import DatabaseTypes
import Foundation
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

  /// Opens an existing file, and keeps its journal mode.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - isWritable: Whether rows may be edited.
  /// - Throws: ``DatabaseError`` that says why the file cannot be opened.
  init(path: String, isWritable: Bool) throws {
    self.path = path
    self.isWritable = isWritable
    let configuration = Self.configuration(path, isWritable: isWritable, label: "livesql studio")
    shared =
      Self.hasWriteAheadLog(path)
      ? try DatabasePool(path: path, configuration: configuration)
      : try DatabaseQueue(path: path, configuration: configuration)
  }

  func close() throws { try shared.close() }

  /// The file's name, without its folder.
  var name: String { URL(fileURLWithPath: path).lastPathComponent }

  private static func configuration(_ path: String, isWritable: Bool, label: String)
    -> Configuration
  {
    var configuration = Configuration()
    configuration.journalMode = .unchanged
    configuration.createsFiles = false
    configuration.label = label
    configuration.readOnly = !isWritable && !canWrite(path)
    configuration.prepareDatabase { db in db.add(function: SHA256.function) }
    return configuration
  }

  /// Whether the file system lets the file be written.
  ///
  /// A connection that only reads still repairs what a crash left, and cleans up at its end.
  private static func canWrite(_ path: String) -> Bool {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let files = FileManager.default
    return files.isWritableFile(atPath: path) && files.isWritableFile(atPath: folder)
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
