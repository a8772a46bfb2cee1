import DatabaseTypes
import SQLite
public import SQLiteDatabase

extension DatabaseMigrator {
  /// Runs the migrations that a database has not had, in the order in which they are registered.
  ///
  /// Nobody reads or writes the database meanwhile. The first error ends it: that migration is rolled back, those
  /// before it stay. Where all have run before, nothing is written.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - target: The last migration to run; all unless given.
  ///   - progress: Called before and after each migration; it must not use the database.
  /// - Throws: What a migration throws; ``DatabaseError`` with `.foreignKey` for one that breaks foreign keys, with
  ///   `.migration` for an identifier that is not registered, or is twice.
  public func migrate(
    _ database: any DatabaseWriter,
    upTo target: String? = nil,
    progress: (MigrationProgress) -> Void = { _ in }
  ) throws {
    try database.barrierWriteWithoutTransaction { db in
      try migrate(db, upTo: target, progress)
    }
  }

  /// Runs the migrations that a database has not had, in the order in which they are registered.
  ///
  /// The synchronous form tells more. Cancelling the task ends it: the migration that runs is rolled back, those before
  /// it stay.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - target: The last migration to run; all unless given.
  ///   - progress: Called before and after each migration, on the database's thread; it must not use the database.
  /// - Throws: What a migration throws, ``DatabaseError``, or `CancellationError`.
  public func migrate(
    _ database: any DatabaseWriter,
    upTo target: String? = nil,
    progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
  ) async throws {
    try await database.barrierWriteWithoutTransaction { db in
      try migrate(db, upTo: target, progress)
    }
  }

  /// Runs the migrations that a database has not had, soon, and returns at once.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - completion: Runs on the database's thread while nobody else uses it, with the database that is migrated, or with what
  ///     ended the migrations.
  public func asyncMigrate(
    _ database: any DatabaseWriter,
    completion: @escaping @Sendable (Result<Database, any Error>) -> Void
  ) {
    database.asyncBarrierWriteWithoutTransaction { result in
      completion(
        result.flatMap { db in
          Result {
            try migrate(db, upTo: nil) { _ in }
            return db
          }
        }
      )
    }
  }

  private func migrate(
    _ db: Database,
    upTo target: String?,
    _ progress: (MigrationProgress) -> Void
  ) throws {
    if eraseDatabaseOnSchemaChange, try hasSchemaChanges(db) { try db.erase() }
    try run(db, upTo: target, progress)
  }

  func run(
    _ db: Database,
    upTo target: String?,
    _ progress: (MigrationProgress) -> Void = { _ in }
  ) throws {
    let applied = try appliedIdentifiers(db)
    let plan = try plan(upTo: target, applied: applied)
    let count = plan.count(where: { !applied.contains($0.identifier) })
    var index = 0
    for migration in plan {
      if applied.contains(migration.identifier) {
        try db.transaction(.immediate) { try MigrationTable.delete(migration.merging, db) }
        continue
      }
      try db.withoutSchemaSource {
        try db.cancellableMigration {
          try migration.run(db, at: index, of: count, progress)
        }
      }
      index += 1
    }
  }
}

extension Migration {
  fileprivate func run(
    _ db: Database,
    at index: Int,
    of count: Int,
    _ progress: (MigrationProgress) -> Void
  ) throws {
    let start = ContinuousClock.now
    func report(_ phase: MigrationProgress.Phase) {
      let duration = phase == .began ? .zero : ContinuousClock.now - start
      progress(
        MigrationProgress(
          index: index,
          count: count,
          identifier: identifier,
          phase: phase,
          duration: duration
        )
      )
    }
    report(.began)
    do { try run(db) } catch {
      report(.failed)
      throw error
    }
    report(.finished)
  }

  private func run(_ db: Database) throws {
    guard foreignKeyChecks != .immediate, db.connection.option(.foreignKeys) else {
      return try db.transaction(.immediate) { try apply(db, checking: false) }
    }
    // Within the transaction SQLite would not hear of it. https://www.sqlite.org/pragma.html#pragma_foreign_keys
    try db.withOption(.foreignKeys, false) {
      try db.transaction(.immediate) { try apply(db, checking: foreignKeyChecks == .deferred) }
    }
  }

  private func apply(_ db: Database, checking checksForeignKeys: Bool) throws {
    try MigrationTable.create(db)
    let applied = try MigrationTable.identifiers(db)
    // Another process may have run it while this one waited for the lock.
    guard !applied.contains(identifier) else { return }
    let merged = merging.intersection(applied)
    if checksForeignKeys {
      let touched = try db.recordingTouchedTables { try body(db, merged) }
      try db.checkForeignKeys(
        of: touched,
        saying: "The migration “\(identifier)” breaks a foreign key and was rolled back. "
      )
    } else {
      try body(db, merged)
    }
    try MigrationTable.insert(identifier, db)
    try MigrationTable.delete(merged, db)
  }
}

extension Database {
  /// Runs a closure, and throws `CancellationError` for what the cancellation of the task interrupted.
  fileprivate func cancellableMigration(_ body: () throws -> Void) throws {
    do { try body() } catch let error as DatabaseError where error.code == .interrupted {
      if cancellation?.isCancelled == true { throw CancellationError() }
      throw error
    }
  }
}
