public import LiveEngine
public import PostgreSQL
public import TypedSQL

/// A PostgreSQL database whose queries stay true while anyone writes to it.
///
/// It hears of commits on a thread of its own, by the server's change stream unless told otherwise, and reads the rows that they
/// touch on one connection. Writers use connections of their own.
///
/// ```swift
/// let live = PostgresLiveDatabase(PostgresConfiguration("postgres:///shop"))
/// for try await result in live.values(of: Reminder.where { !$0.isCompleted }.order(by: \.title)) {
///   print(result.rows.count, result.difference.counts)
/// }
/// ```
///
/// The server needs `wal_level=logical`, the role the right REPLICATION, and the publication `livesql` has to exist, of all
/// tables that are read. What is missing is thrown by the first result, with the SQL to run. Where that cannot be had,
/// ``PostgresChanges`` has other ways.
public final class PostgresLiveDatabase: Sendable {
  private let source: PostgresSource
  private let engine = LiveQueryEngine<PostgresSource>()
  private let waiting = LiveQueue()

  /// Begins to read the changes of a database; returns at once.
  ///
  /// - Parameters:
  ///   - configuration: The server, which must not be a pooler.
  ///   - changes: What tells the commits: the change stream unless given.
  ///   - barrier: Which commits a result has to show, by the change stream: with `.flushed` all but asynchronous ones, which may be
  ///     shown a moment later; with `.written` all, which takes as long as the server needs to flush those. All others show
  ///     all.
  ///   - onConnect: What is done with each connection that reads rows or the trigger log, such as `SET search_path` or `SET ROLE`:
  ///     what live queries see is what that connection sees. The change stream has a connection without it, which reads no rows.
  ///   - log: Told of faults of the library, and of what works worse than it could.
  public init(
    _ configuration: PostgresConfiguration,
    changes: PostgresChanges = .replication(),
    barrier: MomentBarrier = .flushed,
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
      onConnect: onConnect,
      report: log
    )
  }

  deinit { close() }

  /// Ends all live queries, and closes the connections; blocks until that is done.
  public func close() { source.close() }

  /// What its live queries have done, in the order in which they came.
  public var statistics: [LiveQueryStatistics] { engine.statistics }

  /// The results of a query: the first as it is, and each later one that differs from the one before.
  ///
  /// Nothing is read before it is iterated. A consumer that is slower than the writers gets the newest result, with the
  /// difference to the one it got last. It ends when its task is cancelled and when the database is closed.
  ///
  /// - Parameter query: A typed `SELECT`.
  public func values<Query: SelectStatement>(of query: Query) -> PostgresLiveValues<Query.Shape.Row>
  where Query.Shape.Row: Sendable {
    let described = TypedPostgresQuery<Query.Shape>(parts: query._parts, query: query.query)
    return PostgresLiveValues(engine: engine, source: source, request: described.all)
  }

  /// Returns when all live queries show what was committed before, by whomever.
  ///
  /// - Parameter limit: How long to wait for the queries; for as long as it takes unless given.
  /// - Throws: ``PostgresError``, ``StreamUnavailable``, ``LiveQueriesBehind``, or `CancellationError`.
  public func catchUp(within limit: Duration? = nil) async throws {
    let source = source
    try await withCheckedThrowingContinuation { continuation in
      waiting.run { continuation.resume(with: Result { try source.awaitTold() }) }
    }
    try await engine.catchUp(within: limit)
  }
}

extension PostgresLiveDatabase {
  /// Tells a sink of the results of a request, from now on.
  package func subscribe<Value: Sendable>(
    _ request: LiveRequest<Value, PostgresSnapshotReader>,
    _ sink: any LiveSink<Value>
  ) -> LiveSubscription { engine.subscribe(request, in: source, sink) }

  /// Reads a request once, on this thread.
  package func readOnce<Value: Sendable>(
    _ request: LiveRequest<Value, PostgresSnapshotReader>
  ) throws -> LiveReading<Value> { try source.read { db in try request.read(db) } }
}
