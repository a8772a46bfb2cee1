import PostgreSQL

extension PostgresMigrator {
  /// Runs the migrations that a database has not had, in the order in which they are registered.
  ///
  /// One process at a time migrates a database, under an advisory lock of the session; the others wait until it has ended,
  /// and then find nothing to do. Others may read and write meanwhile, as far as the locks of the migrations let them. The
  /// first error ends it: that migration is rolled back, those before it stay. The statements have no time limit.
  ///
  /// Connect directly for it: behind a pooler in transaction mode locks of sessions do not hold.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - target: The last migration to run; all unless given.
  ///   - progress: Called before and after each migration, and before waiting for another process.
  /// - Throws: What a migration throws, ``PostgreSQL/PostgresError``, or ``PostgresDatabaseError``, with `.migration` for an
  ///   identifier that is not registered, or is twice.
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

  /// Runs the migrations that a database has not had, in the order in which they are registered.
  ///
  /// The synchronous form tells more. Cancelling the task ends it: the migration that runs is rolled back, those before it
  /// stay.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - target: The last migration to run; all unless given.
  ///   - progress: Called before and after each migration, and before waiting for another process, on the connection's
  ///     thread.
  /// - Throws: What a migration throws, ``PostgreSQL/PostgresError``, ``PostgresDatabaseError`` or `CancellationError`.
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
    // Waiting for another process takes as long as its migrations do.
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
        try tellSchemaChange(db)
      }
      return
    }
    try db.inTransaction {
      if let lockTimeout {
        try db.execute(script: "SET LOCAL lock_timeout = \(max(1, lockTimeout.milliseconds))")
      }
      try migration.body(db, merged)
      try PostgresMigrationTable.insert(migration.identifier, db)
      try PostgresMigrationTable.delete(merged, db)
      try tellSchemaChange(db)
    }
  }

  /// Tells those who read the change stream that the schema is another: changes of it are not in the stream by themselves.
  ///
  /// https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-REPLICATION
  private func tellSchemaChange(_ db: PostgresConnection) throws {
    // What speaks the protocol and is not PostgreSQL may lack the function. From 17 on it has one parameter more.
    let known = """
      SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_proc WHERE proname = 'pg_logical_emit_message'
        AND pronamespace = 'pg_catalog'::pg_catalog.regnamespace)
      """
    let isThere = try db.execute(known).first { row in try row.decode(Bool.self, at: 0) }
    guard isThere == true else { return }
    try db.execute("SELECT pg_catalog.pg_logical_emit_message(true, 'livesql', 'schema')")
  }
}
