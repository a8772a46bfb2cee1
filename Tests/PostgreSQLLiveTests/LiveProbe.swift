import DatabaseTypes
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

@testable import LiveEngine
@testable import PostgreSQLLive

/// A live query that must show, after each step, what its query returns.
final class LiveProbe {
  let query: TestQuery
  let source: PostgresSource
  let sink = TestSink()
  let subscription: LiveSubscription
  private let engine = LiveQueryEngine<PostgresSource>()

  /// Starts the query, and waits for the first result or an error.
  init(_ query: TestQuery, _ source: PostgresSource) {
    (self.query, self.source) = (query, source)
    subscription = engine.subscribe(query.request, in: source, sink)
  }

  deinit { source.close() }

  /// Waits until the query shows all earlier commits, or an error.
  func catchUp() async throws {
    try source.awaitReported()
    try await engine.catchUp(within: .hang)
  }

  /// Compares the shown rows with what the query returns now.
  func check(_ connection: PostgresConnection, after step: String = "the beginning") async throws {
    if sink.rows == nil { #expect(sink.wait { _ in true }, "\(sink.errors)") }
    try await catchUp()
    let fresh = try query.fresh(connection)
    #expect(sink.rows == fresh, "after \(step): \(sink.errors)")
  }

  /// Runs SQL statements, and compares after each.
  func check(_ connection: PostgresConnection, after steps: [String]) async throws {
    for step in steps {
      try connection.execute(script: step)
      try await check(connection, after: step)
    }
  }

  /// The text of the first error.
  var error: String? { sink.waitForError() ? "\(sink.errors[0])" : nil }
}
