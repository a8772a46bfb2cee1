import DatabaseTypes
public import SQLiteDatabase
import SQLiteQueries
public import TypedSQL

extension Outbox where Row.QueryOutput == Row {
  /// Creates the outbox: its tables, and the triggers that record changes from now on.
  ///
  /// It is for a migration. Call it again after a migration that changes the columns of the table
  /// or the conditions: then only the triggers are replaced, and new columns added.
  ///
  /// - Parameters:
  ///   - db: The connection, in a transaction.
  ///   - consumers: The names of consumers that get all changes from the first one. A consumer that
  ///     is registered later begins with what has not been removed.
  /// - Throws: ``OutboxError`` with `.misuse`; `DatabaseError`.
  public func create(in db: Database, for consumers: [String] = []) throws {
    let condition = try checkedCondition()
    try run(tableDefinitions, db)
    try addColumns(db)
    try run(triggerDefinitions(condition), db)
    try run([registration] + registrations(of: consumers), db)
  }

  /// Removes the outbox with its changes and its consumers.
  ///
  /// - Throws: `DatabaseError`.
  public func drop(in db: Database) throws {
    try run(triggerNames.map { "DROP TRIGGER IF EXISTS \(qualified($0))" }, db)
    try run(["DROP TABLE IF EXISTS \(table)"] + deregistration, db)
  }

  /// Returns the place of the last change.
  ///
  /// A new consumer reads the rows and this token in one transaction, and then the batches after
  /// the token.
  ///
  /// - Throws: ``OutboxError`` with `.missing`; `DatabaseError`.
  public func lastToken(in db: Database) throws -> OutboxToken {
    let pruned = try prunedToken(db)
    let last = try number("SELECT max(\(Self.number)) FROM \(table)", db)
    return max(pruned, last ?? .start)
  }

  /// Acknowledges the changes up to a token, and removes those that all consumers have handled.
  ///
  /// - Throws: `DatabaseError`.
  public func acknowledge(_ token: OutboxToken, by consumer: String, in db: Database) throws {
    try run(registrations(of: [consumer]) + acknowledgement(of: token, by: consumer), db)
  }

  /// Removes a consumer, so that changes are no longer kept for it.
  ///
  /// - Throws: `DatabaseError`.
  public func removeConsumer(_ consumer: String, in db: Database) throws {
    try run(removal(of: consumer), db)
  }

  /// Returns the changes after a token, in batches, and then those of each further commit.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - token: The last change that was handled.
  ///   - batchSize: The maximum number of changes in a batch.
  public func batches(
    in database: some DatabaseWriter,
    after token: OutboxToken,
    batchSize: Int = 1_000
  ) -> OutboxBatches<Row> { OutboxBatches(access(to: database), after: token, limit: batchSize) }

  /// Returns the changes after a token as lines of JSON, and then those of each further commit.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - token: The token of the last line that was handled.
  ///   - batchSize: The maximum number of changes that are read at once.
  public func changeLines(
    in database: some DatabaseWriter,
    after token: OutboxToken,
    batchSize: Int = 1_000
  ) -> OutboxLines {
    OutboxLines(OutboxBatches(lineAccess(to: database), after: token, limit: batchSize))
  }

  /// Delivers changes to a consumer until the task is cancelled or the database is closed.
  ///
  /// A batch is acknowledged after the handler has returned. If it throws, or if the process ends,
  /// the batch comes again with the next call, possibly together with later changes. One call at a
  /// time should deliver to the same consumer.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - consumer: The name of the consumer.
  ///   - batchSize: The maximum number of changes in a batch.
  ///   - waits: Whether to wait for further changes when all have been delivered.
  ///   - handler: Handles a batch.
  /// - Throws: The handler's error, ``OutboxError``, `DatabaseError`, `CancellationError`.
  public func deliver(
    from database: some DatabaseWriter,
    to consumer: String,
    batchSize: Int = 1_000,
    waits: Bool = true,
    _ handler: (OutboxBatch<Row>) async throws -> Void
  ) async throws {
    try await deliver(
      through: access(to: database),
      to: consumer,
      batchSize: batchSize,
      waits: waits,
      handler
    )
  }
}

extension Outbox where Row.QueryOutput == Row {
  package func access(to database: some DatabaseWriter) -> OutboxAccess<Row> {
    access(to: database) { token, limit, db in try changes(after: token, limit: limit, db) }
  }

