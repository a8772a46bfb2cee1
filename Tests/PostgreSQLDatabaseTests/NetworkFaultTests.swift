import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLTestSupport
import Testing

/// What a pool makes of a network that fails.
@Suite(.requiresPostgres, .timeLimit(.minutes(3))) struct NetworkFaultTests {
  private func database(
    _ network: PostgresTestProxy,
    _ scratch: PostgresScratchDatabase,
    _ change: (inout PostgresDatabaseConfiguration) -> Void = { _ in }
  ) -> PostgresDatabase {
    var configuration = PostgresDatabaseConfiguration(network.configuration(database: scratch.name))
    configuration.reconnectDelay = .milliseconds(5) ... .milliseconds(50)
    configuration.maximumConnectionCount = 4
    change(&configuration)
    return PostgresDatabase(configuration)
  }

  @Test(arguments: PropertySeeds.of(2))
  func `of writes through a network that is cut none is half done, and what was told is there`(
    seed: UInt64
  ) async throws {
    let scratch = try PostgresScratchDatabase()
    let network = try PostgresTestProxy(to: scratch.server)
    let database = database(network, scratch)
    let writers = try await PairWriters(database, count: 6)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<12 {
      await writers.untilWritten(5)
      network.weather = random.pick([.fair, .bytewise, .slow(1)])
      if random.chance(40) { network.cut() }
      network.cut(after: Int.random(in: 1...2_000, using: &random))
    }
    network.weather = .fair
    try await writers.stop()
    // What was sent when the network was cut may be under way still.
    let other = try scratch.connect()
    let sessions = """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'
      """
    try await until { try other.integer(sessions) == 0 }
    try writers.check(other)
  }

  @Test(arguments: [PostgresTestProxy.Weather.blackHole, .stalled])
  func `an access whose answer never comes ends when its task is cancelled`(
    weather: PostgresTestProxy.Weather
  ) async throws {
    let scratch = try PostgresScratchDatabase()
    let network = try PostgresTestProxy(to: scratch.server)
    let database = database(network, scratch)
    let observer = try scratch.connect()
    let task = Task {
      try await database.read { db in _ = try db.execute("SELECT pg_sleep(3000)") }
    }
    try await observer.untilRunning("pg_sleep(3000)")
    network.weather = weather
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    network.weather = .fair
    #expect(try await database.read { db in try db.integer("SELECT 1") } == 1)
    await database.close()
  }

  @Test func `an access that waits for a network that swallows all is told after its limit`()
    async throws
  {
    let scratch = try PostgresScratchDatabase()
    let network = try PostgresTestProxy(to: scratch.server)
    let database = database(network, scratch) { $0.waitLimit = .milliseconds(200) }
    try await database.read { _ in }
    network.weather = .closed
    network.cut()
    let error = try await failure(PostgresDatabaseError.self) {
      while true { try await database.read { _ in } }
    }
    #expect(error.code == .waitedTooLong)
    network.weather = .fair
    await until { (try? database.read { db in try db.integer("SELECT 1") }) == 1 }
  }

  @Test(arguments: [false, true])
  func
    `an access whose transaction cannot begin ends when its task is cancelled, or after its limit`(
      maySuspend: Bool
    ) async throws
  {
    let scratch = try PostgresScratchDatabase()
    let network = try PostgresTestProxy(to: scratch.server)
    let database = database(network, scratch) {
      $0.maximumConnectionCount = 1
      $0.waitLimit = .seconds(1)
    }
    // The limit is short, and connecting may take longer.
    await untilReadable(database)
    let access = { @Sendable () async throws in
      if maySuspend {
        try await database.withTransaction { _ in }
      } else {
        try await database.read { _ in }
      }
    }
    network.weather = .blackHole
    let swallowed = network.swallowedCount
    let task = Task { try await access() }
    await until { network.swallowedCount > swallowed }
    task.cancel()
    let error = await #expect(throws: (any Error).self) { try await task.value }
    #expect(error is CancellationError || (error as? PostgresDatabaseError)?.code == .waitedTooLong)
    network.weather = .fair
    await untilReadable(database)
    network.weather = .blackHole
    let late = try await failure(PostgresDatabaseError.self) { try await access() }
    #expect(late.code == .waitedTooLong)
    network.weather = .fair
    await untilReadable(database)
    await database.close()
  }
  private func untilReadable(_ database: PostgresDatabase) async {
    await until { (try? database.read { _ in true }) == true }
  }
}
