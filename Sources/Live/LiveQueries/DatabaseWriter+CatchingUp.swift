import DatabaseTypes
import LiveEngine
public import SQLiteDatabase

/// The point at which a write returns: before or after live queries show it.
public enum WritePublishing: Sendable, Hashable {
  /// As soon as the transaction is committed; live queries show it a moment later.
  case afterReturning
  /// After the live queries that it touched show it and their observers have been notified.
  case beforeReturning
}

extension DatabaseWriter {
  /// Waits until the live queries of this database show everything committed before the call.
  ///
  /// A query that has just started counts as behind until it has its first result.
  ///
  /// ```swift
  /// @FetchAll(Reminder.all, database: database) var reminders
  /// try await database.write { db in
  ///   try Reminder.insert { Reminder.Draft(title: "Milk") }.execute(db)
  /// }
  /// try await database.liveQueriesCaughtUp()
  /// #expect(reminders.map(\.title) == ["Milk"])
  /// ```
  ///
  /// When it returns, properties have their values and have notified their observers, including
  /// those on the main actor, which it waits for without blocking. A sequence has its next element,
  /// which its loop takes in its own time; `observe` and views run again in theirs.
  ///
  /// It waits for commits of this database object, and for commits of other writers that this
  /// object has noticed; it does not wait for later commits, however many there are. A query that
  /// cannot be read does not delay the call: the error is in its property's `loadError`. If the
  /// database is closed, or no query is behind, it returns at once.
  ///
  /// - Parameter limit: The longest time to wait; unlimited by default.
  /// - Throws: `CancellationError`; ``LiveQueriesBehind``, which names the queries, after the
  ///   limit; a ``DatabaseError`` with `.nestedAccess` inside a transaction of this task, since the
  ///   queries may be waiting for that transaction to end.
  public func liveQueriesCaughtUp(within limit: Duration? = nil) async throws {
    if changeSource.hasTransactionOfThisTask {
      throw DatabaseError(
        code: .nestedAccess,
        message:
          "Cannot wait for live queries inside a transaction: they show it only after it is committed. Wait "
          + "after the transaction ends.",
        path: path
      )
    }
    try await LiveQueryEngine.engine(of: self).catchUp(within: limit)
  }

  /// Writes in one transaction, and returns once live queries show it if asked to.
  ///
  /// ```swift
  /// try await database.write(publishing: .beforeReturning) { db in
  ///   try Reminder.find(id).update { $0.isCompleted = true }.execute(db)
  /// }
  /// // Properties show it.
  /// ```
  ///
  /// The writer is free as soon as the transaction is committed. Only the caller waits, for the
  /// queries that the transaction touched, as ``liveQueriesCaughtUp(within:)`` does. There is no
  /// synchronous variant, since a thread that waits for the main actor may be the one that the main
  /// actor is waiting for; after a synchronous write, await ``liveQueriesCaughtUp(within:)``.
  ///
  /// - Parameters:
  ///   - publishing: Whether live queries show the write before this returns.
  ///   - body: What to write.
  /// - Returns: What `body` returns. If the task is cancelled after the commit, it still returns
  ///   this, and at once.
  /// - Throws: What `body` throws, a ``DatabaseError``, or `CancellationError`. Nothing is
  ///   committed in any of these cases.
  public func write<Result: Sendable>(
    publishing: WritePublishing,
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    guard publishing == .beforeReturning else { return try await write(body) }
    let source = changeSource
    let (number, result) = try await write { db in (source.lastNumber, try body(db)) }
    // The only possible error is a cancellation after the commit.
    try? await LiveQueryEngine.engine(of: self).catchUp(after: number)
    return result
  }
}
