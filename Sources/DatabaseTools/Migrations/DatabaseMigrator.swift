public import SQLiteDatabase

/// The migrations of an application: the steps that lead from an empty database to its present schema.
///
/// ```swift
/// var migrator = DatabaseMigrator()
/// migrator.registerMigration("create lists") { db in
///   try db.execute(sql: "CREATE TABLE lists (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
/// }
/// migrator.registerMigration("colours") { db in
///   try db.execute(sql: "ALTER TABLE lists ADD COLUMN colour TEXT")
/// }
/// try migrator.migrate(database)
/// ```
///
/// Each migration runs once in the life of a database, in the order in which they are registered, in a transaction of
/// its own. A migration that was released must not change any more: add another one.
///
/// A value: registering on a copy does not change the original.
public struct DatabaseMigrator: Sendable {
  /// How foreign keys are checked while a migration runs.
  ///
  /// It does not matter where foreign keys are not enforced.
  public enum ForeignKeyChecks: Sendable, Hashable {
    /// They are not enforced while the migration runs; before it is committed, the tables that it touched, and those
    /// that refer to them, are checked.
    ///
    /// Tables can be made anew: created under another name, filled, the old one dropped, and renamed.
    /// https://www.sqlite.org/lang_altertable.html#otheralter
    case deferred
    /// They are enforced as always.
    case immediate
  }

  /// Whether a database whose schema is not the one that the migrations make is emptied, and migrated again.
  ///
  /// All its rows are lost: for development only.
  ///
  /// ```swift
  /// #if DEBUG
  ///   migrator.eraseDatabaseOnSchemaChange = true
  /// #endif
  /// ```
  ///
  /// Default: `false`.
  public var eraseDatabaseOnSchemaChange = false

  var registered: [Migration] = []
  private var checksDeferredForeignKeys = true

  /// Makes a migrator without migrations.
  public init() {}

  /// The identifiers of the migrations, in the order in which they run.
  public var migrations: [String] { registered.map(\.identifier) }

  /// Adds a migration.
  ///
  /// Registering an identifier twice is an error that ``migrate(_:upTo:progress:)``
  /// throws, before anything runs.
  ///
  /// - Parameters:
  ///   - identifier: What the database remembers of it: no two migrations may have the same.
  ///   - foreignKeyChecks: When foreign keys are checked: before the commit unless given.
  ///   - migrate: What it does. It must not end the transaction; it may use savepoints.
  public mutating func registerMigration(
    _ identifier: String,
    foreignKeyChecks: ForeignKeyChecks = .deferred,
    migrate: @escaping @Sendable (Database) throws -> Void
  ) {
    registerMigration(identifier, foreignKeyChecks: foreignKeyChecks, merging: []) { db, _ in
      try migrate(db)
    }
  }

  /// Adds a migration that takes the place of earlier ones, which are no longer registered.
  ///
  /// ```swift
  /// migrator.registerMigration("first release", merging: ["v1", "v2"]) { db, applied in
  ///   if !applied.contains("v1") { try db.execute(sql: "CREATE TABLE lists (id INTEGER PRIMARY KEY)") }
  ///   if !applied.contains("v2") { try db.execute(sql: "ALTER TABLE lists ADD COLUMN title TEXT") }
  /// }
  /// ```
  ///
  /// Once it is applied, the database forgets those that it merges.
  ///
  /// - Parameters:
  ///   - identifier: What the database remembers of it: no two migrations may have the same.
  ///   - foreignKeyChecks: When foreign keys are checked: before the commit unless given.
  ///   - merging: The identifiers of those that it replaces.
  ///   - migrate: What it does. Gets which of those were applied.
  public mutating func registerMigration(
    _ identifier: String,
    foreignKeyChecks: ForeignKeyChecks = .deferred,
    merging: Set<String>,
    migrate: @escaping @Sendable (_ db: Database, _ appliedIdentifiers: Set<String>) throws -> Void
  ) {
    let checks: Migration.ForeignKeyChecks =
      switch foreignKeyChecks {
      case .deferred: checksDeferredForeignKeys ? .deferred : .none
      case .immediate: .immediate
      }
    registered.append(
      Migration(
        identifier: identifier,
        merging: merging,
        foreignKeyChecks: checks,
        body: migrate
      )
    )
  }

  /// A copy whose later registrations are not checked at the end: foreign keys are not enforced while they run.
  ///
  /// For large databases, where checks take too long. It is up to the migrations to leave no row behind that refers to
  /// one that does not exist; ``Database/checkForeignKeys(in:)`` checks where they say so.
  public func disablingDeferredForeignKeyChecks() -> DatabaseMigrator {
    var copy = self
    copy.checksDeferredForeignKeys = false
    return copy
  }
}

/// One migration.
struct Migration: Sendable {
  /// How foreign keys are checked.
  enum ForeignKeyChecks { case deferred, immediate, none }

  let identifier: String
  /// The identifiers of those that it replaces.
  let merging: Set<String>
  let foreignKeyChecks: ForeignKeyChecks
  let body: @Sendable (_ db: Database, _ appliedIdentifiers: Set<String>) throws -> Void
  /// What it does on a database other than SQLite, as the module of that knows it.
  var elsewhere: (any Sendable)?
}

extension DatabaseMigrator {
  /// A migration, for a database other than SQLite.
  package struct Step {
    /// What the database remembers of it.
    package let identifier: String
    /// The identifiers of those that it replaces.
    package let merging: Set<String>
    /// What it does there; `nil` where it says only what it does on SQLite.
    package let elsewhere: (any Sendable)?
  }

  /// The migrations, in the order in which they run.
  package var steps: [Step] {
    registered.map {
      Step(identifier: $0.identifier, merging: $0.merging, elsewhere: $0.elsewhere)
    }
  }

  /// Says what the migration that was registered last does on another database.
  package mutating func setElsewhere(_ step: any Sendable) {
    guard let last = registered.indices.last else { return }
    registered[last].elsewhere = step
  }
}
