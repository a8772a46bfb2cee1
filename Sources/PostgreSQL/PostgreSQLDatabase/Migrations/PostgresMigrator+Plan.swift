public import DatabaseTypes
package import PostgreSQL

extension PostgresMigrator {
  /// Returns the SQL of the migrations that a database still needs.
  ///
  /// They run in a transaction that is rolled back. It takes as long as migrating does, with the
  /// same locks: others who need the tables wait. So plan on a copy of a large database. Values of
  /// sequences are not given back.
  ///
  /// - Parameter database: The database, which stays as it is.
  /// - Returns: The plan, without steps if nothing is to be done.
  /// - Throws: Any error that a migration throws, ``PostgresError``, or ``PostgresDatabaseError``
  ///   with `.migration` for a migration that cannot run in a transaction.
  public func plan(for database: PostgresDatabase) throws -> MigrationPlan {
    try checkRegistrations()
    return try database.withConnection(closingAfterwards: true) { db in try rehearse(db) }
  }

  private func rehearse(_ db: PostgresConnection) throws -> MigrationPlan {
    let applied = try PostgresMigrationTable.identifiers(db)
    let pending = try plan(upTo: nil, applied: applied).filter { !applied.contains($0.identifier) }
    var steps: [MigrationPlan.Step] = []
    try undoing(pending, db) {
      for migration in pending {
        let merged = migration.merging.intersection(applied)
        let statements = try db.recordingStatements { try migration.body(db, merged) }
        steps.append(.init(identifier: migration.identifier, recorded: statements))
      }
    }
    return MigrationPlan(steps: steps)
  }

  /// Runs all migrations in an empty schema, then a closure, and undoes everything.
  ///
  /// - Throws: Any error that a migration or the closure throws, ``PostgresError``, or
  ///   ``PostgresDatabaseError`` with `.migration` for a migration that runs outside of one.
  package func runInEmptySchema(
    of database: PostgresDatabase,
    _ check: (PostgresConnection) throws -> Void
  ) throws {
    try checkRegistrations()
    try database.withConnection(closingAfterwards: true) { db in
      try undoing(registered, db) {
        let schema = "livesql_check_\(db.processID)"
        try db.execute(script: "CREATE SCHEMA \(schema); SET LOCAL search_path TO \(schema)")
        for migration in registered { try migration.body(db, []) }
        try check(db)
      }
    }
  }

  private struct Undo: Error {}

  /// Runs a closure in a transaction that is rolled back.
  private func undoing(
    _ migrations: [PostgresMigration],
    _ db: PostgresConnection,
    _ body: () throws -> Void
  ) throws {
    if let other = migrations.first(where: { !$0.isInTransaction }) {
      throw PostgresDatabaseError(
        code: .migration,
        message:
          "The migration “\(other.identifier)” runs outside of a transaction, so it cannot be tried and undone. Run "
          + "the migrations on a copy of the database instead."
      )
    }
    do {
      try db.inTransaction { () throws -> Void in
        if let lockTimeout {
          let limit = max(1, lockTimeout.wholeMilliseconds)
          try db.execute(script: "SET LOCAL lock_timeout = \(limit)")
        }
        try body()
        throw Undo()
      }
    } catch is Undo {}
  }
}
