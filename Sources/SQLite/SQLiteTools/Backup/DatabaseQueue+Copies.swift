import DatabaseTypes
import SQLite
public import SQLiteDatabase

extension DatabaseQueue {
  /// Creates an in-memory database with the content of another database.
  ///
  /// - Parameters:
  ///   - source: The database to copy.
  ///   - configuration: The configuration of the copy; that of the source unless given.
  /// - Throws: ``DatabaseError``.
  public convenience init(copyOf source: any DatabaseReader, configuration: Configuration? = nil)
    throws
  {
    try self.init(configuration: configuration ?? source.configuration)
    try source.backup(to: self, pagesPerStep: nil)
  }

  /// Returns an in-memory database with the content of a file, which is not modified.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - configuration: The configuration of the copy.
  /// - Throws: ``DatabaseError`` with `.cannotOpen` or `.notADatabase` for the file.
  public static func inMemoryCopy(
    fromPath path: String,
    configuration: Configuration = Configuration()
  ) throws -> DatabaseQueue {
    let source = try DatabaseQueue(source: path, configuration)
    return try DatabaseQueue(copyOf: source, configuration: configuration)
  }

  /// Creates an in-memory database from the bytes of a database file.
  ///
  /// - Parameters:
  ///   - bytes: The result of ``DatabaseReader/serialize()``, or a whole file. No bytes give an
  ///     empty database.
  ///   - configuration: The configuration of the database.
  /// - Throws: ``DatabaseError`` with `.notADatabase` or `.corrupt` for other bytes.
  public convenience init(
    deserializing bytes: [UInt8],
    configuration: Configuration = Configuration()
  ) throws {
    try self.init(configuration: configuration)
    try writer.sync { db in
      try db.direct { connection in
        try connection.deserialize(bytes)
        try connection.execute("SELECT 1 FROM sqlite_master LIMIT 1")
      }
      db.didReplaceContent()
    }
  }
}

extension DatabaseReader {
  /// Returns the database as the bytes that its file would have.
  ///
  /// - Returns: A snapshot of the database, in memory.
  /// - Throws: ``DatabaseError``; with `.missingCapability` if SQLite was built without
  ///   serialization.
  ///
  /// https://www.sqlite.org/c3ref/serialize.html
  public func serialize() throws -> [UInt8] {
    try read { db in try db.serialize() }
  }

  /// Returns the database as the bytes that its file would have.
  ///
  /// - Returns: A snapshot of the database, in memory.
  /// - Throws: ``DatabaseError``; with `.missingCapability` if SQLite was built without
  ///   serialization.
  public func serialize() async throws -> [UInt8] {
    try await read { db in try db.serialize() }
  }
}

extension Database {
  fileprivate func serialize() throws -> [UInt8] {
    guard Capability.serialization.isAvailable else {
      throw DatabaseError(code: .missingCapability, message: Capability.serialization.advice)
    }
    return try direct { try $0.serialize() }
  }
}
