public import PostgreSQL
public import PostgreSQLDatabase
import PostgreSQLQueries
import PostgreSQLTools
public import SQLiteTools
public import TypedSQL

extension Outbox where Row.QueryOutput == Row {
  /// Creates the outbox: its tables, and the triggers that record changes from now on.
  ///
  /// It is for a migration. Call it again after a migration that changes the columns of the table
  /// or the conditions: then only the triggers are replaced, and new columns added. Whoever writes
  /// the table needs no rights to the outbox.
  ///
  /// - Parameters:
  ///   - db: The connection, in a transaction.
  ///   - consumers: The names of consumers that get all changes from the first one. A consumer that
  ///     is registered later begins with what has not been removed.
  /// - Throws: `OutboxError` with `.misuse`; `PostgresError`.
  public func create(in db: PostgresConnection, for consumers: [String] = []) throws {
    let condition = try checkedCondition()
    try run(tableDefinitions, db)
    try addColumns(db)
    try db.execute(script: triggerScript(condition, searchPath: searchPath(db)))
    try run([registration] + registrations(of: consumers), db)
  }

  /// Removes the outbox with its changes and its consumers.
  ///
  /// - Throws: `PostgresError`.
  public func drop(in db: PostgresConnection) throws {
    try run(
      [
        "DROP TABLE IF EXISTS \(table)",
        "DROP FUNCTION IF EXISTS \(qualified(tableName))() CASCADE",
      ] + deregistration,
      db
    )
  }

  /// Returns the place of the last change that has a number.
  ///
  /// A new consumer reads the rows and this token in one transaction of the isolation level
  /// `repeatableRead`, and then the batches after the token. They may contain changes that the rows
  /// already show.
  ///
  /// - Throws: `OutboxError` with `.missing`; `PostgresError`.
  public func lastToken(in db: PostgresConnection) throws -> OutboxToken {
    guard let last = try number("SELECT last FROM \(outboxes) WHERE name = \(bind: name)", db)
    else { throw OutboxError.missing(name) }
    return last
  }

  /// Acknowledges the changes up to a token, and removes those that all consumers have handled.
  ///
  /// - Throws: `OutboxError` with `.missing`; `PostgresError`.
  public func acknowledge(
    _ token: OutboxToken,
    by consumer: String,
    in db: PostgresConnection
  ) throws {
    _ = try lockedPrunedToken(db)
    try run(registrations(of: [consumer]) + acknowledgement(of: token, by: consumer), db)
  }

  /// Removes a consumer, so that changes are no longer kept for it.
  ///
  /// - Throws: `OutboxError` with `.missing`; `PostgresError`.
  public func removeConsumer(_ consumer: String, in db: PostgresConnection) throws {
    _ = try lockedPrunedToken(db)
    try run(removal(of: consumer), db)
  }

  /// Returns the changes after a token, in batches, and then those of each further commit.
  ///
  /// While it waits, it holds a connection that listens; this needs a session of its own, so not
  /// a pooler in transaction mode.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - token: The last change that was handled.
  ///   - batchSize: The maximum number of changes in a batch.
  public func batches(
    in database: PostgresDatabase,
    after token: OutboxToken,
    batchSize: Int = 1_000
  ) -> OutboxBatches<Row> { OutboxBatches(access(to: database), after: token, limit: batchSize) }

  /// Returns the changes after a token as lines of JSON, and then those of each further commit.
  ///
  /// While it waits, it holds a connection that listens; this needs a session of its own, so not
  /// a pooler in transaction mode.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - token: The token of the last line that was handled.
  ///   - batchSize: The maximum number of changes that are read at once.
  public func changeLines(
    in database: PostgresDatabase,
    after token: OutboxToken,
    batchSize: Int = 1_000
  ) -> OutboxLines {
    OutboxLines(OutboxBatches(lineAccess(to: database), after: token, limit: batchSize))
  }

