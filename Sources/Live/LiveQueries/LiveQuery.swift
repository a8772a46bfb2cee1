import DatabaseTypes
package import IncrementalQueries
public import LiveEngine
public import SQLiteDatabase

/// A query whose result is kept up to date while the database is written to.
///
/// ```swift
/// let open = database.liveQuery(
///   sql: "SELECT id, title FROM reminders WHERE NOT isCompleted ORDER BY title"
/// )
/// for try await update in open {
///   print(update.rows.count, update.difference.counts)
/// }
/// ```
///
/// The first element is the current result; each later element is a result that differs from the
/// previous one, with the difference. The query runs again when a commit, of this process or
/// another, touches a table or column that it reads. All live queries that a commit touched are
/// read in one snapshot and delivered together.
///
/// A consumer that is slower than the writers gets the newest result, with the difference from the
/// one it received last. The sequence ends when its task is cancelled and when the database is
/// closed; it throws if the query fails. A task that iterates keeps the database open.
public struct LiveQuery: Sendable {
  let database: any DatabaseWriter
  let request: LiveQueryRequest
  /// The engine that keeps it up to date; `nil` for the one of the database.
  var engine: LiveQueryEngine<SQLiteSource>?

  /// The SQL text.
  public var sql: String { request.sql }
}

extension DatabaseWriter {
  /// Returns a query whose result is kept up to date while the database is written to.
  ///
  /// Nothing is read until the query is iterated.
  ///
  /// - Parameters:
  ///   - sql: One statement that only reads.
  ///   - arguments: Values for all parameters.
  ///   - key: The columns that identify a row from one result to the next. By default these are the
  ///     primary keys of the tables whose primary key is among the result's columns, or else the
  ///     whole row.
  public func liveQuery(
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    key: [String]? = nil
  ) -> LiveQuery {
    liveQuery(sql: sql, arguments: arguments, key: key, showsAnyText: false)
  }

  /// Returns a query whose result is kept up to date, for callers that can show any stored text.
  ///
  /// - Parameter showsAnyText: Whether text that is not valid UTF-8 is returned as a blob rather
  ///   than throwing an error.
  package func liveQuery(
    sql: String,
    arguments: StatementArguments,
    key: [String]?,
    showsAnyText: Bool
  ) -> LiveQuery {
    LiveQuery(
      database: self,
      request: LiveQueryRequest(
        sql: sql,
        arguments: arguments,
        keyColumns: key,
        showsAnyText: showsAnyText
      )
    )
  }
}

extension LiveQuery: AsyncSequence {
  /// A result, and its difference from the previous one.
  public typealias Element = LiveQueryUpdate

  /// An iterator over the results.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let query: LiveQuery
    private let mailbox = LiveMailbox<LiveQueryRows>(
      endsOnFailure: true,
      isSame: LiveQueryRequest.isSame
    )
    private var subscription: LiveSubscription?

    init(_ query: LiveQuery) { self.query = query }

    /// Returns the next result; waits until there is one.
    ///
    /// - Returns: `nil` when the task is cancelled or the database is closed.
    /// - Throws: The error with which the query fails; the sequence ends with it.
    public mutating func next() async throws -> LiveQueryUpdate? {
      if subscription == nil { subscribe() }
      guard let item = try await mailbox.next() else {
        subscription?.cancel()
        return nil
      }
      let (new, old) = (item.new.value, item.old?.value.rows ?? [])
      return LiveQueryUpdate(item, rows: new.rows, layout: new.layout, after: old, key: new.key)
    }

    /// The plan by which the result is kept up to date; `nil` before the first result.
    package var plan: LivePlan? { subscription?.plan }

    /// The work that the query has done so far; `nil` before the first result.
    package var statistics: LiveQueryStatistics? { subscription?.statistics }

    private mutating func subscribe() {
      let (database, request) = (query.database, query.request.request)
      if let engine = query.engine {
        let source = SQLiteSource(database, preparesForCommits: false)
        subscription = engine.subscribe(request, in: source, mailbox)
      } else {
        subscription = LiveQueryEngine.subscribe(request, in: database, mailbox)
      }
    }
  }

  /// Creates an iterator, with its own subscription.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

extension LiveQuery {
  /// Returns the query with an engine of its own, or one that it shares with some others.
  ///
  /// All queries of an engine that a commit touched are delivered together, so a slow one delays
  /// the others. Queries of different engines do not wait for each other, unless the database has
  /// only one connection, and may show different commits for a moment.
  package func apart(in engine: LiveQueryEngine<SQLiteSource>) -> LiveQuery {
    var query = self
    query.engine = engine
    return query
  }

  /// What each commit changed in the result, for a file, a socket or another process.
  ///
  /// ```swift
  /// let reminders = database.liveQuery(sql: "SELECT id, title FROM reminders")
  /// for try await record in reminders.changeRecords {
  ///   for row in record.removed { cache.remove(row["id"]) }
  /// }
  /// ```
  ///
  /// The first record is the whole result. A consumer that is slower than the writers gets the
  /// effect of several commits in one record. Changes while nobody iterates are not recorded: an
  /// `Outbox` does that.
  public var changeRecords: AsyncMapSequence<LiveQuery, ChangeRecord> {
    map { update in ChangeRecord(update) }
  }

  /// What each commit changed in the result, as lines of JSON with their ends.
  ///
  /// These are the lines of `livesql watch --json`.
  public var changeLines: AsyncMapSequence<LiveQuery, String> {
    map { update in ChangeRecord(update).json + "\n" }
  }
}
