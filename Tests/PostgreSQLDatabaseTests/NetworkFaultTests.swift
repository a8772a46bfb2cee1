import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQLDatabase

/// The behavior of a pool when the network fails.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct NetworkFaultTests {
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
  func `writes through a network that is cut are all or nothing, and reported commits exist`(
    seed: UInt64
  ) async throws {
    let scratch = try PostgresScratchDatabase()
    let network = try PostgresTestProxy(to: scratch.server)
    let database = database(network, scratch)
    let writers = try await PairWriters(database, count: 6)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<12 {
      await writers.untilWritten(5)
      network.conditions = random.pick([.fair, .bytewise, .slow(1)])
      if random.chance(40) { network.cut() }
      network.cut(after: Int.random(in: 1...2_000, using: &random))
    }
    network.conditions = .fair
    try await writers.stop()
    // Statements that were sent when the network was cut may still be running.
    let other = try scratch.connect()
    let sessions = """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'
      """
    try await until { try other.integer(sessions) == 0 }
    try writers.check(other)
  }

  @Test(arguments: [PostgresTestProxy.NetworkConditions.blackHole, .stalled])
  func `an access whose answer never comes ends when its task is cancelled`(
    conditions: PostgresTestProxy.NetworkConditions
  ) async throws {
    let scratch = try PostgresScratchDatabase()
    let network = try PostgresTestProxy(to: scratch.server)
    let database = database(network, scratch)
    let observer = try scratch.connect()
    let task = Task {
      try await database.read { db in _ = try db.execute("SELECT pg_sleep(3000)") }
    }
    try await observer.untilRunning("pg_sleep(3000)")
    network.conditions = conditions
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    network.conditions = .fair
    #expect(try await database.read { db in try db.integer("SELECT 1") } == 1)
    await database.close()
  }

  @Test func `an access through a network that drops everything fails after its limit`()
    async throws
  {
    let scratch = try PostgresScratchDatabase()
    let network = try PostgresTestProxy(to: scratch.server)
    let database = database(network, scratch) { $0.waitLimit = .seconds(600) }
    try await database.read { _ in }
    network.conditions = .closed
    network.cut()
    let access = Task {
      while true {
        // The cut may come within an access.
        do {
          try await database.read { _ in }
        } catch let error as PostgresDatabaseError where error.code == .commitUnknown {}
      }
    }
    await until {
      database.statistics.failedOpeningCount > 0 && database.statistics.waitingCount == 1
    }
    database.pool.turnClock(by: .seconds(600))
    let error = try await failure(PostgresDatabaseError.self) { try await access.value }
    #expect(error.code == .waitedTooLong)
    network.conditions = .fair
    #expect(try await database.read { db in try db.integer("SELECT 1") } == 1)
  }

  @Test(arguments: [false, true])
  func
    `an access whose transaction cannot begin ends on cancellation or after its limit`(
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
        // Without a statement, a read may send nothing.
        try await database.read { db in _ = try db.integer("SELECT 1") }
      }
    }
    network.conditions = .blackHole
    let swallowed = network.swallowedCount
    let hasEnded = Flag()
    let task = Task {
      defer { hasEnded.raise() }
      try await access()
    }
    // On a busy machine, it may have waited for too long before it sent anything.
    await until { network.swallowedCount > swallowed || hasEnded.isRaised }
    task.cancel()
    let error = await #expect(throws: (any Error).self) { try await task.value }
    #expect(error is CancellationError || (error as? PostgresDatabaseError)?.code == .waitedTooLong)
    network.conditions = .fair
    await untilReadable(database)
    network.conditions = .blackHole
    let late = try await failure(PostgresDatabaseError.self) { try await access() }
    #expect(late.code == .waitedTooLong)
    network.conditions = .fair
    await untilReadable(database)
    await database.close()
  }

  private func untilReadable(_ database: PostgresDatabase) async {
    await until { (try? database.read { db in try db.integer("SELECT 1") }) == 1 }
  }
}
