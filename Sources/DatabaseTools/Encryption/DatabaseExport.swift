import DatabaseTypes
import Foundation
import SQLite
import SQLiteDatabase

/// A copy of a database into a new file with another key, or with none.
struct DatabaseExport: Sendable {
  /// The path of the copy.
  let path: String
  /// The key of the copy; `nil` for a plain file.
  let key: EncryptionKey?
  /// The path under which the copy is written.
  private let partialPath: String

  init(path: String, key: EncryptionKey?) {
    self.path = path
    self.key = key
    partialPath = "\(path)-\(UUID().uuidString).partial"
  }

  /// Writes the copy.
  func run(from source: any DatabaseReader) throws {
    try checkPath()
    let database = try reader(of: source)
    defer { removePartialFile() }
    try database.unsafeRead { db in try write(db) }
    try rename()
  }

  /// Writes the copy.
  func run(from source: any DatabaseReader) async throws {
    try checkPath()
    // Opening reads files, which no thread of the cooperative pool should wait for.
    let database = try await ConnectionExecutor(label: "LiveSQL.export").run {
      try reader(of: source)
    }
    defer { removePartialFile() }
    try await database.unsafeRead { db in try write(db) }
    try Task.checkCancellation()
    try rename()
  }

  /// Returns a connection of its own, whose writes into the copy no one observes.
  ///
  /// A database in memory has only its own.
  private func reader(of source: any DatabaseReader) throws -> any DatabaseReader {
    let isFile = !["", ":memory:"].contains(source.path) && !source.path.hasPrefix("file:")
    guard isFile else { return source }
    var configuration = source.configuration
    // A connection that cannot write cannot create the copy either.
    configuration.readOnly = false
    configuration.createsFiles = false
    configuration.journalMode = .unchanged
    configuration.synchronous = nil
    configuration.observesExternalChanges = false
    configuration.sharesChangedKeys = false
    return try DatabaseQueue(path: source.path, configuration: configuration)
  }

  private func write(_ db: Database) throws {
    try db.checkKey(key)
    try createPartialFile()
    try db.export(into: partialPath, key)
  }

  private func checkPath() throws(DatabaseError) {
    guard !path.isEmpty else {
      throw DatabaseError(code: .cannotOpen, message: "The path of the new file is empty.")
    }
    if Self.isThere(path) { throw existingFile }
  }

  /// Creates an empty file that only the user may read, before there is anything in it.
  private func createPartialFile() throws(DatabaseError) {
    let isCreated = FileManager.default.createFile(
      atPath: partialPath,
      contents: nil,
      attributes: [.posixPermissions: 0o600]
    )
    guard !isCreated else { return }
    throw DatabaseError(
      code: .cannotOpen,
      message:
        "No file can be created beside \(path). Check that its folder exists and may be written.",
      path: path
    )
  }

  private func rename() throws {
    // It fails if another program has created the file meanwhile.
    do { try FileManager.default.moveItem(atPath: partialPath, toPath: path) } catch {
      if Self.isThere(path) { throw existingFile }
      throw DatabaseError(
        code: .cannotOpen,
        message: "The copy cannot get its name: \(error.localizedDescription)",
        path: path
      )
    }
  }

  private func removePartialFile() {
    for suffix in ["", "-journal", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: partialPath + suffix)
    }
  }

  private var existingFile: DatabaseError {
    DatabaseError(
      code: .cannotOpen,
      message: "There is a file at \(path) already. Remove it, or choose another path."
    )
  }

  /// Whether a path has a file, also a link that leads nowhere.
  private static func isThere(_ path: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: path)) != nil
  }
}

extension Database {
  /// Copies the database into an empty file, which is attached meanwhile.
  fileprivate func export(into path: String, _ key: EncryptionKey?) throws {
    let settings = try ["user_version", "application_id", "auto_vacuum"].map {
      "PRAGMA \(Self.copySchema).\($0) = \(try pragma($0).integer(at: 0))"
    }
    try direct { connection in
      // A reader refuses all writes, including those to the new file.
      let isQueryOnly = try pragma("query_only") == 1
      if isQueryOnly { try connection.execute("PRAGMA query_only = 0") }
      defer { if isQueryOnly { try? connection.execute("PRAGMA query_only = 1") } }
      try connection.attachCopy(path, as: Self.copySchema)
      defer { try? connection.execute("DETACH \(Self.copySchema)") }
      if let key { try connection.setKey(key, schema: Self.copySchema) }
      // The space of deleted rows is managed from the first page on.
      try connection.execute(settings[2])
      try connection.execute("BEGIN")
      do {
        // All tables are read in the snapshot that begins here.
        try connection.execute("SELECT 1 FROM main.sqlite_master LIMIT 1")
        try connection.execute("SELECT sqlcipher_export('\(Self.copySchema)')")
        try connection.execute(settings[0])
        try connection.execute(settings[1])
        try connection.execute("COMMIT")
      } catch {
        try? connection.execute("ROLLBACK")
        throw error
      }
    }
  }

  private static var copySchema: String { "livesql_export" }
}

extension Connection {
  /// Attaches a file without a key: without that clause, it would have the key of the main
  /// database.
  fileprivate func attachCopy(_ path: String, as schema: String) throws(SQLiteError) {
    let statement = try Statement("ATTACH ? AS \(schema) KEY ''", on: self)
    try statement.bind(path, at: 1)
    try statement.run()
  }
}
