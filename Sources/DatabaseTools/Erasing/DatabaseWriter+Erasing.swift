import DatabaseTypes
public import SQLiteDatabase

extension DatabaseWriter {
  /// Empties the database: all tables with their rows, and all else, are gone for good.
  ///
  /// Nobody reads meanwhile. Observers and subscribers are told that everything changed. What connections have attached,
  /// or made as temporary, stays.
  ///
  /// - Throws: ``DatabaseError``.
  public func erase() throws {
    try barrierWriteWithoutTransaction { db in try db.erase() }
  }

  /// Empties the database: all tables with their rows, and all else, are gone for good.
  ///
  /// - Throws: ``DatabaseError`` or `CancellationError`.
  public func erase() async throws {
    try await barrierWriteWithoutTransaction { db in try db.erase() }
  }
}

extension Database {
  /// Puts an empty database in the place of this one, in one commit.
  ///
  /// `SQLITE_DBCONFIG_RESET_DATABASE` with VACUUM would do it too, but sets the schema's number back to 1: connections
  /// that knew an earlier schema of that number would go on using it, and find the file malformed. A backup counts on.
  func erase() throws {
    let pageSize = try internalRows("PRAGMA page_size", []).first?[0].integer(at: 0) ?? 4096
    var configuration = Configuration()
    // In WAL mode the page size cannot change.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA page_size = \(pageSize)") }
    let empty = try DatabaseQueue(configuration: configuration)
    try empty.unsafeRead { empty in
      try empty.copyContent(to: self, pagesPerStep: nil, progress: { _ in })
    }
  }
}
