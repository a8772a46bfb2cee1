import LiveSQL
import LiveSQLPostgres

extension ShoppingDatabase {
  /// The application ID in the header of this application's files: “Shop”.
  ///
  /// https://www.sqlite.org/pragma.html#pragma_application_id
  static let applicationID = 0x5368_6F70

  /// Checks that a file belongs to this application, before its journal mode is changed.
  static func claim(path: String) throws {
    var configuration = Configuration()
    configuration.journalMode = .unchanged
    let database = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? database.close() }
    try claim(database)
  }

  /// Checks that a database belongs to this application; marks an empty database as its own.
  static func claim(_ database: any DatabaseWriter) throws {
    if try database.read(isOwn) { return }
    try database.write { db in
      guard try isEmpty(db) || isOwnWithoutID(db) else { throw ForeignDatabase() }
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
    }
  }

  private static func isOwn(_ db: Database) throws -> Bool {
    try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID
  }

  private static func isEmpty(_ db: Database) throws -> Bool {
    try Int.fetchOne(db, sql: "PRAGMA application_id") == 0
      && Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0
  }

  /// Whether an earlier version of this application, which wrote no ID, has created the database.
  private static func isOwnWithoutID(_ db: Database) throws -> Bool {
    guard try Int.fetchOne(db, sql: "PRAGMA application_id") == 0 else { return false }
    let applied = try migrator.appliedIdentifiers(db)
    return try !applied.isEmpty && !migrator.hasBeenSuperseded(db)
  }
}

extension ShoppingDatabase {
  /// Checks that a database on a server belongs to this application, or is empty.
  static func claim(_ server: PostgresDatabase) throws {
    let known = try migrator.forPostgres()
    let isOwn = try server.read { db in
      let applied = try known.appliedIdentifiers(db)
      if !applied.isEmpty { return try !known.hasBeenSuperseded(db) }
      return try db.readSchema().tables.isEmpty
    }
    guard isOwn else { throw ForeignDatabase() }
  }
}

/// An error: the database belongs to another application.
public struct ForeignDatabase: Error, CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    "The database is not one of ShoppingLists, and is left as it is. Give the path of another file, or of none; "
      + "or the URL of another database."
  }
}
