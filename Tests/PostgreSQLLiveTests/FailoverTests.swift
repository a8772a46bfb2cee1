import DatabaseTypes
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// Live queries that follow one primary after the other.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct FailoverTests {
  /// The reader, the writers and the change source find the primary among all servers.
  private func configuration(_ servers: [PostgresTestServer], database: String)
    -> PostgresConfiguration
  {
    var configuration = PostgresConfiguration(
      "host=\(servers.map(\.folder).joined(separator: ",")) user=postgres dbname=\(database)"
    )
    configuration.options["target_session_attrs"] = "read-write"
    return configuration
  }

  /// The log is unlogged, so no replica has what it contains, nor knows its readers.
  @Test(arguments: [ChangeSourceKind.stream, .log, .polling])
  func `live queries are exact after one failover and the next`(kind: ChangeSourceKind) throws {
    let primary = try PostgresTestServer()
    let scratch = try PostgresScratchDatabase(on: primary)
    let connection = try scratch.connect()
    try connection.execute(script: ShopWriters.schema)
    if kind != .stream { try connection.execute(script: kind.setUp(["list", "item", "part"])) }
    // A replica of a replica goes on with it when that is promoted.
    let second = try PostgresTestServer(replicaOf: primary)
    let third = try PostgresTestServer(replicaOf: second)
    let all = configuration([primary, second, third], database: scratch.name)
    var settings = PostgresChangeStream.Settings()
    settings.longestRetry = .milliseconds(200)
    let source = CheckedSource(
      kind.source(all, settings: settings, answerTimeout: .seconds(30)),
      ignoringOrder: kind == .polling
    )
    defer { source.base.close() }
    let engine = LiveQueryEngine<CheckedSource>(EagerQueue())
    let watches = ExactResultTests.queries.prefix(6).map { query, _ in
      let sink = TestSink()
      source.watch(query, sink)
      return (query, sink, engine.subscribe(query.request, in: source, sink))
    }
    for (_, sink, _) in watches { #expect(sink.wait { _ in true }, "\(sink.errors.prefix(2))") }
    let writers = ShopWriters(all, seed: 63, pause: 0.1)
    source.wait(refreshes: 10)
    for (old, new) in [(primary, second), (second, third)] {
      #expect(old.control(.kill))
      #expect(new.control(.promote))
      source.wait(refreshes: 10)
    }
    writers.stop()
    let last = try PostgresConnection(all)
    for (query, sink, _) in watches {
      let rows = try query.fresh(last)
      #expect(sink.wait { source.areSame($0, rows) }, "\(query.sql): \(sink.errors.suffix(2))")
    }
    #expect(source.complaints == [])
  }
}
