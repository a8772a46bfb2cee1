import DatabaseTypes
import Foundation
import SQLiteDatabase

/// A database file as the commands open it: as it is, without changing its journal, and never creating one.
struct DatabaseFile: Sendable {
  let path: String

  /// Checks that there is such a file.
  ///
  /// - Throws: ``CommandFailure`` that says what to do.
  init(path: String) throws(CommandFailure) {
    self.path = path
    if path.isEmpty {
      throw CommandFailure(message: "The path of the database is empty. Give a file's path.")
    }
    if PostgresServer.isURL(path) {
      throw CommandFailure(
        message:
          "A file is needed here, and a URL of PostgreSQL's was given. '\(programName) copy FILE URL' copies a "
          + "file's tables there; 'pg_dump' copies a database of PostgreSQL's."
      )
    }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw CommandFailure(message: "There is no file at \(path). Check the path.")
    }
    if isFolder.boolValue {
      throw CommandFailure(message: "\(path) is a folder. Give the path of a database file.")
    }
  }

  /// Opens the file to read it.
  ///
  /// The connection may write where the file system lets it, as that repairs what a crash left and cleans up at
  /// the end; accesses only read all the same.
  ///
  /// - Parameter configure: Changes what is not as usual.
  func openForReading(
    _ configure: (inout Configuration) -> Void = { _ in }
  ) throws -> DatabaseQueue {
    var configuration = Self.configuration
    configure(&configuration)
    configuration.readOnly = !isWritable
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Opens the file to read and write it.
  func openForWriting() throws -> DatabaseQueue {
    try DatabaseQueue(path: path, configuration: Self.configuration)
  }

  /// Makes a new database.
  ///
  /// - Throws: ``CommandFailure`` where there is a file already.
  static func create(at path: String) throws -> DatabaseQueue {
    if path.isEmpty { throw CommandFailure(message: "The path of the database is empty.") }
    guard !FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure(
        message: "There is a file at \(path) already. Leave out --create, or give another path."
      )
    }
    var configuration = configuration
    configuration.createsFiles = true
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Removes a database that came to nothing, with the files beside it.
  static func remove(at path: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.journalMode = .unchanged
    configuration.createsFiles = false
    configuration.label = programName
    return configuration
  }

  private var isWritable: Bool {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let files = FileManager.default
    return files.isWritableFile(atPath: path) && files.isWritableFile(atPath: folder)
  }
}
