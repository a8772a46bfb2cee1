import DatabaseTypes
public import LiveEngine
public import SQLiteDatabase

/// A query whose result stays true while anyone writes to the database.
///
/// ```swift
/// let open = database.liveQuery(sql: "SELECT id, title FROM reminders WHERE NOT isCompleted ORDER BY title")
/// for try await update in open {
///   print(update.rows.count, update.difference.counts)
/// }
/// ```
///
/// The first element is the result as it is; each later one a result that differs from the one before, with the
/// difference. The query runs again when a commit, of this process or another, touches a table or column that it
/// reads. All live queries that a commit touched are read at one moment and told together.
///
/// A consumer that is slower than the writers gets the newest result, with the difference to the one it got last.
/// The sequence ends when its task is cancelled and when the database is closed; it throws where the query fails.
/// A task that iterates keeps the database open.
public struct LiveQuery: Sendable {
  let database: any DatabaseWriter
  let request: LiveQueryRequest

  /// The SQL text.
  public var sql: String { request.sql }
}

extension DatabaseWriter {
  /// A query whose result stays true while anyone writes to the database.
  ///
  /// Nothing is read before it is iterated.
  ///
  /// - Parameters:
  ///   - sql: One statement that only reads.
  ///   - arguments: Values for all parameters.
  ///   - key: The columns that identify a row from one result to the next. By default the primary keys of the
  ///     tables whose primary key is among the result's columns, else the whole row.
  public func liveQuery(
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    key: [String]? = nil
  ) -> LiveQuery {
    liveQuery(sql: sql, arguments: arguments, key: key, showsAnyText: false)
  }

  /// A query whose result stays true, for those who show whatever there is.
  ///
  /// - Parameter showsAnyText: Whether text that is not UTF-8 is given as a blob, and not as an error.
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
  /// A result, and how it differs from the one before.
  public typealias Element = LiveQueryUpdate

  /// Iterates over the results.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let query: LiveQuery
    private let mailbox = LiveMailbox<LiveQueryRows>(
      endsOnFailure: true,
      isSame: LiveQueryRequest.isSame
    )
    private var subscription: LiveSubscription?

    init(_ query: LiveQuery) { self.query = query }

    /// The next result; waits until there is one.
    ///
    /// - Returns: `nil` when the task is cancelled, or the database is closed.
    /// - Throws: What the query fails with; the sequence ends then.
    public mutating func next() async throws -> LiveQueryUpdate? {
      if subscription == nil { subscribe() }
      guard let item = try await mailbox.next() else {
        subscription?.cancel()
        return nil
      }
      let (new, old) = (item.new.value, item.old?.value.rows ?? [])
      return LiveQueryUpdate(item, rows: new.rows, layout: new.layout, after: old, key: new.key)
    }

    private mutating func subscribe() {
      subscription = LiveQueryEngine.subscribe(query.request.request, in: query.database, mailbox)
    }
  }

  /// Makes an iterator, with a subscription of its own.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
