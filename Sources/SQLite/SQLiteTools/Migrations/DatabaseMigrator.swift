public import SQLiteDatabase

/// The migrations of an application: the steps from an empty database to the current schema.
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
/// Each migration runs once in the lifetime of a database, in the order of registration, in its own
/// transaction. Do not change a migration after its release: add another one.
///
/// A migrator is a value: registering on a copy does not change the original.
public struct DatabaseMigrator: Sendable {
  /// A time at which foreign keys are checked when a migration runs.
  ///
  /// It has no effect if foreign keys are not enforced.
  public enum ForeignKeyChecks: Sendable, Hashable {
    /// Foreign keys are checked before the migration is committed.
    ///
    /// They are not enforced while it runs. Then the tables that it touched and the tables that
    /// refer to them are checked.
    ///
    /// This makes it possible to rebuild a table: to create it under another name, fill it, drop
    /// the old one, and rename the new one. https://www.sqlite.org/lang_altertable.html#otheralter
    case deferred
    /// Foreign keys are enforced as usual.
    case immediate
  }

  /// Whether to erase and migrate again a database whose schema differs from that of the
  /// migrations.
  ///
  /// All rows are lost, so use it only during development.
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

  /// Creates a migrator without migrations.
  public init() {}

  /// The identifiers of the migrations, in the order in which they run.
  public var migrations: [String] { registered.map(\.identifier) }

  /// Adds a migration.
  ///
  /// If an identifier is registered twice, ``migrate(_:upTo:progress:)`` throws before anything
  /// runs.
  ///
  /// - Parameters:
  ///   - identifier: The identifier that the database records; it must be unique.
  ///   - foreignKeyChecks: The time at which foreign keys are checked; before the commit unless
  ///     given.
  ///   - migrate: Performs the migration. It must not end the transaction, but may use savepoints.
  public mutating func registerMigration(
    _ identifier: String,
    foreignKeyChecks: ForeignKeyChecks = .deferred,
    migrate: @escaping @Sendable (Database) throws -> Void
  ) {
    registerMigration(identifier, foreignKeyChecks: foreignKeyChecks, merging: []) { db, _ in
      try migrate(db)
    }
  }

  /// Adds a migration that replaces earlier ones, which are no longer registered.
  ///
  /// ```swift
  /// migrator.registerMigration("first release", merging: ["v1", "v2"]) { db, applied in
  ///   if !applied.contains("v1") {
  ///     try db.execute(sql: "CREATE TABLE lists (id INTEGER PRIMARY KEY)")
  ///   }
  ///   if !applied.contains("v2") {
  ///     try db.execute(sql: "ALTER TABLE lists ADD COLUMN title TEXT")
  ///   }
  /// }
  /// ```
  ///
  /// Once it is applied, the database no longer records the migrations that it replaces.
  ///
  /// - Parameters:
  ///   - identifier: The identifier that the database records; it must be unique.
  ///   - foreignKeyChecks: The time at which foreign keys are checked; before the commit unless
  ///     given.
  ///   - merging: The identifiers of the replaced migrations.
  ///   - migrate: Performs the migration. It gets the identifiers of the replaced migrations that
  ///     were applied.
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

  /// Returns a copy whose later registrations run without enforcing or checking foreign keys.
  ///
  /// It is meant for large databases, in which the checks take too long. The migrations are then
  /// responsible for leaving no row that refers to a missing row; they can call
  /// ``Database/checkForeignKeys(in:)``.
  public func disablingDeferredForeignKeyChecks() -> DatabaseMigrator {
    var copy = self
    copy.checksDeferredForeignKeys = false
    return copy
  }
}

/// A registered migration.
struct Migration: Sendable {
  /// A way of checking foreign keys.
  enum ForeignKeyChecks { case deferred, immediate, none }

  let identifier: String
  /// The identifiers of the migrations that it replaces.
  let merging: Set<String>
  let foreignKeyChecks: ForeignKeyChecks
  let body: @Sendable (_ db: Database, _ appliedIdentifiers: Set<String>) throws -> Void
  /// The migration for another database than SQLite, in the form that its module uses.
  var otherDatabaseStep: (any Sendable)?
}

extension DatabaseMigrator {
  /// A migration, for another database than SQLite.
  package struct Step {
    /// The identifier that the database records.
    package let identifier: String
    /// The identifiers of the migrations that it replaces.
    package let merging: Set<String>
    /// The migration there; `nil` if it is defined for SQLite only.
    package let otherDatabaseStep: (any Sendable)?
  }

  /// The migrations, in the order in which they run.
  package var steps: [Step] {
    registered.map {
      Step(identifier: $0.identifier, merging: $0.merging, otherDatabaseStep: $0.otherDatabaseStep)
    }
  }

  /// Sets the form of the last registered migration for another database.
  package mutating func setOtherDatabaseStep(_ step: any Sendable) {
    guard let last = registered.indices.last else { return }
    registered[last].otherDatabaseStep = step
  }
}
