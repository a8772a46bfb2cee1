import Dispatch
import Foundation
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

@testable import LiveEngine
@testable import PostgreSQLLive

/// Results that are exact again after any fault of the network.
///
/// They mostly wait, so they run side by side.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct NetworkFaultTests {
  @Test(arguments: ChangeSourceKind.allCases)
  func `messages that arrive byte by byte, late, or after a stall are read correctly`(
    kind: ChangeSourceKind
  ) throws {
    let shop = try FaultyShop(by: kind, seed: 41)
    for conditions in [PostgresTestProxy.NetworkConditions.bytewise, .slow(2), .fair] {
      shop.network.conditions = conditions
      shop.source.wait(refreshes: 8)
    }
    for _ in 0..<3 {
      shop.network.conditions = .stalled
      let count = shop.source.refreshCount
      let connection = try shop.scratch.connect()
      try connection.execute("UPDATE item SET value = value + 1 WHERE id < 50")
      #expect(shop.source.refreshCount <= count + 1)
      shop.network.conditions = .fair
      shop.source.wait(refreshes: 3)
    }
    try shop.finish()
  }

  @Test(arguments: PropertySeeds.of(1), ChangeSourceKind.allCases)
  func `a connection that is cut anywhere, even within a message, is opened again`(
    seed: UInt64,
    kind: ChangeSourceKind
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let shop = try FaultyShop(by: kind, seed: seed &+ 42)
    for _ in 0..<8 {
      if random.chance(30) {
        shop.network.cut()
      } else {
        shop.network.cut(after: Int.random(in: 1...3_000, using: &random))
      }
      shop.source.wait(refreshes: Int.random(in: 1...4, using: &random))
    }
    for _ in 0..<2 {
      shop.network.conditions = .closed
      shop.network.cut()
      // While no connection is possible, waiters get the reason.
      let base = shop.source.base
      if kind == .stream {
        await until { (try? base.stream.awaitEpoch(within: .seconds(300))) == nil }
      } else {
        await until { (try? base.read { _ in }) == nil }
      }
      shop.network.conditions = .fair
      shop.source.wait(refreshes: 2)
    }
    try shop.finish()
  }

  @Test(arguments: ChangeSourceKind.allCases)
  func `a network that drops everything is noticed and abandoned`(kind: ChangeSourceKind)
    async throws
  {
    // A limit that a busy machine exceeds only makes the source connect once more.
    let shop = try FaultyShop(by: kind, seed: 44, answerTimeout: .seconds(5)) {
      $0.silenceLimit = .seconds(3)
    }
    for _ in 0..<2 {
      shop.network.conditions = .blackHole
      let connection = try shop.scratch.connect()
      try connection.execute("UPDATE item SET value = value + 1 WHERE id < 50")
      let epoch = kind == .stream ? shop.source.base.stream.epoch : 0
      let count = shop.network.swallowedCount
      await until { shop.network.swallowedCount > count }
      shop.network.conditions = .fair
      if kind == .stream { await until { shop.source.base.stream.epoch != epoch } }
      shop.source.wait(refreshes: 3)
    }
    try shop.finish()
  }

  /// Calls a closure, and returns whether it returns: the limit only ends what hangs.
  private func returns(_ body: @escaping @Sendable () -> Void) -> Bool {
    let isDone = DispatchSemaphore(value: 0)
    Thread {
      body()
      isDone.signal()
    }.start()
    return isDone.wait(timeout: .now() + .seconds(300)) == .success
  }

  @Test(
    arguments: ChangeSourceKind.allCases,
    [PostgresTestProxy.NetworkConditions.blackHole, .stalled, .closed]
  )
  func `closing returns, whatever the network does`(
    kind: ChangeSourceKind,
    conditions: PostgresTestProxy.NetworkConditions
  ) async throws {
    let scratch = try PostgresScratchDatabase(on: .streaming)
    let connection = try scratch.connect()
    try connection.execute(script: ShopWriters.schema)
    if kind != .stream { try connection.execute(script: kind.setUp(["list", "item", "part"])) }
    let network = try PostgresTestProxy(to: scratch.server)
    let source = kind.source(network.configuration(database: scratch.name))
    let (sink, engine) = (TestSink(), LiveQueryEngine<PostgresSource>())
    let query = ExactResultTests.queries[0].0
    let subscription = engine.subscribe(query.request, in: source, sink)
    #expect(sink.wait { _ in true })
    network.conditions = conditions
    try connection.execute("UPDATE item SET value = value + 1")
    // This read waits for an answer that never comes, or is refused at once.
    let reading = Thread { _ = try? source.read { _ in } }
    reading.start()
    await until { reading.isExecuting || reading.isFinished }
    #expect(returns { source.close() })
    _ = subscription
  }

  @Test
  func `closing returns while the stream opens through a network that drops everything`()
    async throws
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
    try await until { try other.execute(waiting, [.text(scratch.name)]).values() == [[1]] }
    network.conditions = .blackHole
    #expect(returns { stream.close() })
    try connection.execute(script: "ROLLBACK")
  }
}
