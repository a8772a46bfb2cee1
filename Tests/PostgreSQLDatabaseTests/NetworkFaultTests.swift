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
    try await database.write { db in
      try db.execute(
        script: "CREATE TABLE a (id int PRIMARY KEY); CREATE TABLE b (id int PRIMARY KEY)"
      )
    }
    let (told, unknown) = (Shared<Set<Int>>([]), Shared<Set<Int>>([]))
    let isOver = Shared(false)
    let tasks = (0..<6).map { number in
      Task {
        var id = number
        while !isOver.withLock({ $0 }) {
          let value = id
          id += 6
          do {
            try await database.write { db in
              try db.execute("INSERT INTO a VALUES ($1)", [.integer(Int64(value))])
              try db.execute("INSERT INTO b VALUES ($1)", [.integer(Int64(value))])
            }
            told.withLock { _ = $0.insert(value) }
          } catch let error as PostgresDatabaseError where error.code == .commitUnknown {
            unknown.withLock { _ = $0.insert(value) }
          } catch is PostgresError {}
        }
      }
    }
    var random = SeededGenerator(seed: seed)
    for _ in 0..<12 {
      let count = told.withLock { $0.count }
      await until { told.withLock { $0.count } > count + 5 }
      network.weather = random.pick([.fair, .bytewise, .slow(1)])
      if random.chance(40) { network.cut() }
      network.cut(after: Int.random(in: 1...2_000, using: &random))
    }
    isOver.withLock { $0 = true }
    network.weather = .fair
    for task in tasks { try await task.value }
    // What was sent when the network was cut may be under way still.
    let other = try scratch.connect()
    let sessions = """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'
      """
    try await until { try other.integer(sessions) == 0 }
    let a = Set(
      try other.execute("SELECT id FROM a").map { row in try row.decode(Int.self, at: 0) }
    )
    let b = Set(
      try other.execute("SELECT id FROM b").map { row in try row.decode(Int.self, at: 0) }
    )
    #expect(a == b)
    let known = told.withLock { $0 }
    #expect(known.isSubset(of: a))
    #expect(a.isSubset(of: known.union(unknown.withLock { $0 })))
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
}
