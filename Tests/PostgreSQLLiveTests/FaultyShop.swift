import LiveEngine
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQLLive

/// Live queries behind a faulty network, with writers on a working one.
final class FaultyShop {
  let scratch: PostgresScratchDatabase
  let network: PostgresTestProxy
  let source: CheckedSource
  private let watches: [(query: TestQuery, sink: TestSink, subscription: LiveSubscription)]
  private let engine = LiveQueryEngine<CheckedSource>(EagerQueue())
  private let writers: ShopWriters

  /// Starts the writers, and waits for the first results.
  init(
    on server: PostgresTestServer? = nil,
    by kind: ChangeSourceKind = .stream,
    seed: UInt64,
    queries: Int = 6,
    truncates: Int = 2,
    answerTimeout: Duration = .seconds(30),
    _ change: (inout PostgresChangeStream.Settings) -> Void = { _ in }
  ) throws {
    scratch = try PostgresScratchDatabase(on: server ?? .streaming)
    let connection = try scratch.connect()
    try connection.execute(script: ShopWriters.schema)
    if kind != .stream { try connection.execute(script: kind.setUp(["list", "item", "part"])) }
    network = try PostgresTestProxy(to: scratch.server)
    var settings = PostgresChangeStream.Settings()
    settings.longestRetry = .milliseconds(200)
    change(&settings)
    let base = kind.source(
      network.configuration(database: scratch.name),
      settings: settings,
      answerTimeout: answerTimeout
    )
    let source = CheckedSource(base, ignoringOrder: kind == .polling)
    let engine = engine
    watches = ExactResultTests.queries.prefix(queries).map { query, _ in
      let sink = TestSink()
      source.watch(query, sink)
      return (query, sink, engine.subscribe(query.request, in: source, sink))
    }
    for watch in watches {
      try #require(watch.sink.wait { _ in true }, "\(watch.sink.errors.prefix(2))")
    }
    // Faults take seconds to be noticed, which the writers leave to other tests.
    writers = ShopWriters(scratch.configuration, seed: seed, truncates: truncates, pause: 0.1)
    self.source = source
  }

  deinit { source.base.close() }

  /// Stops the writers, and checks that all rows are shown and no refresh was wrong.
  func finish() throws {
    writers.stop()
    let connection = try scratch.connect()
    for (query, sink, _) in watches {
      let rows = try query.fresh(connection)
      let source = source
      #expect(
        sink.wait { source.areSame($0, rows) },
        "\(query.sql): \(sink.errors.suffix(3))"
      )
    }
    #expect(source.complaints == [])
    #expect(source.reports == [])
  }
}

extension FaultyShop {
  /// Whether the stream reports commits.
  var isStreaming: Bool { (try? source.base.stream.awaitEpoch(within: .zero)) != nil }
}
