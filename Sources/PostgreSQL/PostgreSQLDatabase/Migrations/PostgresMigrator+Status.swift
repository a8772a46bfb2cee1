public import PostgreSQL

/// The table that records which migrations were applied to a database.
enum PostgresMigrationTable {
  /// The key of the advisory lock that a process holds while it migrates.
  static let lock: PostgresAdvisoryKey = "LiveSQL migrations"

  static func create(_ db: PostgresConnection) throws {
    try db.execute(
      """
      CREATE TABLE IF NOT EXISTS livesql_migrations (
        identifier text NOT NULL PRIMARY KEY,
        applied_at timestamptz NOT NULL DEFAULT pg_catalog.now()
      )
      """
    )
  }

  static func identifiers(_ db: PostgresConnection) throws -> Set<String> {
    let exists = try db.execute("SELECT pg_catalog.to_regclass('livesql_migrations') IS NOT NULL")
      .first { row in try row.decode(Bool.self, at: 0) }
    guard exists == true else { return [] }
    return Set(
      try db.execute("SELECT identifier FROM livesql_migrations")
        .map { row in try row.decode(String.self, at: 0) }
    )
  }

  static func insert(_ identifier: String, _ db: PostgresConnection) throws {
    try db.execute("INSERT INTO livesql_migrations (identifier) VALUES ($1)", [.text(identifier)])
  }

  static func delete(_ identifiers: Set<String>, _ db: PostgresConnection) throws {
    for identifier in identifiers.sorted() {
      try db.execute("DELETE FROM livesql_migrations WHERE identifier = $1", [.text(identifier)])
    }
  }
}

extension PostgresMigrator {
  /// Returns the identifiers of all applied migrations, registered or not.
  public func appliedIdentifiers(_ db: PostgresConnection) throws -> Set<String> {
    try PostgresMigrationTable.identifiers(db)
  }

  /// Returns the registered migrations that were applied, in the order of registration.
  ///
  /// - Throws: ``PostgresDatabaseError`` with `.migration` if an identifier is registered twice.
  public func appliedMigrations(_ db: PostgresConnection) throws -> [String] {
    try checkRegistrations()
    let applied = try appliedIdentifiers(db)
    return migrations.filter(applied.contains)
  }

  /// Returns the registered migrations that were applied, up to the first that was not.
  ///
  /// - Throws: ``PostgresDatabaseError`` with `.migration` if an identifier is registered twice.
  public func completedMigrations(_ db: PostgresConnection) throws -> [String] {
    try checkRegistrations()
    let applied = try appliedIdentifiers(db)
    return Array(migrations.prefix(while: applied.contains))
  }

  /// Returns whether all registered migrations were applied.
  ///
  /// - Throws: ``PostgresDatabaseError`` with `.migration` if an identifier is registered twice.
  public func hasCompletedMigrations(_ db: PostgresConnection) throws -> Bool {
    try completedMigrations(db).count == registered.count
  }

  /// Returns whether an unknown migration was applied, such as one of a later version of the
  /// application.
  ///
  /// - Throws: ``PostgresDatabaseError`` with `.migration` if an identifier is registered twice.
  public func hasBeenSuperseded(_ db: PostgresConnection) throws -> Bool {
    try checkRegistrations()
    let known = registered.reduce(into: Set<String>()) { known, migration in
      known.insert(migration.identifier)
      known.formUnion(migration.merging)
    }
    return try !appliedIdentifiers(db).isSubset(of: known)
  }
}

extension PostgresMigrator {
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

  /// Returns the migrations to run, or whose merged ones must be removed from the table.
  ///
  /// - Throws: ``PostgresDatabaseError`` with `.migration` if the target is not registered, or
  ///   precedes a migration that was already applied.
  func plan(upTo target: String?, applied: Set<String>) throws -> [PostgresMigration] {
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

  private static func error(_ message: String) -> PostgresDatabaseError {
    PostgresDatabaseError(code: .migration, message: message)
  }
}
