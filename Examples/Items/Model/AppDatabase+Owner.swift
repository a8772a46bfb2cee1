import LiveSQL

extension AppDatabase {
  /// The application ID in the header of this application's files: “Item”.
  ///
  /// https://www.sqlite.org/pragma.html#pragma_application_id
  static let applicationID = 0x4974_656D

  /// Checks that a file belongs to this application before its journal mode is changed.
  static func claim(path: String, _ configuration: Configuration) throws {
    var configuration = configuration
    configuration.journalMode = .unchanged
    let database = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? database.close() }
    try claim(database)
  }

  /// Checks that a database belongs to this application, and claims an empty one.
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

  /// Returns whether an earlier version of this application created it, without an application ID.
  private static func isOwnWithoutID(_ db: Database) throws -> Bool {
    guard try Int.fetchOne(db, sql: "PRAGMA application_id") == 0 else { return false }
    let applied = try migrator.appliedIdentifiers(db)
    return try !applied.isEmpty && !migrator.hasBeenSuperseded(db)
  }
}

/// An error that reports a database of another application.
public struct ForeignDatabase: Error, CustomStringConvertible {
  /// A sentence that says what happened.
  public var description: String {
    "The file is a database of another program, and was not changed. Give another path, or the path of a file "
      + "that does not exist."
  }
}
