import DatabaseTypes
package import LiveEngine
package import LiveQueries
public import PostgreSQLDatabase
public import PostgreSQLLive

/// The live queries of a pool, which are created on first use and end with the pool.
private final class PoolLiveQueries: PostgresAttachment {
  let live: PostgresLiveDatabase

  init(_ live: PostgresLiveDatabase) { self.live = live }

  func close() { live.close() }
}

extension PostgresDatabase {
  /// The live queries of this database object, which start on first use and end with the object.
  ///
  /// They use their own connections, in addition to those of the pool; `onConnect` prepares the one
  /// that reads rows, as it does those of the pool. ``PostgresDatabaseConfiguration/changes``
  /// determines how commits are reported to them, and
  /// ``PostgresDatabaseConfiguration/catalogIntervals`` how soon changes of the schema are noticed
  /// that no commit reports. For other settings, create a
  /// ``PostgresLiveDatabase`` and pass that: `@FetchAll(query, database: live)`.
  ///
  /// - Throws: `PostgresDatabaseError` with `.closed`.
  public var live: PostgresLiveDatabase {
    get throws {
      try attachment {
        PoolLiveQueries(
          PostgresLiveDatabase(
            configuration.loggingConnection,
            changes: configuration.changes,
            catalogIntervals: configuration.catalogIntervals,
            onConnect: configuration.onConnect,
            log: { [logger = configuration.logger] in logger?.log(.warning, $0) }
          )
        )
      }.live
    }
  }

  /// Waits until the live queries of this database object show all earlier commits, of all writers.
  ///
  /// If a connection was lost, it waits until there is another, for the same time at most, or for
  /// 30 seconds if there is no limit.
  ///
  /// - Parameter limit: The maximum time to wait for the queries; by default there is no limit.
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
