import DatabaseTypes
public import SQLiteDatabase

/// The table in which a database records the migrations that it has had.
///
/// Its name and column are those of GRDB, so that a database that was migrated with GRDB continues
/// from there.
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
  /// Returns the identifiers of all migrations that the database has had, registered or not.
  public func appliedIdentifiers(_ db: Database) throws -> Set<String> {
    try MigrationTable.identifiers(db)
  }

  /// Returns the registered migrations that the database has had, in the order of their
  /// registration.
  ///
  /// - Throws: ``DatabaseError`` with `.migration` if an identifier is registered twice.
  public func appliedMigrations(_ db: Database) throws -> [String] {
    try checkRegistrations()
    let applied = try appliedIdentifiers(db)
    return migrations.filter(applied.contains)
  }

  /// Returns the registered migrations that the database has had, up to the first missing one.
  ///
  /// - Throws: ``DatabaseError`` with `.migration` if an identifier is registered twice.
  public func completedMigrations(_ db: Database) throws -> [String] {
    try checkRegistrations()
    let applied = try appliedIdentifiers(db)
    return Array(migrations.prefix(while: applied.contains))
  }

  /// Returns whether the database has had all registered migrations.
  ///
  /// - Throws: ``DatabaseError`` with `.migration` if an identifier is registered twice.
  public func hasCompletedMigrations(_ db: Database) throws -> Bool {
    try completedMigrations(db).count == registered.count
  }

  /// Returns whether the database has had a migration that is unknown here.
  ///
  /// Such a migration usually belongs to a later version of the application.
  ///
  /// - Throws: ``DatabaseError`` with `.migration` if an identifier is registered twice.
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
  /// Throws if the registered migrations contradict each other.
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
        "The migration “\(migration.identifier)” replaces “\(merged)”, which is also registered. Remove the latter."
      )
    }
  }

  /// Returns the migrations to run, and those whose replaced migrations are still recorded.
  ///
  /// - Throws: ``DatabaseError`` with `.migration` if the target is not registered, or precedes a
  ///   migration that the database has had.
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
          "The database is past “\(target)”: “\(later.identifier)”, which is registered after it, has already run."
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