  /// Returns an access whose rows are JSON.
  package func lineAccess(to database: some DatabaseWriter) -> OutboxAccess<String> {
    access(to: database) { token, limit, db in try lines(after: token, limit, db) }
  }

  private func access<Element>(
    to database: some DatabaseWriter,
    _ read: @escaping @Sendable (OutboxToken, Int, Database) throws -> [OutboxChange<Element>]
  ) -> OutboxAccess<Element> {
    let outbox = self
    return OutboxAccess(
      changes: { token, limit in
        try await database.read { db in
          guard try token >= outbox.prunedToken(db) else { throw OutboxError.pruned(outbox.name) }
          return try read(token, limit, db)
        }
      },
      position: { consumer in
        try await database.write { db in
          _ = try outbox.prunedToken(db)
          return try outbox.registeredPosition(of: consumer, db)
        }
      },
      acknowledge: { token, consumer in
        try await database.write { db in try outbox.acknowledge(token, by: consumer, in: db) }
      },
      follow: { signal in
        let region = Region(table: TableName(schema: Row.schemaName ?? "main", outbox.tableName))
        return database.changeSource.subscribe(
          to: region,
          detail: .keys,
          receive: { _ in signal.raise() },
          end: { signal.end() }
        )
      }
    )
  }

  private func lines(after token: OutboxToken, _ limit: Int, _ db: Database) throws
    -> [OutboxChange<String>]
  {
    let sql = lineSelection(after: token, limit: limit).render(for: .sqlite).sql
    let rows = try DatabaseTypes.Row.fetchAll(db, sql: sql)
    return try lines(rows.map { row in Array(row.values) })
  }

  private func prunedToken(_ db: Database) throws -> OutboxToken {
    guard try db.tableExists("livesql_outboxes", in: Row.schemaName ?? "main"),
      let token = try number(
        "SELECT pruned FROM \(outboxes) WHERE name = \(bind: name)",
        db
      )
    else { throw OutboxError.missing(name) }
    return token
  }
}

extension Outbox where Row.QueryOutput == Row {
  private var tableDefinitions: [QueryFragment] {
    [
      """
      CREATE TABLE IF NOT EXISTS \(outboxes) (\
      name TEXT NOT NULL PRIMARY KEY, pruned INTEGER NOT NULL DEFAULT 0)
      """,
      """
      CREATE TABLE IF NOT EXISTS \(consumers) (outbox TEXT NOT NULL, consumer TEXT NOT NULL, \
      acknowledged INTEGER NOT NULL, PRIMARY KEY (outbox, consumer))
      """,
      """
      CREATE TABLE IF NOT EXISTS \(table) (\
      \(Self.number) INTEGER PRIMARY KEY AUTOINCREMENT, \(Self.kind) TEXT NOT NULL)
      """,
    ]
  }

  /// Adds columns without a type, which hold the values as they are in the table.
  private func addColumns(_ db: Database) throws {
    let schema = Row.schemaName ?? "main"
    let known = try db.columns(in: TableName(schema: schema, tableName)).map(\.name)
    for column in columnNames where !known.contains(where: { isSameIdentifier($0, column) }) {
      try run(["ALTER TABLE \(table) ADD COLUMN \(quote: column)"], db)
    }
  }

  private var triggerNames: [String] {
    ["insert", "update", "delete"].map { "\(tableName)_\($0)" }
  }

  private func triggerDefinitions(_ condition: QueryFragment) -> [QueryFragment] {
    // The body of a trigger names tables without a schema.
    let target: QueryFragment = "\(quote: tableName)"
    let bodies = [
      recordingInsert(into: target, if: condition),
      recordingUpdate(into: target, if: condition, collation: " COLLATE BINARY"),
      recordingDelete(into: target, if: condition),
    ]
    return zip(zip(triggerNames, ["INSERT", "UPDATE", "DELETE"]), bodies)
      .flatMap { names, body -> [QueryFragment] in
        let steps = body.map { "\($0); " as QueryFragment }.joined()
        return [
          "DROP TRIGGER IF EXISTS \(qualified(names.0))",
          """
          CREATE TRIGGER \(qualified(names.0)) AFTER \(raw: names.1) ON \(quote: Row.tableName) \
          FOR EACH ROW BEGIN \(steps)END
          """,
        ]
      }
  }
}
