import DatabaseTypes
package import LiveEngine
package import LiveQueries
public import PostgreSQLDatabase
public import PostgreSQLLive

/// The live queries of a pool: they are made with the first of them, and end with the pool.
private final class PoolLiveQueries: PostgresAttachment {
  let live: PostgresLiveDatabase

  init(_ live: PostgresLiveDatabase) { self.live = live }

  func close() { live.close() }
}

extension PostgresDatabase {
  /// The live queries of this database object: they begin to read its changes when they are first asked for, and end with it.
  ///
  /// They have connections of their own beside those of the pool; `onConnect` is run on the one that reads rows, as on those
  /// of the pool. What tells them of commits is ``PostgreSQLDatabase/PostgresDatabaseConfiguration/changes``. Who wants other
  /// settings makes a
  /// ``PostgreSQLLive/PostgresLiveDatabase`` and names that: `@FetchAll(query, database: live)`.
  ///
  /// - Throws: `PostgresDatabaseError` with `.closed`.
  public var live: PostgresLiveDatabase {
    get throws {
      try attachment {
        PoolLiveQueries(
          PostgresLiveDatabase(
            configuration.connection,
            changes: configuration.changes,
            onConnect: configuration.onConnect
          )
        )
      }.live
    }
  }

  /// Returns when the live queries of this database object show what was committed before the call, by whomever.
  ///
  /// - Parameter limit: How long to wait for the queries; for as long as it takes unless given.
  /// - Throws: `PostgresError`, `StreamUnavailable`, `LiveQueriesBehind`, or `CancellationError`.
  public func liveQueriesCaughtUp(within limit: Duration? = nil) async throws {
    try await live.catchUp(within: limit)
  }
}

extension PostgresLiveDatabase: LiveRequestDatabase {
  package func subscribe<Value: Sendable>(
    _ description: any LiveDescription<Value>,
    _ sink: any LiveSink<Value>
  ) throws -> LiveSubscription { subscribe(try description.request(PostgresRequests()), sink) }

  package func readOnce<Value: Sendable>(
    _ description: any LiveDescription<Value>
  ) throws -> LiveReading<Value> { try readOnce(description.request(PostgresRequests())) }
}

extension PostgresDatabase: LiveRequestDatabase {
  package func subscribe<Value: Sendable>(
    _ description: any LiveDescription<Value>,
    _ sink: any LiveSink<Value>
  ) throws -> LiveSubscription { try live.subscribe(description, sink) }

  package func readOnce<Value: Sendable>(
    _ description: any LiveDescription<Value>
  ) throws -> LiveReading<Value> { try live.readOnce(description) }
}
