import LiveSQL
import LiveSQLPostgres

extension ShoppingDatabase {
  /// What stands in the header of this application's files: “Shop”.
  ///
  /// https://www.sqlite.org/pragma.html#pragma_application_id
  static let applicationID = 0x5368_6F70

  /// Makes sure that a file is this application's, before its journal is changed.
  static func claim(path: String) throws {
    var configuration = Configuration()
    configuration.journalMode = .unchanged
    let database = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? database.close() }
    try claim(database)
  }

  /// Makes sure that a database is this application's; an empty one becomes so.
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

  /// Whether an earlier version of this application made it, which did not write its name.
  private static func isOwnWithoutID(_ db: Database) throws -> Bool {
    guard try Int.fetchOne(db, sql: "PRAGMA application_id") == 0 else { return false }
    let applied = try migrator.appliedIdentifiers(db)
    return try !applied.isEmpty && !migrator.hasBeenSuperseded(db)
  }
}

extension ShoppingDatabase {
  /// Makes sure that a database on a server is this application's, or that nobody has used it yet.
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

/// A database that another application uses.
public struct ForeignDatabase: Error, CustomStringConvertible {
  /// What happened, in a sentence.
  public var description: String {
    "The database is not one of ShoppingLists, and is left as it is. Give the path of another file, or of none; "
      + "or the URL of another database."
  }
}
