import Dispatch
import Foundation
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

@testable import LiveEngine
@testable import PostgreSQLLive

/// Whatever a network does, results are exact when it is well again.
@Suite(.requiresPostgres, .serialized, .timeLimit(.minutes(3))) struct NetworkFaultTests {
  @Test func `messages that come byte by byte, late, or after a stall are read as they are`() throws
  {
    let shop = try FaultyShop(seed: 41)
    for weather in [PostgresTestProxy.Weather.bytewise, .slow(2), .fair] {
      shop.network.weather = weather
      shop.source.wait(refreshes: 8)
    }
    for _ in 0..<3 {
      shop.network.weather = .stalled
      let count = shop.source.refreshCount
      let connection = try shop.scratch.connect()
      try connection.execute("UPDATE item SET value = value + 1 WHERE id < 50")
      #expect(shop.source.refreshCount <= count + 1)
      shop.network.weather = .fair
      shop.source.wait(refreshes: 3)
    }
    try shop.finish()
  }

  @Test(arguments: PropertySeeds.of(2))
  func `a connection that is cut anywhere, also within a message, is opened again`(seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed)
    let shop = try FaultyShop(seed: seed &+ 42)
    for _ in 0..<8 {
      if random.chance(30) {
        shop.network.cut()
      } else {
        shop.network.cut(after: Int.random(in: 1...3_000, using: &random))
      }
      shop.source.wait(refreshes: Int.random(in: 1...4, using: &random))
    }
    for _ in 0..<2 {
      shop.network.weather = .closed
      shop.network.cut()
      let stream = shop.source.base.stream
      // Who asks while nobody can connect is told why.
      while (try? stream.awaitEpoch(within: .seconds(30))) != nil {}
      shop.network.weather = .fair
      shop.source.wait(refreshes: 2)
    }
    try shop.finish()
  }

  @Test func `a network that swallows all is noticed, and left behind`() async throws {
    let shop = try FaultyShop(seed: 44, patience: .seconds(1)) { $0.silenceLimit = .seconds(1) }
    for _ in 0..<2 {
      shop.network.weather = .blackHole
      let connection = try shop.scratch.connect()
      try connection.execute("UPDATE item SET value = value + 1 WHERE id < 50")
      let epoch = shop.source.base.stream.epoch
      let count = shop.network.swallowedCount
      await until { shop.network.swallowedCount > count }
      shop.network.weather = .fair
      await until { shop.source.base.stream.epoch != epoch }
      shop.source.wait(refreshes: 3)
    }
    try shop.finish()
  }

  private func inTime(_ body: @escaping @Sendable () -> Void) -> Bool {
    let isDone = DispatchSemaphore(value: 0)
    Thread {
      body()
      isDone.signal()
    }.start()
    return isDone.wait(timeout: .now() + .seconds(40)) == .success
  }

  @Test func `closing returns, whatever the network does`() async throws {
    let scratch = try PostgresScratchDatabase(on: .streaming)
    try scratch.connect().execute(script: ShopWriters.schema)
    for weather in [PostgresTestProxy.Weather.blackHole, .stalled, .closed] {
      let network = try PostgresTestProxy(to: scratch.server)
      let source = PostgresSource(network.configuration(database: scratch.name))
      let (sink, engine) = (TestSink(), LiveQueryEngine<PostgresSource>())
      let query = ExactResultTests.queries[0].0
      let subscription = engine.subscribe(query.request, in: source, sink)
      #expect(sink.wait { _ in true })
      network.weather = weather
      try scratch.connect().execute("UPDATE item SET value = value + 1")
      // What reads now waits for an answer that does not come, or is refused at once.
      let reading = Thread { _ = try? source.read { _ in } }
      reading.start()
      await until { reading.isExecuting || reading.isFinished }
      #expect(inTime { source.close() }, "\(weather)")
      _ = subscription
    }
  }

  @Test
  func `closing returns while the stream is being opened through a network that swallows all`()
    throws
  {
    let scratch = try PostgresScratchDatabase(on: .streaming)
    let connection = try scratch.connect()
    try connection.execute(script: ShopWriters.schema)
    let network = try PostgresTestProxy(to: scratch.server)
    // The slot waits for this transaction.
    try connection.execute(script: "BEGIN; UPDATE item SET value = 1 WHERE id = 1")
    let stream = PostgresChangeStream(network.configuration(database: scratch.name))
    let other = try scratch.connect()
    let waiting = "SELECT count(*) FROM pg_replication_slots WHERE database = $1"
    while try other.execute(waiting, [.text(scratch.name)]).values() != [[1]] {}
    network.weather = .blackHole
    #expect(inTime { stream.close() })
    try connection.execute(script: "ROLLBACK")
  }
}
