import DatabaseTypes
import Foundation
import SQLiteDatabase

/// A database file as commands open it: without changing its journal mode, and never creating it.
struct DatabaseFile: Sendable {
  let path: String
  /// The key of an encrypted file; `nil` for a plain one.
  let key: EncryptionKey?

  /// Checks that the file exists.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - keyFile: The file with its key.
  ///   - canBeCreated: Whether the command has an option that creates the file.
  /// - Throws: ``CommandFailure`` with a remedy.
  init(
    path: String,
    keyFile: KeyFile? = nil,
    canBeCreated: Bool = false
  ) throws(CommandFailure) {
    self.path = path
    key = try keyFile.key()
    if path.isEmpty {
      throw CommandFailure(message: "The path of the database is empty. Give the path of a file.")
    }
    if PostgresServer.isURL(path) {
      throw CommandFailure(
        message:
          "A file is needed here, but a PostgreSQL URL was given. '\(programName) copy FILE URL' copies a "
          + "file's tables there; 'pg_dump' copies a PostgreSQL database."
      )
    }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      let create = canBeCreated ? ", or give --create to create it" : ""
      throw CommandFailure(message: "There is no file at \(path). Check the path\(create).")
    }
    if isFolder.boolValue {
      throw CommandFailure(message: "\(path) is a folder. Give the path of a database file.")
    }
  }

  /// Opens the file for reading.
  ///
  /// The connection may write if the file system allows it, because it then repairs what a crash
  /// left and cleans up at the end. Accesses still only read.
  ///
  /// - Parameter configure: Adjusts the configuration.
  func openForReading(
    _ configure: (inout Configuration) -> Void = { _ in }
  ) throws -> DatabaseQueue {
    var configuration = Self.configuration(key)
    configure(&configuration)
    configuration.readOnly = !isWritable
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Opens the file for reading and writing.
  func openForWriting() throws -> DatabaseQueue {
    try DatabaseQueue(path: path, configuration: Self.configuration(key))
  }

  /// Creates a new database.
  ///
  /// - Throws: ``CommandFailure`` if the file already exists.
  static func create(at path: String, keyFile: KeyFile? = nil) throws -> DatabaseQueue {
    if path.isEmpty { throw CommandFailure(message: "The path of the database is empty.") }
    guard !FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure(
        message: "A file already exists at \(path). Leave out --create, or give another path."
      )
    }
    var configuration = Self.configuration(try keyFile.key())
    configuration.createsFiles = true
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Removes a database whose creation failed, with its journal files.
  static func remove(at path: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  /// Removes a database that was created for nothing: one to which nothing was written.
  static func removeIfEmpty(at path: String) {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    if attributes?[.size] as? Int == 0 { remove(at: path) }
  }

  private static func configuration(_ key: EncryptionKey?) -> Configuration {
    var configuration = Configuration()
    configuration.useKey(key)
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
