public import DatabaseTypes
import SQLite
public import SQLiteDatabase
public import TypedSQL

extension DatabaseMigrator {
  /// Returns the SQL of the migrations that a database still needs.
  ///
  /// ```swift
  /// print(try migrator.plan(for: database).sql)
  /// ```
  ///
  /// The migrations run in a transaction that is rolled back, without enforcing or checking foreign
  /// keys. It takes as long as migrating does, and no one else reads or writes the database
  /// meanwhile. What their closures do outside of the database is done.
  ///
  /// - Parameter database: The database, which stays as it is.
  /// - Returns: The plan, without steps if nothing is to be done.
  /// - Throws: An error of a migration, or ``DatabaseError``.
  public func plan(for database: any DatabaseWriter) throws -> MigrationPlan {
    try database.barrierWriteWithoutTransaction { db in try rehearse(db) }
  }

  /// Returns the SQL of the migrations that a database still needs.
  ///
  /// See the synchronous form for details.
  ///
  /// - Parameter database: The database, which stays as it is.
  /// - Returns: The plan, without steps if nothing is to be done.
  /// - Throws: An error of a migration, ``DatabaseError``, or `CancellationError`.
  public func plan(for database: any DatabaseWriter) async throws -> MigrationPlan {
    try await database.barrierWriteWithoutTransaction { db in try rehearse(db) }
  }

  private func rehearse(_ db: Database) throws -> MigrationPlan {
    let applied = try appliedIdentifiers(db)
    let pending = try plan(upTo: nil, applied: applied).filter { !applied.contains($0.identifier) }
    var steps: [MigrationPlan.Step] = []
    // SQLite ignores this option within a transaction.
    // https://www.sqlite.org/pragma.html#pragma_foreign_keys
    try db.withoutSchemaSource {
      try db.withOption(.foreignKeys, false) {
        try db.inTransaction(.immediate) {
          for migration in pending {
            let merged = migration.merging.intersection(applied)
            let statements = try db.recordingStatements { try migration.body(db, merged) }
            steps.append(.init(identifier: migration.identifier, recorded: statements))
          }
          return .rollback
        }
      }
    }
    return MigrationPlan(steps: steps)
  }
}

extension DatabaseMigrator {
  /// Checks, for tests, that the migrations lead from an empty database to the tables of types.
  ///
  /// ```swift
  /// @Test func `the migrations create the tables of all types`() throws {
  ///   try AppDatabase.migrator.check([Reminder.self, RemindersList.self])
  /// }
  /// ```
  ///
  /// They run in an empty database in memory, whose schema is then compared. Files that the
  /// configuration attaches are replaced by empty databases too.
  ///
  /// - Parameters:
  ///   - tables: The types.
  ///   - configuration: The configuration of the application's database, if its migrations need
  ///     its functions, collations or attached databases.
  /// - Throws: ``SchemaMismatch`` with every difference and its fix; an error of a migration, or
  ///   ``DatabaseError``.
  public func check(
    _ tables: [any Table.Type],
    configuration: Configuration = Configuration()
  ) throws {
    let database = try DatabaseQueue(configuration: configuration.forComparison)
    var migrator = self
    migrator.eraseDatabaseOnSchemaChange = false
    try database.writeWithoutTransaction { db in try db.emptyAttachedDatabases() }
    try migrator.migrate(database)
    try database.validateSchema(tables)
  }
}
