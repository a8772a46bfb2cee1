import DatabaseTypes
public import SQLiteDatabase

/// The table in which a database remembers which migrations it has had.
///
/// Name and columns are those of GRDB, so that a database that was migrated with it goes on from where it is.
enum MigrationTable {
  static let name = TableName("grdb_migrations")

  static func create(_ db: Database) throws {
    guard try !db.tableExists(name.name, in: "main") else { return }
    try db.execute(
      sql: "CREATE TABLE main.grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"
    )
  }

  static func identifiers(_ db: Database) throws -> Set<String> {
    guard try db.tableExists(name.name, in: "main") else { return [] }
    return try String.fetchSet(db, sql: "SELECT identifier FROM main.grdb_migrations")
  }

  static func insert(_ identifier: String, _ db: Database) throws {
    try db.execute(
      sql: "INSERT INTO main.grdb_migrations (identifier) VALUES (?)",
      arguments: [identifier]
    )
  }

  static func delete(_ identifiers: Set<String>, _ db: Database) throws {
    for identifier in identifiers.sorted() {
      try db.execute(
        sql: "DELETE FROM main.grdb_migrations WHERE identifier = ?",
        arguments: [identifier]
      )
    }
  }
}

extension DatabaseMigrator {
  /// The identifiers of all migrations that the database has had, registered or not.
  public func appliedIdentifiers(_ db: Database) throws -> Set<String> {
    try MigrationTable.identifiers(db)
  }

  /// The registered migrations that the database has had, in the order in which they are registered.
  ///
  /// - Throws: ``DatabaseError`` with `.migration` where an identifier is registered twice.
  public func appliedMigrations(_ db: Database) throws -> [String] {
    try checkRegistrations()
    let applied = try appliedIdentifiers(db)
    return migrations.filter(applied.contains)
  }

  /// The registered migrations that the database has had, up to the first that it has not.
  ///
  /// - Throws: ``DatabaseError`` with `.migration` where an identifier is registered twice.
  public func completedMigrations(_ db: Database) throws -> [String] {
    try checkRegistrations()
    let applied = try appliedIdentifiers(db)
    return Array(migrations.prefix(while: applied.contains))
  }

  /// Whether the database has had all registered migrations.
  ///
  /// - Throws: ``DatabaseError`` with `.migration` where an identifier is registered twice.
  public func hasCompletedMigrations(_ db: Database) throws -> Bool {
    try completedMigrations(db).count == registered.count
  }

  /// Whether the database has had a migration that is not known here, as those of a later version of the application.
  ///
  /// - Throws: ``DatabaseError`` with `.migration` where an identifier is registered twice.
  public func hasBeenSuperseded(_ db: Database) throws -> Bool {
    try checkRegistrations()
    return try !appliedIdentifiers(db).isSubset(of: knownIdentifiers)
  }

  /// The identifiers of the registered migrations and of those that they replace.
  var knownIdentifiers: Set<String> {
    registered.reduce(into: []) { known, migration in
      known.insert(migration.identifier)
      known.formUnion(migration.merging)
    }
  }
}

extension DatabaseMigrator {
  /// Throws where the registered migrations contradict each other.
  func checkRegistrations() throws {
    var seen: Set<String> = []
    for migration in registered where !seen.insert(migration.identifier).inserted {
      throw Self.error(
        "Two migrations are registered as “\(migration.identifier)”. Give each its own identifier."
      )
    }
    for migration in registered {
      guard let merged = migration.merging.sorted().first(where: seen.contains) else { continue }
      throw Self.error(
        "The migration “\(migration.identifier)” replaces “\(merged)”, which is registered too. Remove that one."
      )
    }
  }

  /// The migrations that have to run, or whose replaced ones have to be forgotten.
  ///
  /// - Throws: ``DatabaseError`` with `.migration` where the target is not registered, or lies before one that the
  ///   database has had.
  func plan(upTo target: String?, applied: Set<String>) throws -> [Migration] {
    try checkRegistrations()
    var wanted = registered[...]
    if let target {
      guard let end = registered.firstIndex(where: { $0.identifier == target }) else {
        throw Self.error("No migration is registered as “\(target)”.")
      }
      wanted = registered[...end]
      if let later = registered[(end + 1)...].first(where: { applied.contains($0.identifier) }) {
        throw Self.error(
          "The database is past “\(target)”: it has had “\(later.identifier)”, which is registered after it."
        )
      }
    }
    return wanted.filter {
      !applied.contains($0.identifier) || !$0.merging.isDisjoint(with: applied)
    }
  }

  private static func error(_ message: String) -> DatabaseError {
    DatabaseError(code: .migration, message: message)
  }
}
