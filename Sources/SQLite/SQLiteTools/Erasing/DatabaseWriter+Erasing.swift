import DatabaseTypes
public import SQLiteDatabase

extension DatabaseWriter {
  /// Removes all content of the database, for good: all tables with their rows, and everything
  /// else.
  ///
  /// No one reads meanwhile. Observers and subscribers are notified that everything changed.
  /// Attached databases and temporary objects of connections stay.
  ///
  /// - Throws: ``DatabaseError``.
  public func erase() throws {
    try barrierWriteWithoutTransaction { db in try db.erase() }
  }

  /// Removes all content of the database, for good: all tables with their rows, and everything
  /// else.
  ///
  /// - Throws: ``DatabaseError`` or `CancellationError`.
  public func erase() async throws {
    try await barrierWriteWithoutTransaction { db in try db.erase() }
  }
}

extension Database {
  /// Replaces this database with an empty one, in one commit.
  ///
  /// `SQLITE_DBCONFIG_RESET_DATABASE` with VACUUM would do so too, but it resets the schema version
  /// to 1: connections that knew an earlier schema of that version would keep using it, and find
  /// the file malformed. A backup increments the version.
  func erase() throws {
    let pageSize = try self.pageSize()
    var configuration = Configuration()
    // An encrypted database can only be copied into by one that has a key as well, of any value.
    let key =
      isEncrypted ? try EncryptionKey.raw((0..<32).map { _ in UInt8.random(in: 0...255) }) : nil
    configuration.prepareDatabase { db in
      if let key {
        try db.use(key)
        try db.execute(sql: "PRAGMA cipher_page_size = \(pageSize)")
      }
      // In WAL mode the page size cannot change.
      try db.execute(sql: "PRAGMA page_size = \(pageSize)")
    }
    let empty = try DatabaseQueue(configuration: configuration)
    try empty.unsafeRead { empty in
      try empty.copyContent(to: self, pagesPerStep: nil, progress: { _ in })
    }
  }
}
