import DatabaseTypes
import SQLite
import SQLiteDatabase

/// A copy of a database into a new file with another key, or with none.
struct DatabaseExport: Sendable {
  /// The key of the copy; `nil` for a plain file.
  let key: EncryptionKey?

  /// Writes the copy to a path, which gets it whole or not at all.
  func run(from source: any DatabaseReader, to path: String) throws {
    let written = try WrittenFile(at: path, isPrivate: true)
    defer { written.discard() }
    let database = try reader(of: source)
    try database.unsafeRead { db in try write(db, to: written.partialPath) }
    try written.finish()
  }

  /// Writes the copy to a path, which gets it whole or not at all.
  func run(from source: any DatabaseReader, to path: String) async throws {
    // Files are created and opened, which no thread of the cooperative pool should wait for.
    let executor = ConnectionExecutor(label: "LiveSQL.export")
    let written = try await executor.run { try WrittenFile(at: path, isPrivate: true) }
    defer { written.discard() }
    try await write(source, to: written.partialPath)
    try Task.checkCancellation()
    try await executor.run { try written.finish() }
  }

  /// Writes the copy into an empty file.
  func write(_ source: any DatabaseReader, to path: String) async throws {
    let database = try await ConnectionExecutor(label: "LiveSQL.export").run {
      try reader(of: source)
    }
    try await database.unsafeRead { db in try write(db, to: path) }
  }

  /// Returns a connection of its own, whose writes into the copy no one observes.
  ///
  /// A database in memory has only its own.
  private func reader(of source: any DatabaseReader) throws -> any DatabaseReader {
    guard let path = source.filePath else { return source }
    // A connection that cannot write cannot create the copy either.
    var configuration = source.configuration.unobserved
    configuration.synchronous = nil
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  private func write(_ db: Database, to path: String) throws {
    try db.checkKey(key)
    try db.export(into: path, key)
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
