import DatabaseTypes
import LiveEngine
public import SQLiteDatabase

/// When a write returns: before or after live queries show it.
public enum WritePublishing: Sendable, Hashable {
  /// When the transaction is committed; live queries show it a moment later.
  case afterReturning
  /// When the live queries that it touched show it, and their observers have been told.
  case beforeReturning
}

extension DatabaseWriter {
  /// Returns when the live queries of this database show what was committed before the call, and their first results.
  ///
  /// ```swift
  /// @FetchAll(Reminder.all, database: database) var reminders
  /// try await database.write { db in try Reminder.insert { Reminder.Draft(title: "Milk") }.execute(db) }
  /// try await database.liveQueriesCaughtUp()
  /// #expect(reminders.map(\.title) == ["Milk"])
  /// ```
  ///
  /// Properties have their values then, and have told their observers, also those on the main actor, which it waits for
  /// without blocking it. A sequence has its next element, which its loop takes in its own time; `observe` and views run
  /// again in theirs.
  ///
  /// It waits for commits of this database object, and for those of others of which this object has heard; not for later
  /// ones, however many there are. A query that cannot be read keeps nobody waiting: its property has its `loadError`. Where
  /// the database is closed, or no query is behind, it returns at once.
  ///
  /// - Parameter limit: How long to wait; for as long as it takes unless given.
  /// - Throws: `CancellationError`; ``LiveQueriesBehind``, which names the queries, after the limit; a ``DatabaseError`` with
  ///   `.nestedAccess` within a transaction of this task, whose end the queries may wait for.
  public func liveQueriesCaughtUp(within limit: Duration? = nil) async throws {
    if changeSource.hasTransactionOfThisTask {
      throw DatabaseError(
        code: .nestedAccess,
        message:
          "Within a transaction one cannot wait for live queries, which show it when it is committed. Wait after its end.",
        path: path
      )
    }
    try await LiveQueryEngine.engine(of: self).catchUp(within: limit)
  }

  /// Writes, in one transaction, and says whether live queries are to show it before this returns.
  ///
  /// ```swift
  /// try await database.write(publishing: .beforeReturning) { db in
  ///   try Reminder.find(id).update { $0.isCompleted = true }.execute(db)
  /// }
  /// // Properties show it.
  /// ```
  ///
  /// The writer is free when the transaction is committed: only the caller waits, for the queries that the transaction
  /// touched, as ``liveQueriesCaughtUp(within:)`` does. There is no synchronous variant, since a thread that waits for the
  /// main actor may be the one that the main actor waits for; after a synchronous write await ``liveQueriesCaughtUp(within:)``.
  ///
  /// - Parameters:
  ///   - publishing: Whether live queries show it before this returns.
  ///   - body: What to write.
  /// - Returns: What `body` returns; also where the task is cancelled once the transaction is committed, at once then.
  /// - Throws: What `body` throws, a ``DatabaseError``, or `CancellationError`: nothing is committed then.
  public func write<Result: Sendable>(
    publishing: WritePublishing,
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    guard publishing == .beforeReturning else { return try await write(body) }
    let source = changeSource
    let (number, result) = try await write { db in (source.lastNumber, try body(db)) }
    // The only error is a cancellation, after the commit.
    try? await LiveQueryEngine.engine(of: self).catchUp(after: number)
    return result
  }
}
