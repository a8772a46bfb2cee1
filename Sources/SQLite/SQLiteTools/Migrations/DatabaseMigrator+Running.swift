import DatabaseTypes
import SQLite
public import SQLiteDatabase

extension DatabaseMigrator {
  /// Runs the migrations that a database still needs, in the order of their registration.
  ///
  /// No one else reads or writes the database meanwhile. The first error ends the run: the failed
  /// migration is rolled back, and those before it stay. If all migrations have run before, nothing
  /// is written.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - target: The last migration to run; all migrations run unless given.
  ///   - progress: Called before and after each migration; it must not use the database.
  /// - Throws: An error of a migration; ``DatabaseError`` with `.foreignKey` if a migration breaks
  ///   foreign keys, with `.migration` if an identifier is not registered or registered twice.
  public func migrate(
    _ database: any DatabaseWriter,
    upTo target: String? = nil,
    progress: (MigrationProgress) -> Void = { _ in }
  ) throws {
    try database.barrierWriteWithoutTransaction { db in
      try migrate(db, upTo: target, progress)
    }
  }

  /// Runs the migrations that a database still needs, in the order of their registration.
  ///
  /// See the synchronous form for details. Cancelling the task ends the run: the current migration
  /// is rolled back, and those before it stay.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - target: The last migration to run; all migrations run unless given.
  ///   - progress: Called before and after each migration, on the database's thread; it must not
  ///     use the database.
  /// - Throws: An error of a migration, ``DatabaseError``, or `CancellationError`.
  public func migrate(
    _ database: any DatabaseWriter,
    upTo target: String? = nil,
    progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
  ) async throws {
    try await database.barrierWriteWithoutTransaction { db in
      try migrate(db, upTo: target, progress)
    }
  }

  /// Schedules the migrations that a database still needs, and returns immediately.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - completion: Called on the database's thread while no one else uses the database, with the
  ///     migrated database or the error that ended the migrations.
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
    // SQLite ignores this option within a transaction.
    // https://www.sqlite.org/pragma.html#pragma_foreign_keys
    try db.withOption(.foreignKeys, false) {
      try db.transaction(.immediate) { try apply(db, checking: foreignKeyChecks == .deferred) }
    }
  }

  private func apply(_ db: Database, checking checksForeignKeys: Bool) throws {
    try MigrationTable.create(db)
    let applied = try MigrationTable.identifiers(db)
    // Another process may have run the migration while this one waited for the lock.
    guard !applied.contains(identifier) else { return }
    let merged = merging.intersection(applied)
    if checksForeignKeys {
      let touched = try db.recordingTouchedTables { try body(db, merged) }
      try db.checkForeignKeys(
        of: touched,
        messagePrefix: "The migration “\(identifier)” violates a foreign key and was rolled back. "
      )
    } else {
      try body(db, merged)
    }
    try MigrationTable.insert(identifier, db)
    try MigrationTable.delete(merged, db)
  }
}

extension Database {
  /// Runs a closure, and throws `CancellationError` if the cancellation of the task interrupted it.
  fileprivate func cancellableMigration(_ body: () throws -> Void) throws {
    do { try body() } catch let error as DatabaseError where error.code == .interrupted {
      if cancellation?.isCancelled == true { throw CancellationError() }
      throw error
    }
  }
}
