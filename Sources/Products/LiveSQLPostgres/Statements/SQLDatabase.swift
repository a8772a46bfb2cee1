public import DatabaseTypes
import LiveQueries
public import PostgreSQL
public import PostgreSQLDatabase
public import PostgreSQLQueries
import PostgreSQLTools
public import SQLQueries
public import SQLiteDatabase
public import SQLiteQueries
public import SQLiteTools
public import TypedSQL

/// A database of either kind: SQLite's `DatabasePool` or `DatabaseQueue`, or a `PostgresDatabase`.
///
/// With `any SQLDatabase`, an application changes its database by changing only the URL:
///
/// ```swift
/// let database: any SQLDatabase =
///   url.hasPrefix("postgres") ? PostgresDatabase(url) : try DatabasePool(path: url)
/// try await database.write { db in
///   try Reminder.insert { Reminder.Draft(title: "Milk") }.execute(db)
/// }
/// @FetchAll(Reminder.all, database: database) var reminders
/// ```
///
/// The closures receive an `SQLConnection`. For features that only one of the two has, cast the
/// database: `if let pool = database as? DatabasePool { … }`.
public protocol SQLDatabase: LiveDatabase {
  /// A connection of the database.
  associatedtype Connection: SQLConnection

  /// Runs a closure in a read transaction, in which everything is read from one snapshot.
  ///
  /// It blocks the thread while it waits for a connection, and while it reads.
  func read<Result>(_ body: (Connection) throws -> Result) throws -> Result

  /// Runs a closure in a read transaction, in which everything is read from one snapshot.
  func read<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result

  /// Runs a closure in a transaction that is committed as a whole, or rolled back if an error is
  /// thrown.
  ///
  /// It blocks the thread while it waits for a connection, and while it writes.
  func write<Result>(_ body: (Connection) throws -> Result) throws -> Result

  /// Runs a closure in a transaction that is committed as a whole, or rolled back if an error is
  /// thrown.
  func write<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result

  /// Runs the migrations that have not been applied to the database.
  ///
  /// - Throws: Any error that a migration throws, or an error if it cannot be run on this database.
  func migrate(by migrator: DatabaseMigrator) throws

  /// Returns the SQL of the migrations that have not been applied to the database.
  func _plan(of migrator: DatabaseMigrator) throws -> MigrationPlan

  /// Checks that migrations lead from an empty database of this kind to the tables of types.
  func _check(_ migrator: DatabaseMigrator, _ tables: [any Table.Type]) throws

  /// Checks that the tables in the database match their types.
  ///
  /// - Parameter tables: The types.
  /// - Throws: `SchemaMismatch` or `PostgresSchemaMismatch` with every difference and its fix; any
  ///   error of a read.
  func validateSchema(_ tables: [any Table.Type]) throws

  /// Checks that the tables in the database match their types.
  ///
  /// - Parameter tables: The types.
  /// - Throws: `SchemaMismatch` or `PostgresSchemaMismatch` with every difference and its fix; any
  ///   error of a read.
  func validateSchema(_ tables: [any Table.Type]) async throws

  /// Waits until the live queries of this database object show all earlier commits.
  ///
  /// - Parameter limit: The maximum time to wait; `nil` for no limit.
  func liveQueriesCaughtUp(within limit: Duration?) async throws

  /// Closes all connections, and refuses later accesses.
  func close() throws
}

extension DatabaseWriter {
  /// Runs the migrations that have not been applied to the database.
  ///
  /// - Throws: Any error that a migration throws, or `DatabaseError`.
  public func migrate(by migrator: DatabaseMigrator) throws { try migrator.migrate(self) }

  /// Returns the SQL of the migrations that have not been applied to the database.
  public func _plan(of migrator: DatabaseMigrator) throws -> MigrationPlan {
    let database: any DatabaseWriter = self
    return try migrator.plan(for: database)
  }

  /// Checks that migrations lead from an empty database of this kind to the tables of types.
  public func _check(_ migrator: DatabaseMigrator, _ tables: [any Table.Type]) throws {
    try migrator.check(tables, configuration: configuration)
  }
}

extension DatabaseQueue: SQLDatabase {}
extension DatabasePool: SQLDatabase {}

extension PostgresDatabase: SQLDatabase {
  /// Runs a closure in a read-only transaction, in which everything is read from one snapshot.
  public func read<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
    try read(isolation: nil, body)
  }

  /// Runs a closure in a read-only transaction, in which everything is read from one snapshot.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result { try await read(isolation: nil, body) }

  /// Runs a closure in a transaction that is committed as a whole, or rolled back if an error is
  /// thrown.
  public func write<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
    try write(isolation: nil, body)
  }

  /// Runs a closure in a transaction that is committed as a whole, or rolled back if an error is
  /// thrown.
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result { try await write(isolation: nil, body) }

  /// Runs the migrations that have not been applied to the database; other processes wait
  /// meanwhile.
  ///
  /// - Throws: Any error that a migration throws, `PostgresError` or `PostgresDatabaseError`.
  public func migrate(by migrator: DatabaseMigrator) throws { try migrator.migrate(self) }

  /// Returns the SQL of the migrations that have not been applied to the database.
  public func _plan(of migrator: DatabaseMigrator) throws -> MigrationPlan {
    try migrator.forPostgres().plan(for: self)
  }

  /// Checks that migrations lead from an empty database of this kind to the tables of types.
  public func _check(_ migrator: DatabaseMigrator, _ tables: [any Table.Type]) throws {
    try migrator.forPostgres().runInEmptySchema(of: self) { db in try db.validateSchema(tables) }
  }
}
