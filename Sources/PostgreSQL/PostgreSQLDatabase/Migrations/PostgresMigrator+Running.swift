import DatabaseTypes
import PostgreSQL

extension PostgresMigrator {
  /// Runs the migrations that have not been applied to a database, in the order of registration.
  ///
  /// Only one process at a time migrates a database, under an advisory lock of the session; the
  /// others wait until it has finished, and then find nothing to do. Other clients may read and
  /// write meanwhile, as far as the migrations' locks permit. The first error ends the run: that
  /// migration is rolled back, and the earlier ones stay. The statements have no time limit.
  ///
  /// Connect to the server directly: behind a pooler in transaction mode, locks of sessions are not
  /// reliable.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - target: The last migration to run; by default all run.
  ///   - progress: A closure that is called before and after each migration, and before waiting for
  ///     another process.
  /// - Throws: Any error that a migration throws, ``PostgresError``, or ``PostgresDatabaseError``,
  ///   with `.migration` for an unregistered or duplicate identifier.
  public func migrate(
    _ database: PostgresDatabase,
    upTo target: String? = nil,
    progress: (PostgresMigrationProgress) -> Void = { _ in }
  ) throws {
    try checkRegistrations()
    try database.withConnection(closingAfterwards: true) { db in
      try run(db, upTo: target, progress)
    }
  }

  /// Runs the migrations that have not been applied to a database, in the order of registration.
  ///
  /// The synchronous form has more details. Cancelling the task ends the run: the current migration
  /// is rolled back, and the earlier ones stay.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - target: The last migration to run; by default all run.
  ///   - progress: A closure that is called before and after each migration, and before waiting for
  ///     another process, on the connection's thread.
  /// - Throws: Any error that a migration throws, ``PostgresError``, ``PostgresDatabaseError`` or
  ///   `CancellationError`.
  public func migrate(
    _ database: PostgresDatabase,
    upTo target: String? = nil,
    progress: @escaping @Sendable (PostgresMigrationProgress) -> Void = { _ in }
  ) async throws {
    try checkRegistrations()
    try await database.withConnection(closingAfterwards: true) { db in
      try run(db, upTo: target, progress)
    }
  }

  /// Runs the migrations on a connection that is closed afterwards.
  private func run(
    _ db: PostgresConnection,
    upTo target: String?,
    _ progress: (PostgresMigrationProgress) -> Void
  ) throws {
    // Waiting for another process takes as long as its migrations.
    try db.execute(script: "SET statement_timeout = 0; SET lock_timeout = 0")
    let isDone: Void? = try db.lockedIfFree(PostgresMigrationTable.lock) { db in
      try runLocked(db, upTo: target, progress)
    }
    if isDone != nil { return }
    progress(.waiting)
    try db.locked(PostgresMigrationTable.lock) { db in try runLocked(db, upTo: target, progress) }
  }

  private func runLocked(
    _ db: PostgresConnection,
    upTo target: String?,
    _ progress: (PostgresMigrationProgress) -> Void
  ) throws {
    let applied = try PostgresMigrationTable.identifiers(db)
    let plan = try plan(upTo: target, applied: applied)
    if !plan.isEmpty { try PostgresMigrationTable.create(db) }
    let count = plan.count(where: { !applied.contains($0.identifier) })
    var index = 0
    for migration in plan {
      if applied.contains(migration.identifier) {
        try db.inTransaction { try PostgresMigrationTable.delete(migration.merging, db) }
        continue
      }
      let step = PostgresMigrationProgress.Step(
        index: index,
        count: count,
        identifier: migration.identifier
      )
      try run(migration, step, applied, db, progress)
      index += 1
    }
  }

  private func run(
    _ migration: PostgresMigration,
    _ step: PostgresMigrationProgress.Step,
    _ applied: Set<String>,
    _ db: PostgresConnection,
    _ progress: (PostgresMigrationProgress) -> Void
  ) throws {
    let start = ContinuousClock.now
    progress(.began(step))
    do { try run(migration, applied, db) } catch {
      progress(.failed(step, ContinuousClock.now - start))
      throw error
    }
    progress(.finished(step, ContinuousClock.now - start))
  }

  private func run(
    _ migration: PostgresMigration,
    _ applied: Set<String>,
    _ db: PostgresConnection
  ) throws {
    let merged = migration.merging.intersection(applied)
    guard migration.isInTransaction else {
      try migration.body(db, merged)
      try db.inTransaction {
        try PostgresMigrationTable.insert(migration.identifier, db)
        try reportSchemaChange(db)
      }
      return
    }
    try db.inTransaction {
      if let lockTimeout {
        let limit = max(1, lockTimeout.wholeMilliseconds)
        try db.execute(script: "SET LOCAL lock_timeout = \(limit)")
      }
      try migration.body(db, merged)
      try PostgresMigrationTable.insert(migration.identifier, db)
      try PostgresMigrationTable.delete(merged, db)
      try reportSchemaChange(db)
    }
  }

  /// Notifies readers of the change stream that the schema has changed.
  ///
  /// The stream does not report this on its own.
  ///
  /// https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-REPLICATION
  private func reportSchemaChange(_ db: PostgresConnection) throws {
    // Servers that speak the protocol but are not PostgreSQL may lack the function. Since version
    // 17, it has one more parameter.
    let known = """
      SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_proc WHERE proname = 'pg_logical_emit_message'
        AND pronamespace = 'pg_catalog'::pg_catalog.regnamespace)
      """
    let isThere = try db.execute(known).first { row in try row.decode(Bool.self, at: 0) }
    guard isThere == true else { return }
    try db.execute("SELECT pg_catalog.pg_logical_emit_message(true, 'livesql', 'schema')")
  }
}
