import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQLDatabase

@Suite(.requiresPostgres, .timeLimit(.hang)) struct RecoveryTests {
  private func database(
    on server: PostgresTestServer,
    _ change: (inout PostgresDatabaseConfiguration) -> Void = { _ in }
  ) -> PostgresDatabase {
    var configuration = PostgresDatabaseConfiguration(server.configuration())
    configuration.reconnectDelay = .milliseconds(5) ... .milliseconds(50)
    change(&configuration)
    return PostgresDatabase(configuration)
  }

  @Test func `a session that ended while idle is replaced unnoticed`()
    async throws
  {
    let scratch = try PostgresScratchDatabase()
    let database = scratch.database()
    let observer = try scratch.connect()
    for _ in 0..<10 {
      let id = try await database.read { $0.processID }
      try observer.execute("SELECT pg_terminate_backend($1, 10000)", [.integer(Int64(id))])
      #expect(try await database.read { $0.processID } != id)
      let next = try await database.withConnection { $0.processID }
      try observer.execute("SELECT pg_terminate_backend($1, 10000)", [.integer(Int64(next))])
      #expect(try await database.withConnection { $0.processID } != next)
    }
    #expect(database.statistics.lostCount == 20)
    #expect(database.statistics.openCount == 1)
  }

  @Test func `a session that ends within an access is an error, and the next access gets another`()
    async throws
  {
    let scratch = try PostgresScratchDatabase()
    let database = scratch.database()
    let observer = try scratch.connect()
    let task = Task {
      try await database.write { db in _ = try db.execute("SELECT pg_sleep(602)") }
    }
    try await observer.untilRunning("pg_sleep(602)")
    try observer.execute(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE '%pg_sleep(602)' AND pid <> pg_backend_pid()
      """
    )
    let error = try await failure(PostgresError.self) { try await task.value }
    #expect(error.code == .adminShutdown || error.code == .connectionFailure)
    #expect(try await database.read { db in try db.integer("SELECT 1") } == 1)
    #expect(database.statistics.lostCount == 1)
  }

  @Test func `a connection lost during the commit leaves the outcome unknown`()
    async throws
  {
    let scratch = try PostgresScratchDatabase()
    let database = scratch.database()
    try await database.write { db in
      try db.execute(
        script: """
          CREATE TABLE item (id int);
          CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(603); RETURN NULL; END $$;
          CREATE CONSTRAINT TRIGGER last AFTER INSERT ON item DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION end_session()
          """
      )
    }
    let error = try await failure(PostgresDatabaseError.self) {
      try await database.write { db in _ = try db.execute("INSERT INTO item VALUES (1)") }
    }
    #expect(error.code == .commitUnknown)
    #expect(error.underlying != nil)
  }

  @Test func `accesses wait for a killed server, and continue when it is back`()
    async throws
  {
    let server = try PostgresTestServer()
    let database = database(on: server) { $0.maximumConnectionCount = 4 }
    try await database.write { db in try db.execute(script: "CREATE TABLE item (id int)") }
    #expect(server.control(.kill))
    let done = Shared(0)
    let tasks = (0..<50).map { number in
      Task {
        try await database.write { db in
          _ = try db.execute("INSERT INTO item VALUES ($1)", [.integer(Int64(number))])
        }
        done.withLock { $0 += 1 }
      }
    }
    await until { database.statistics.failedOpeningCount >= 3 }
    #expect(done.withLock { $0 } == 0)
    #expect(server.control(.start))
    for task in tasks { try await task.value }
    #expect(try await database.read { db in try db.integer("SELECT count(*) FROM item") } == 50)
    #expect(database.statistics.openCount <= 4)
  }

  @Test func `a restarted server goes unnoticed`() async throws {
    let server = try PostgresTestServer()
    let database = database(on: server) {
      $0.minimumConnectionCount = 4
      $0.maximumConnectionCount = 4
      $0.healthCheckInterval = nil
    }
    await until { database.statistics.idleCount == 4 }
    #expect(server.control(.restart))
    try await withThrowingTaskGroup { group in
      for _ in 0..<50 {
        group.addTask { _ = try await database.read { db in try db.integer("SELECT 1") } }
      }
      try await group.waitForAll()
    }
    #expect(database.statistics.lostCount == 4)
  }

  @Test func `writes fail completely when the server is killed`() async throws {
    let server = try PostgresTestServer()
    let database = database(on: server) { $0.maximumConnectionCount = 4 }
    let writers = try await PairWriters(database, count: 8)
    for _ in 0..<3 {
      await writers.untilWritten(100)
      #expect(server.control(.kill))
      #expect(server.control(.start))
    }
    await writers.untilWritten(100)
    try await writers.stop()
    try await database.read { db in try writers.check(db) }
  }

  @Test func `an access that waits for a server in vain says why`() async throws {
    let server = try PostgresTestServer()
    let database = database(on: server) { $0.waitLimit = .seconds(600) }
    try await database.read { _ in }
    #expect(server.control(.kill))
    let access = Task { try await database.read { _ in } }
    await until {
      database.statistics.failedOpeningCount > 0 && database.statistics.waitingCount == 1
    }
    database.pool.turnClock(by: .seconds(600))
    let error = try await failure(PostgresDatabaseError.self) { try await access.value }
    #expect(error.code == .waitedTooLong)
    #expect(error.underlying?.code == .cannotEstablishConnection)
    #expect(server.control(.start))
    #expect(try await database.read { db in try db.integer("SELECT 1") } == 1)
  }

  @Test func `the first connection fails at once, unless accesses should wait for it`() async throws
  {
    let server = try PostgresTestServer()
    #expect(server.control(.kill))
    let impatient = database(on: server)
    let error = try await failure(PostgresError.self) { try await impatient.read { _ in } }
    #expect(error.code == .cannotEstablishConnection)
    #expect(impatient.statistics.waitingCount == 0)
    let patient = database(on: server) { $0.waitsForFirstConnection = true }
    let task = Task { try await patient.read { db in try db.integer("SELECT 1") } }
    await until { patient.statistics.failedOpeningCount >= 2 }
    #expect(server.control(.start))
    #expect(try await task.value == 1)
    #expect(try await impatient.read { db in try db.integer("SELECT 1") } == 1)
  }
}
