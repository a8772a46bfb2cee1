public import LiveEngine
public import PostgreSQL
public import TypedSQL

/// A PostgreSQL database with live queries, whose results follow everyone's commits.
///
/// It receives commits on its own thread, by default from the server's change stream, and reads the
/// rows that they touch on one connection. Writers use other connections.
///
/// ```swift
/// let live = PostgresLiveDatabase(PostgresConfiguration("postgres:///shop"))
/// for try await result in live.values(of: Reminder.where { !$0.isCompleted }.order(by: \.title)) {
///   print(result.rows.count, result.difference.counts)
/// }
/// ```
///
/// The server needs `wal_level=logical`, the role needs the REPLICATION attribute, and the
/// publication `livesql` must include all tables that are read. If something is missing, the first
/// result throws an error with the SQL to run. ``PostgresChanges`` has alternatives if these cannot
/// be provided.
public final class PostgresLiveDatabase: Sendable {
  private let source: PostgresSource
  private let engine = LiveQueryEngine<PostgresSource>()
  private let waiting = LiveQueue()

  /// Begins to read the changes of a database; returns immediately.
  ///
  /// - Parameters:
  ///   - configuration: The server, which must not be a pooler.
  ///   - changes: The source of the commits; by default the change stream.
  ///   - barrier: The commits that a result must show when the change stream is used: with
  ///     `.flushed`, all except asynchronous ones, which may be shown a little later, and until
  ///     then in part; with `.written`, all, which takes as long as the server needs to flush
  ///     asynchronous ones. With other sources, results show all commits.
  ///   - catalogIntervals: The shortest and the longest interval at which the server's catalog is
  ///     compared with what live queries rest on, to notice what no commit reports, such as another
  ///     policy or view. After a commit that a live query may show, and after a new live query, it
  ///     is compared at the shortest interval; while nothing happens, the interval doubles each
  ///     time.
  ///     A comparison costs one round trip and one short query, of a few milliseconds; if it takes
  ///     longer, all intervals are at least 50 times as long, up to 30 seconds.
  ///     ``catchUp(within:)`` always compares. With polling, nothing is compared.
  ///   - onConnect: A closure that prepares each connection that reads rows or the trigger log, for
  ///     example by `SET search_path` or `SET ROLE`: live queries see what that connection sees. It
  ///     is not called for the connection of the change stream, which reads no rows.
  ///   - log: A closure that receives messages about bugs in the library, and about poor
  ///     performance.
  public init(
    _ configuration: PostgresConfiguration,
    changes: PostgresChanges = .replication(),
    barrier: MomentBarrier = .flushed,
    catalogIntervals: ClosedRange<Duration> = .seconds(2) ... .seconds(30),
    onConnect: (@Sendable (PostgresConnection) throws -> Void)? = nil,
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    let place = PostgresChanges.Place(
      configuration: configuration,
      barrier: barrier,
      onConnect: onConnect,
      report: log
    )
    source = PostgresSource(
      configuration,
      changes: changes.make(place),
      catalogIntervals: catalogIntervals,
      onConnect: onConnect,
      report: log
    )
  }

  deinit { close() }

  /// Ends all live queries, and closes the connections; blocks until this is done.
  public func close() { source.close() }

  /// Statistics of the live queries, in the order in which they were started.
  public var statistics: [LiveQueryStatistics] { engine.statistics }

  /// Returns the results of a query: the current one, and each later one that differs from the
  /// previous.
  ///
  /// Nothing is read before the sequence is iterated. A consumer that is slower than the writers
  /// gets the newest result, with the difference from the last result that it got. The sequence
  /// ends when its task is cancelled or the database is closed.
  ///
  /// - Parameter query: A typed `SELECT`.
  public func values<Query: SelectStatement>(of query: Query) -> PostgresLiveValues<Query.Shape.Row>
  where Query.Shape.Row: Sendable {
    let described = TypedPostgresQuery<Query.Shape>(parts: query._parts, query: query.query)
    return PostgresLiveValues(engine: engine, source: source, request: described.all)
  }

  /// Waits until all live queries show all earlier commits, of all writers.
  ///
  /// If a connection was lost, it waits until there is another, for the same time at most, or for
  /// 30 seconds if there is no limit.
  ///
  /// - Parameter limit: The maximum time to wait for the queries; by default there is no limit.
  /// - Throws: ``PostgresError``, ``StreamUnavailable``, ``/LiveSQL/LiveQueriesBehind``, or
  ///   `CancellationError`.
  public func catchUp(within limit: Duration? = nil) async throws {
    let source = source
    try await withCheckedThrowingContinuation { continuation in
      waiting.run {
        continuation.resume(
          with: Result {
            try source.awaitReported(reconnectingWithin: limit ?? .seconds(30))
          }
        )
      }
    }
    try await engine.catchUp(within: limit)
  }
}

extension PostgresLiveDatabase {
  /// Returns the results of a query of SQL text: the current one, and each later one that differs
  /// from the previous.
  package func updates(of query: PostgresTextQuery) -> PostgresTextUpdates {
    PostgresTextUpdates(engine: engine, source: source, query: query)
  }

  /// Delivers the results of a request to a sink, from now on.
  package func subscribe<Value: Sendable>(
    _ request: LiveRequest<Value, PostgresSnapshotReader>,
    _ sink: any LiveSink<Value>
  ) -> LiveSubscription { engine.subscribe(request, in: source, sink) }

  /// Reads a request once, on the current thread.
  package func readOnce<Value: Sendable>(
    _ request: LiveRequest<Value, PostgresSnapshotReader>
  ) throws -> LiveReading<Value> { try source.read { db in try request.read(db) } }
}
