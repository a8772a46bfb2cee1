import PostgreSQL
import PostgreSQLDatabase
public import SQLQueries
import SQLiteDatabase
public import SQLiteTools
public import TypedSQL

// Outboxes in a database of either kind. The calls for one database are preferred.

extension Outbox where Row.QueryOutput == Row {
  /// Creates the outbox: its tables, and the triggers that record changes from now on.
  ///
  /// ```swift
  /// migrator.registerMigration("outbox", onEither: { db in
  ///   try outbox.create(in: db, for: ["search"])
  /// })
  /// ```
  ///
  /// - Parameters:
  ///   - db: The connection, in a transaction.
  ///   - consumers: The names of consumers that get all changes from the first one.
  /// - Throws: `OutboxError` with `.misuse`; `DatabaseError` or `PostgresError`.
  @_disfavoredOverload
  public func create(in db: any SQLConnection, for consumers: [String] = []) throws {
    switch db {
    case let db as PostgresConnection: try create(in: db, for: consumers)
    case let db as Database: try create(in: db, for: consumers)
    default: throw Self.unknownDatabase
    }
  }

  /// Delivers changes to a consumer until the task is cancelled or the database is closed.
  ///
  /// A batch is acknowledged after the handler has returned. If it throws, or if the process ends,
  /// the batch comes again with the next call, possibly together with later changes.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - consumer: The name of the consumer.
  ///   - batchSize: The maximum number of changes in a batch.
  ///   - waits: Whether to wait for further changes when all have been delivered.
  ///   - handler: Handles a batch.
  /// - Throws: The handler's error, `OutboxError`, an error of the database, `CancellationError`.
  @_disfavoredOverload
  public func deliver(
    from database: any SQLDatabase,
    to consumer: String,
    batchSize: Int = 1_000,
    waits: Bool = true,
    _ handler: (OutboxBatch<Row>) async throws -> Void
  ) async throws {
    try await deliver(
      through: eitherAccess(to: database),
      to: consumer,
      batchSize: batchSize,
      waits: waits,
      handler
    )
  }

  /// Returns the changes after a token, in batches, and then those of each further commit.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - token: The last change that was handled.
  ///   - batchSize: The maximum number of changes in a batch.
  /// - Throws: `OutboxError` with `.misuse` for a database of another library.
  @_disfavoredOverload
  public func batches(
    in database: any SQLDatabase,
    after token: OutboxToken,
    batchSize: Int = 1_000
  ) throws -> OutboxBatches<Row> {
    try OutboxBatches(eitherAccess(to: database), after: token, limit: batchSize)
  }

  /// Returns the changes after a token as lines of JSON, and then those of each further commit.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - token: The token of the last line that was handled.
  ///   - batchSize: The maximum number of changes that are read at once.
  /// - Throws: `OutboxError` with `.misuse` for a database of another library.
  @_disfavoredOverload
  public func changeLines(
    in database: any SQLDatabase,
    after token: OutboxToken,
    batchSize: Int = 1_000
  ) throws -> OutboxLines {
    if let database = database as? PostgresDatabase {
      return changeLines(in: database, after: token, batchSize: batchSize)
    }
    guard let database = database as? any DatabaseWriter else { throw Self.unknownDatabase }
    return changeLines(in: database, after: token, batchSize: batchSize)
  }

  private func eitherAccess(to database: any SQLDatabase) throws -> OutboxAccess<Row> {
    if let database = database as? PostgresDatabase { return access(to: database) }
    if let database = database as? any DatabaseWriter { return access(to: database) }
    throw Self.unknownDatabase
  }

  private static var unknownDatabase: OutboxError {
    OutboxError(
      code: .misuse,
      description: "An outbox is in a database of SQLite or PostgreSQL. Pass one of these."
    )
  }
}