  /// Delivers changes to a consumer until the task is cancelled or the database is closed.
  ///
  /// A batch is acknowledged after the handler has returned. If it throws, if the connection is
  /// lost, or if the process ends, the batch comes again with the next call, possibly together with
  /// later changes. One call at a time should deliver to the same consumer.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - consumer: The name of the consumer.
  ///   - batchSize: The maximum number of changes in a batch.
  ///   - waits: Whether to wait for further changes when all have been delivered.
  ///   - handler: Handles a batch.
  /// - Throws: The handler's error, `OutboxError`, `PostgresError`, `CancellationError`.
  public func deliver(
    from database: PostgresDatabase,
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
  func access(to database: PostgresDatabase) -> OutboxAccess<Row> {
    access(to: database) { token, limit, db in try changes(after: token, limit: limit, db) }
  }

  /// Returns an access whose rows are JSON.
  func lineAccess(to database: PostgresDatabase) -> OutboxAccess<String> {
    access(to: database) { token, limit, db in
      let sql = lineSelection(after: token, limit: limit).render(for: .postgres).sql
      let result = try db.execute(sql)
      let areJSON = Array(result.columns.areJSON.dropFirst(2))
      return try lines(result.values().map { $0.map(\.shownValue) }, areJSON: areJSON)
    }
  }

  /// Each of these transactions begins with a lock of the outbox's row and must see what was
  /// committed before it got the lock, so it is `readCommitted`.
  private func access<Element>(
    to database: PostgresDatabase,
    _ read:
      @escaping @Sendable (OutboxToken, Int, PostgresConnection) throws
      -> [OutboxChange<Element>]
  ) -> OutboxAccess<Element> {
    let outbox = self
    return OutboxAccess(
      changes: { token, limit in
        try await database.write(isolation: .readCommitted) { db in
          guard try token >= outbox.lockedPrunedToken(db) else {
            throw OutboxError.pruned(outbox.name)
          }
          try outbox.run([outbox.numbering], db)
          return try read(token, limit, db)
        }
      },
      position: { consumer in
        try await database.write(isolation: .readCommitted) { db in
          _ = try outbox.lockedPrunedToken(db)
          return try outbox.registeredPosition(of: consumer, db)
        }
      },
      acknowledge: { token, consumer in
        try await database.write(isolation: .readCommitted) { db in
          try outbox.acknowledge(token, by: consumer, in: db)
        }
      },
      follow: { signal in
        try OutboxListener(to: outbox.name, in: database, signal)
      }
    )
  }

  private func lockedPrunedToken(_ db: PostgresConnection) throws -> OutboxToken {
    guard try isCreated(db),
      let token = try number(
        "SELECT pruned FROM \(outboxes) WHERE name = \(bind: name) FOR UPDATE",
        db
      )
    else { throw OutboxError.missing(name) }
    return token
  }

  private func isCreated(_ db: PostgresConnection) throws -> Bool {
    let name = PostgresValue.text(outboxes.render(for: .postgres).sql)
    let result = try db.execute("SELECT to_regclass($1::text) IS NOT NULL", [name])
    return try result.first { row in try row.decode(Bool.self, at: 0) } ?? false
  }

  /// The statement that gives numbers to changes that have none.
  ///
  /// It sees only committed changes. Those of a transaction that commits later get numbers later,
  /// even if their places are lower. Where a change follows another one of the same row, the other
  /// one's transaction has committed before, or is the same; so it is seen too, and its place is
  /// lower.
  private var numbering: QueryFragment {
    """
    WITH waiting AS (\
    SELECT livesql_place, row_number() OVER (ORDER BY livesql_place) AS livesql_step \
    FROM \(table) WHERE livesql_number IS NULL\
    ), numbered AS (\
    UPDATE \(table) AS change SET livesql_number = outbox.last + waiting.livesql_step \
    FROM waiting, \(outboxes) AS outbox \
    WHERE change.livesql_place = waiting.livesql_place AND outbox.name = \(bind: name) RETURNING 1\
    ) UPDATE \(outboxes) SET last = last + (SELECT count(*) FROM numbered) \
    WHERE name = \(bind: name) AND EXISTS (SELECT 1 FROM numbered)
    """
  }
}
