import DatabaseTypes
import SQLite
public import SQLiteDatabase

extension DatabaseQueue {
  /// Makes a database in memory with the content of another.
  ///
  /// - Parameters:
  ///   - source: The database that is copied.
  ///   - configuration: How the copy is used; as the source's unless given.
  /// - Throws: ``DatabaseError``.
  public convenience init(copyOf source: any DatabaseReader, configuration: Configuration? = nil)
    throws
  {
    try self.init(configuration: configuration ?? source.configuration)
    try source.backup(to: self, pagesPerStep: nil)
  }

  /// Makes a database in memory with the content of a file, which stays as it is.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - configuration: How the copy is used.
  /// - Throws: ``DatabaseError`` with `.cannotOpen` or `.notADatabase` for the file.
  public static func inMemoryCopy(
    fromPath path: String,
    configuration: Configuration = Configuration()
  ) throws -> DatabaseQueue {
    let source = try DatabaseQueue(source: path, configuration)
    return try DatabaseQueue(copyOf: source, configuration: configuration)
  }

  /// Makes a database in memory of the bytes of a database file.
  ///
  /// - Parameters:
  ///   - bytes: What ``DatabaseReader/serialize()`` gave, or a whole file. None at all are an empty database.
  ///   - configuration: How the database is used.
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
  /// The database as the bytes that its file would have.
  ///
  /// - Returns: All of one moment, in memory.
  /// - Throws: ``DatabaseError``; with `.missingCapability` where SQLite was built without it.
  ///
  /// https://www.sqlite.org/c3ref/serialize.html
  public func serialize() throws -> [UInt8] {
    try read { db in try db.serialize() }
  }

  /// The database as the bytes that its file would have.
  ///
  /// - Returns: All of one moment, in memory.
  /// - Throws: ``DatabaseError``; with `.missingCapability` where SQLite was built without it.
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
