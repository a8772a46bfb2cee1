import DatabaseTypes
import Dispatch
import LiveEngine
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLLive
import Synchronization

/// The commits that a studio receives of a PostgreSQL database.
///
/// State: the live results of statements, guarded by a mutex; they are made for the first one.
final class PostgresFollowing: Sendable {
  let source: PostgresCommitSource
  let queries: PostgresTextQueries
  let pulse: PostgresPulse
  /// The reported commits that readers see.
  let shown: ShownCommits
  private let configuration: PostgresConfiguration
  private let apart = Mutex<PostgresTextQueries?>(nil)

  init(
    _ source: PostgresCommitSource,
    _ configuration: PostgresConfiguration,
    _ database: PostgresDatabase
  ) {
    (self.source, self.configuration) = (source, configuration)
    queries = PostgresTextQueries(configuration, changes: source.changes)
    pulse = PostgresPulse(database, every: PostgresCommitSource.interval)
    shown = ShownCommits(queries)
  }

  /// The live results of statements that users write: a slow one delays no grid of its commit.
  ///
  /// They have their own change source and connection.
  var results: PostgresTextQueries {
    apart.withLock { apart in
      if let apart { return apart }
      let results = PostgresTextQueries(configuration, changes: source.changes)
      apart = results
      return results
    }
  }

  /// Ends the subscriptions, and waits for their end.
  func close() async {
    await queries.blocking { $0.close() }
    await apart.withLock(\.self)?.blocking { $0.close() }
  }

  /// A sequence with an element after commits that may change the rows of a query, once readers see
  /// them; several commits may have one element.
  ///
  /// The pulse notices changes that are not reported.
  func commits(touching query: PostgresTextQuery) async throws -> AsyncStream<Void> {
    guard source.reportsCommits, let region = await region(of: query) else {
      return try await pulse.signal()
    }
    let (numbers, reports) = AsyncStream.makeStream(
      of: Int.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let feed = queries.subscribe(
      to: region,
      receive: { if $0.touches(region) { reports.yield($0.number) } },
      end: { reports.finish() }
    )
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let waiting = Task { [shown] in
      for await number in numbers {
        await shown.wait(for: number)
        continuation.yield()
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in
      feed.cancel()
      waiting.cancel()
    }
    return stream
  }

  /// The tables that a query reads; `nil` if their changes are not reported.
  private func region(of query: PostgresTextQuery) async -> Region? {
    await queries.blocking { try? $0.region(of: query) }
  }
}

extension PostgresTextQueries {
  /// Runs a closure on a thread that may block.
  func blocking<Result: Sendable>(
    _ body: @escaping @Sendable (PostgresTextQueries) -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated)
        .async { continuation.resume(returning: body(self)) }
    }
  }
}
