import DatabaseTypes
import Foundation
import SQLite

/// The settings with which connections are opened.
struct DatabaseOpening {
  let path: String
  let configuration: Configuration
  var flags: OpenFlags

  init(path: String, configuration: Configuration, flags: OpenFlags = []) {
    self.path = path
    self.configuration = configuration
    self.flags = flags
  }

  /// Returns the location of a connection's content.
  func content(of database: Database) -> DatabaseContent {
    DatabaseContent(
      path: path,
      file: database.connection.fileName() ?? "",
      vfs: configuration.vfs
    )
  }

  /// The name of memory that other objects can open; `nil` for files and private memory.
  var sharedMemoryName: String? {
    let name = path.hasPrefix("file:") ? path.dropFirst(5).prefix { $0 != "?" } : path[...]
    let isFile = configuration.vfs != "memdb" && !path.contains("vfs=memdb")
    let content = DatabaseContent(
      path: path,
      file: isFile ? "" : String(name),
      vfs: configuration.vfs
    )
    guard case .sharedMemory(let name) = content else { return nil }
    return name
  }

  /// Opens the writer.
  func openWriter(source: ChangeSource) throws -> Database {
    let database = try open(
      writerAccess.union(flags),
      source: configuration.readOnly ? nil : source
    )
    try setUp(database)
    try setJournalMode(database)
    return database
  }

  private var writerAccess: OpenFlags {
    if configuration.readOnly { return .readOnly }
    return configuration.createsFiles ? [.readWrite, .create] : .readWrite
  }

  /// Opens a reader.
  ///
  /// The connection is opened for writing, since SQLite may have to repair a write-ahead log in
  /// order to read; `query_only` prevents other writes. https://www.sqlite.org/wal.html#readonly
  ///
  /// - Parameter source: The change source of the pool's writer.
  func openReader(_ source: ChangeSource) throws -> Database {
    let access: OpenFlags = configuration.readOnly ? .readOnly : .readWrite
    let schema = WriterSchemaChanges(source)
    let database = try open(access.union(flags), source: nil)
    try setUp(database)
    try execute("PRAGMA query_only = 1", database)
    database.writerSchemaChanges = schema
    return database
  }

  private func open(_ flags: OpenFlags, source: ChangeSource?) throws -> Database {
    try checkPath()
    do throws(SQLiteError) {
      let connection = try Connection(path: path, flags: flags, vfs: configuration.vfs)
      return try makeDatabase(connection, source: source)
    } catch {
      throw openingError(error, flags)
    }
  }

  private func makeDatabase(_ connection: Connection, source: ChangeSource?) throws(SQLiteError)
    -> Database
  {
    do { return try Database(connection, configuration: configuration, source: source) } catch let
      error as SQLiteError
    {
      throw error
    } catch {
      throw SQLiteError(code: .error, message: "\(error)")
    }
  }

  /// Prepares a connection, and checks whether the file is a database.
  private func setUp(_ database: Database) throws {
    do throws(SQLiteError) {
      try database.connection.setOption(.foreignKeys, configuration.foreignKeysEnabled)
      // Functions that a schema must not call are registered as such: see
      // `Configuration.trustsSchema`.
      try database.connection.setOption(.trustedSchema, true)
    } catch {
      throw database.databaseError(error)
    }
    try database.access(readOnly: false, cancellation: nil) { db in
      db.addTextFunctions()
      try configuration.prepare(db)
    }
    do throws(SQLiteError) {
      try database.unrecorded { () throws(SQLiteError) in
        try database.connection.execute("SELECT 1 FROM sqlite_master LIMIT 1")
      }
    } catch {
      throw openingError(error, flags)
    }
  }

  private func execute(_ sql: String, _ database: Database) throws {
    do throws(SQLiteError) {
      try database.unrecorded { () throws(SQLiteError) in try database.connection.execute(sql) }
    } catch {
      throw database.databaseError(error)
    }
  }

  private func setJournalMode(_ database: Database) throws {
    guard !configuration.readOnly else { return }
    let answer = try wantedJournalMode(database).flatMap { try setJournalMode($0, database) }
    let synchronous = configuration.synchronous ?? (answer == "wal" ? .normal : nil)
    if let synchronous { try execute("PRAGMA synchronous = \(synchronous.rawValue)", database) }
  }

  /// Sets the journal mode.
  ///
  /// - Returns: The resulting mode.
  private func setJournalMode(_ mode: JournalMode, _ database: Database) throws -> String? {
    let answer = try database.internalRows("PRAGMA journal_mode = \(mode.rawValue)", []).first?[0]
      .text(at: 0)
    guard answer == mode.rawValue || answer == "memory" || configuration.journalMode == .default
    else {
      throw DatabaseError(
        code: .cannotOpen,
        message:
          "The journal mode cannot be \(mode.rawValue); it is \(answer ?? "unknown"). The file system may lack "
          + "shared memory, or another connection is using the database.",
        path: path
      )
    }
    return answer
  }

  private func wantedJournalMode(_ database: Database) throws -> JournalMode? {
    switch configuration.journalMode {
    case .unchanged: return nil
    case .default:
      let isFile = database.connection.fileName().map { !$0.isEmpty } ?? false
      return isFile && !flags.contains(.memory) ? .wal : nil
    case let mode: return mode
    }
  }
}

extension DatabaseOpening {
  private func checkPath() throws {
    guard path.isEmpty else { return }
    throw DatabaseError(
      code: .cannotOpen,
      message:
        "The path of the database is empty. Pass the path of a file, or use a database in memory."
    )
  }

  /// Returns an error of opening, with the reason found in the file system.
  private func openingError(_ error: SQLiteError, _ flags: OpenFlags) -> DatabaseError {
    let general = DatabaseError(error, path: path)
    guard general.code == .cannotOpen || general.code == .readOnly || general.code == .inputOutput,
      !flags.contains(.uri), let reason = fileProblem(isCreating: flags.contains(.create))
    else { return general }
    return DatabaseError(
      code: reason.code,
      message: reason.message,
      resultCode: error.code,
      path: path
    )
  }

  private func fileProblem(isCreating: Bool) -> (code: DatabaseError.Code, message: String)? {
    let files = FileManager.default
    var isDirectory: ObjCBool = false
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    if files.fileExists(atPath: path, isDirectory: &isDirectory) {
      if isDirectory.boolValue {
        return (.cannotOpen, "The path is a folder, not a file. Pass the path of a file.")
      }
      if !files.isReadableFile(atPath: path) {
        return (
          .permission,
          "There is no permission to read the file. Run as its owner, or change its permissions."
        )
      }
      if !configuration.readOnly, !files.isWritableFile(atPath: path) {
        return (
          .permission,
          "There is no permission to write the file. Open it with `Configuration.readOnly`."
        )
      }
      return (
        .permission,
        "There is no permission to create files beside the database, which its journal needs. Change the permissions "
          + "of the folder."
      )
    }
    if !files.fileExists(atPath: folder, isDirectory: &isDirectory) {
      return (.cannotOpen, "There is no folder \(folder). Create it first.")
    }
    if !isDirectory.boolValue {
      return (.cannotOpen, "\(folder) is a file, not a folder. Check the path.")
    }
    if !isCreating {
      return (
        .cannotOpen, "There is no file at the path, and it must not be created. Check the path."
      )
    }
    return (
      .permission,
      "There is no permission to create a file in \(folder). Choose another folder, or change its permissions."
    )
  }
}
