public import PostgreSQL

/// The table in which a database remembers which migrations it has had.
enum PostgresMigrationTable {
  /// The key of the lock that one process at a time has while it migrates.
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
  /// The identifiers of all migrations that the database has had, registered or not.
  public func appliedIdentifiers(_ db: PostgresConnection) throws -> Set<String> {
    try PostgresMigrationTable.identifiers(db)
  }

  /// The registered migrations that the database has had, in the order in which they are registered.
  ///
  /// - Throws: ``PostgresDatabaseError`` with `.migration` where an identifier is registered twice.
  public func appliedMigrations(_ db: PostgresConnection) throws -> [String] {
    try checkRegistrations()
    let applied = try appliedIdentifiers(db)
    return migrations.filter(applied.contains)
  }

  /// The registered migrations that the database has had, up to the first that it has not.
  ///
  /// - Throws: ``PostgresDatabaseError`` with `.migration` where an identifier is registered twice.
  public func completedMigrations(_ db: PostgresConnection) throws -> [String] {
    try checkRegistrations()
    let applied = try appliedIdentifiers(db)
    return Array(migrations.prefix(while: applied.contains))
  }

  /// Whether the database has had all registered migrations.
  ///
  /// - Throws: ``PostgresDatabaseError`` with `.migration` where an identifier is registered twice.
  public func hasCompletedMigrations(_ db: PostgresConnection) throws -> Bool {
    try completedMigrations(db).count == registered.count
  }

  /// Whether the database has had a migration that is not known here, as those of a later version of the application.
  ///
  /// - Throws: ``PostgresDatabaseError`` with `.migration` where an identifier is registered twice.
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
  /// - Throws: ``PostgresDatabaseError`` with `.migration` where the target is not registered, or lies before one that the
  ///   database has had.
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
          "The database is past “\(target)”: it has had “\(later.identifier)”, which is registered after it."
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
