import DatabaseTypes
import PostgreSQL
import PostgreSQLTestSupport
import Testing

@testable import LiveEngine
@testable import PostgreSQLLive

/// A live query of a test, which has to show after each step what the query gives.
final class LiveProbe {
  let query: TestQuery
  let source: PostgresSource
  let sink = TestSink()
  let subscription: LiveSubscription
  private let engine = LiveQueryEngine<PostgresSource>()

  /// Begins, and waits for the first result, or for an error.
  init(_ query: TestQuery, _ source: PostgresSource) {
    (self.query, self.source) = (query, source)
    subscription = engine.subscribe(query.request, in: source, sink)
  }

  deinit { source.close() }

  /// Compares what is shown with what the query gives now.
  func check(_ connection: PostgresConnection, after step: String = "the beginning") async throws {
    if sink.rows == nil { #expect(sink.wait { _ in true }, "\(sink.errors)") }
    try source.awaitTold()
    try await engine.catchUp(within: .seconds(60))
    let fresh = try query.fresh(connection)
    #expect(sink.rows == fresh, "after \(step): \(sink.errors)")
  }

  /// Runs SQL, and compares then.
  func check(_ connection: PostgresConnection, after steps: [String]) async throws {
    for step in steps {
      try connection.execute(script: step)
      try await check(connection, after: step)
    }
  }

  /// The text of the first error.
  var error: String? { sink.waitForError() ? "\(sink.errors[0])" : nil }
}
