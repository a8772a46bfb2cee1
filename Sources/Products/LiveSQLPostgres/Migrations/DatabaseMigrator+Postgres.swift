public import PostgreSQL
public import PostgreSQLDatabase
public import SQLQueries
public import SQLiteDatabase
public import SQLiteTools

/// The body of a migration on PostgreSQL.
private typealias PostgresStep =
  @Sendable (_ db: PostgresConnection, _ applied: Set<String>) throws -> Void

extension DatabaseMigrator {
  /// Registers a migration that does the same on either database.
  ///
  /// ```swift
  /// migrator.registerMigration("create reminders", onEither: { db in
  ///   try db.create(table: "reminders") { t in
  ///     t.autoIncrementedPrimaryKey("id")
  ///     t.column("title", .text).notNull()
  ///   }
  /// })
  /// ```
  ///
  /// - Parameters:
  ///   - identifier: The unique name by which the database records the migration.
  ///   - foreignKeyChecks: The time at which SQLite checks foreign keys; by default before the
  ///     commit.
  ///   - migrate: A closure that performs the migration. It must not end the transaction.
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

  /// Registers a migration that is different for each database.
  ///
  /// So an application that has used only SQLite so far can add a PostgreSQL form to its old
  /// migrations, and keep them otherwise unchanged.
  ///
  /// - Parameters:
  ///   - identifier: The unique name by which the database records the migration.
  ///   - foreignKeyChecks: The time at which SQLite checks foreign keys; by default before the
  ///     commit.
  ///   - sqlite: A closure that performs the migration on SQLite. It must not end the transaction.
  ///   - postgres: A closure that performs the migration on PostgreSQL. It must not end the
  ///     transaction.
  public mutating func registerMigration(
    _ identifier: String,
    foreignKeyChecks: ForeignKeyChecks = .deferred,
    sqlite: @escaping @Sendable (Database) throws -> Void,
    postgres: @escaping @Sendable (PostgresConnection) throws -> Void
  ) {
    registerMigration(identifier, foreignKeyChecks: foreignKeyChecks, migrate: sqlite)
    let step: PostgresStep = { db, _ in try postgres(db) }
    setOtherDatabaseStep(step)
  }

  /// Returns the same migrations, for PostgreSQL.
  ///
  /// - Throws: `PostgresDatabaseError` with `.migration` if one of them is defined only for SQLite.
  public func forPostgres() throws -> PostgresMigrator {
    var migrator = PostgresMigrator()
    for step in steps {
      guard let body = step.otherDatabaseStep as? PostgresStep else {
        throw PostgresDatabaseError(
          code: .migration,
          message:
            "The migration '\(step.identifier)' is defined only for SQLite. Register it with 'onEither:', or "
            + "with 'sqlite:' and 'postgres:'."
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

  /// Runs the migrations that have not been applied to a database, in the order of registration.
  ///
  /// Only one process at a time migrates a database; the others wait until it has finished, and
  /// then find nothing to do.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - target: The last migration to run; by default all run.
  ///   - progress: A closure that is called before and after each migration, and before waiting for
  ///     another process.
  /// - Throws: Any error that a migration throws, `PostgresError` or `PostgresDatabaseError`.
  public func migrate(
    _ database: PostgresDatabase,
    upTo target: String? = nil,
    progress: (PostgresMigrationProgress) -> Void = { _ in }
  ) throws {
    try forPostgres().migrate(database, upTo: target, progress: progress)
  }

  /// Runs the migrations that have not been applied to a database, in the order of registration.
  ///
  /// The synchronous form has more details. Cancelling the task ends the run: the current migration
  /// is rolled back, and the earlier ones stay.
  ///
  /// - Throws: Any error that a migration throws, `PostgresError`, `PostgresDatabaseError` or
  ///   `CancellationError`.
  public func migrate(
    _ database: PostgresDatabase,
    upTo target: String? = nil,
    progress: @escaping @Sendable (PostgresMigrationProgress) -> Void = { _ in }
  ) async throws {
    try await forPostgres().migrate(database, upTo: target, progress: progress)
  }
}
