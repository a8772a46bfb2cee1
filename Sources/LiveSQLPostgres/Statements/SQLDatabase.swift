public import DatabaseTools
public import DatabaseTypes
import LiveQueries
public import PostgreSQL
public import PostgreSQLDatabase
public import SQLiteDatabase

/// A database of either kind: SQLite's `DatabasePool` or `DatabaseQueue`, or a `PostgresDatabase`.
///
/// Who holds `any SQLDatabase` changes the database by a URL, and nothing else:
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
/// The closures get an ``SQLConnection``. What one of the two has alone is asked of the very database:
/// `if let pool = database as? DatabasePool { … }`.
public protocol SQLDatabase: LiveDatabase {
  /// A connection of the database.
  associatedtype Connection: SQLConnection

  /// Reads, in one transaction: all that the closure reads is of one moment.
  ///
  /// It blocks the thread until its turn, and while it reads.
  func read<Result>(_ body: (Connection) throws -> Result) throws -> Result

  /// Reads, in one transaction: all that the closure reads is of one moment.
  func read<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result

  /// Writes, in one transaction: all or nothing.
  ///
  /// It blocks the thread until its turn, and while it writes.
  func write<Result>(_ body: (Connection) throws -> Result) throws -> Result

  /// Writes, in one transaction: all or nothing.
  func write<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result

  /// Runs the migrations that the database has not had.
  ///
  /// - Throws: What a migration throws, or why it cannot be run on this database.
  func migrate(by migrator: DatabaseMigrator) throws

  /// Returns when the live queries of this database object show what was committed before the call.
  ///
  /// - Parameter limit: How long to wait; for as long as it takes unless given.
  func liveQueriesCaughtUp(within limit: Duration?) async throws

  /// Closes all connections, and refuses later accesses.
  func close() throws
}

extension DatabaseWriter {
  /// Runs the migrations that the database has not had.
  ///
  /// - Throws: What a migration throws, or `DatabaseError`.
  public func migrate(by migrator: DatabaseMigrator) throws { try migrator.migrate(self) }
}

extension DatabaseQueue: SQLDatabase {}
extension DatabasePool: SQLDatabase {}

extension PostgresDatabase: SQLDatabase {
  /// Reads, in one transaction that cannot write: all that the closure reads is of one moment.
  public func read<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
    try read(isolation: nil, body)
  }

  /// Reads, in one transaction that cannot write: all that the closure reads is of one moment.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result { try await read(isolation: nil, body) }

  /// Writes, in one transaction: all or nothing.
  public func write<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
    try write(isolation: nil, body)
  }

  /// Writes, in one transaction: all or nothing.
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result { try await write(isolation: nil, body) }

  /// Runs the migrations that the database has not had; other processes wait meanwhile.
  ///
  /// - Throws: What a migration throws, `PostgresError` or `PostgresDatabaseError`.
  public func migrate(by migrator: DatabaseMigrator) throws { try migrator.migrate(self) }
}
