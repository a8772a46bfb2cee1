public import DatabaseTools
public import PostgreSQL
public import PostgreSQLDatabase
public import SQLiteDatabase

/// What a migration does on PostgreSQL.
private typealias PostgresStep =
  @Sendable (_ db: PostgresConnection, _ applied: Set<String>) throws -> Void

extension DatabaseMigrator {
  /// Adds a migration that does the same on either database.
  ///
  /// ```swift
  /// migrator.registerMigration("create reminders", onEither: { db in
  ///   try db.execute(sql: "CREATE TABLE reminders (id integer PRIMARY KEY, title text NOT NULL)")
  /// })
  /// ```
  ///
  /// - Parameters:
  ///   - identifier: What the database remembers of it: no two migrations may have the same.
  ///   - foreignKeyChecks: When SQLite checks foreign keys: before the commit unless given.
  ///   - migrate: What it does. It must not end the transaction.
  public mutating func registerMigration(
    _ identifier: String,
    foreignKeyChecks: ForeignKeyChecks = .deferred,
    onEither migrate: @escaping @Sendable (any SQLConnection) throws -> Void
  ) {
    registerMigration(
      identifier,
      foreignKeyChecks: foreignKeyChecks,
      sqlite: { db in try migrate(db) },
      postgres: { db in try migrate(db) }
    )
  }

  /// Adds a migration that each database does in its own way.
  ///
  /// So an application that has used SQLite so far gives its old migrations a second form, and keeps the first.
  ///
  /// - Parameters:
  ///   - identifier: What the database remembers of it: no two migrations may have the same.
  ///   - foreignKeyChecks: When SQLite checks foreign keys: before the commit unless given.
  ///   - sqlite: What it does on SQLite. It must not end the transaction.
  ///   - postgres: What it does on PostgreSQL. It must not end the transaction.
  public mutating func registerMigration(
    _ identifier: String,
    foreignKeyChecks: ForeignKeyChecks = .deferred,
    sqlite: @escaping @Sendable (Database) throws -> Void,
    postgres: @escaping @Sendable (PostgresConnection) throws -> Void
  ) {
    registerMigration(identifier, foreignKeyChecks: foreignKeyChecks, migrate: sqlite)
    let step: PostgresStep = { db, _ in try postgres(db) }
    setElsewhere(step)
  }

  /// The same migrations, for PostgreSQL.
  ///
  /// - Throws: `PostgresDatabaseError` with `.migration` where one of them says only what it does on SQLite.
  public func forPostgres() throws -> PostgresMigrator {
    var migrator = PostgresMigrator()
    for step in steps {
      guard let body = step.elsewhere as? PostgresStep else {
        throw PostgresDatabaseError(
          code: .migration,
          message:
            "The migration '\(step.identifier)' says only what it does on SQLite. Register it "
            + "with 'onEither:', or with 'sqlite:' and 'postgres:'."
        )
      }
      if step.merging.isEmpty {
        migrator.registerMigration(step.identifier) { db in try body(db, []) }
      } else {
        migrator.registerMigration(step.identifier, merging: step.merging, migrate: body)
      }
    }
    return migrator
  }

  /// Runs the migrations that a database has not had, in the order in which they are registered.
  ///
  /// One process at a time migrates a database; the others wait until it has ended, and then find nothing to do.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - target: The last migration to run; all unless given.
  ///   - progress: Called before and after each migration, and before waiting for another process.
  /// - Throws: What a migration throws, `PostgresError` or `PostgresDatabaseError`.
  public func migrate(
    _ database: PostgresDatabase,
    upTo target: String? = nil,
    progress: (PostgresMigrationProgress) -> Void = { _ in }
  ) throws {
    try forPostgres().migrate(database, upTo: target, progress: progress)
  }

  /// Runs the migrations that a database has not had, in the order in which they are registered.
  ///
  /// The synchronous form tells more. Cancelling the task ends it: the migration that runs is rolled back, those before it
  /// stay.
  ///
  /// - Throws: What a migration throws, `PostgresError`, `PostgresDatabaseError` or `CancellationError`.
  public func migrate(
    _ database: PostgresDatabase,
    upTo target: String? = nil,
    progress: @escaping @Sendable (PostgresMigrationProgress) -> Void = { _ in }
  ) async throws {
    try await forPostgres().migrate(database, upTo: target, progress: progress)
  }
}
