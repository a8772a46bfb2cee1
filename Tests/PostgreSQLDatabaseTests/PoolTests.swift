import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQLDatabase

@Suite(.requiresPostgres, .timeLimit(.hang)) struct PoolTests {
  let scratch: PostgresScratchDatabase

  init() throws { scratch = try PostgresScratchDatabase() }

  @Test func `the server's notices and warnings go to the logger`() async throws {
    let messages = Shared<[String]>([])
    let database = scratch.database { configuration in
      configuration.logger = DatabaseLogger { level, message in
        messages.withLock { $0.append("\(level): \(message)") }
      }
    }
    try await database.write { db in
      try db.execute(script: "DO $$ BEGIN RAISE NOTICE 'one'; RAISE WARNING 'two'; END $$")
    }
    #expect(messages.withLock { $0 } == ["debug: NOTICE: one", "warning: WARNING: two"])
  }

  @Test func `200 tasks share 4 connections, and each is served`() async throws {
    let database = scratch.database { $0.maximumConnectionCount = 4 }
    try await database.write { db in
      try db.execute(script: "CREATE TABLE total (n int NOT NULL); INSERT INTO total VALUES (0)")
    }
    let most = Shared(0)
    try await withThrowingTaskGroup { group in
      for number in 0..<200 {
        group.addTask {
          for _ in 0..<5 {
            if number.isMultiple(of: 3) {
              try await database.write { db in
                _ = try db.execute("UPDATE total SET n = n + 1")
              }
            } else {
              _ = try await database.read { db in try db.integer("SELECT n FROM total") }
            }
            most.withLock { $0 = max($0, database.statistics.openCount) }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await database.read { db in try db.integer("SELECT n FROM total") } == 67 * 5)
    #expect(most.withLock { $0 } <= 4)
    #expect(database.statistics.openedCount <= 4)
    #expect(database.statistics.servedCount == 1_002)
    #expect(database.statistics.inUseCount == 0)
    #expect(database.statistics.waitingCount == 0)
  }

  @Test
  func `synchronous and asynchronous accesses of many tasks do not deadlock`()
    async throws
  {
    let database = scratch.database { $0.maximumConnectionCount = 2 }
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<100 {
        group.addTask {
          if number.isMultiple(of: 2) { return try synchronously(database) }
          return try await database.read { db in try db.integer("SELECT 1") ?? 0 }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(sum == 100)
  }

  /// Blocks a thread of the cooperative pool.
  private func synchronously(_ database: PostgresDatabase) throws -> Int {
    try database.read { db in try db.integer("SELECT 1") ?? 0 }
  }

  @Test func `blocking accesses do not occupy the threads of tasks`() async throws {
    let database = scratch.database { $0.maximumConnectionCount = 20 }
    let (inside, gate) = (Gate(), Gate())
    let tasks = (0..<20).map { _ in
      Task {
        try await database.read { _ in
          inside.open()
          gate.pass()
        }
      }
    }
    // All are inside at once, and this task continues.
    for _ in 0..<20 { await inside.passed() }
    #expect(database.statistics.inUseCount == 20)
    gate.open(for: 20)
    for task in tasks { try await task.value }
  }

  @Test func `accesses are served in the order of their requests`() async throws {
    let database = scratch.database { $0.maximumConnectionCount = 1 }
    let gate = Gate()
    let holder = Task { try await database.read { _ in gate.pass() } }
    await until { database.statistics.inUseCount == 1 }
    let order = Shared<[Int]>([])
    var tasks: [Task<Void, any Error>] = []
    for number in 0..<20 {
      tasks.append(
        Task { try await database.read { _ in order.withLock { $0.append(number) } } }
      )
      await until { database.statistics.waitingCount == number + 1 }
    }
    gate.open()
    try await holder.value
    for task in tasks { try await task.value }
    #expect(order.withLock { $0 } == Array(0..<20))
    #expect(database.statistics.waitedCount >= 20)
  }

  @Test func `an access that waits too long says what to do, and others are served`() async throws {
    let database = scratch.database {
      $0.maximumConnectionCount = 1
      $0.waitLimit = .seconds(600)
    }
    let gate = Gate()
    let holder = Task { try await database.read { _ in gate.pass() } }
    await until { database.statistics.inUseCount == 1 }
    let waiting = Task { try await database.read { _ in } }
    await until { database.statistics.waitingCount == 1 }
    database.pool.turnClock(by: .seconds(600))
    let error = try await failure(PostgresDatabaseError.self) { try await waiting.value }
    #expect(error.code == .waitedTooLong)
    #expect(error.description.contains("maximumConnectionCount"))
    #expect(error.underlying == nil)
    let other = Shared<(any Error)?>(nil)
    Thread {
      do { try database.read { _ in } } catch { other.withLock { $0 = error } }
    }.start()
    await until { database.statistics.waitingCount == 1 }
    database.pool.turnClock(by: .seconds(600))
    await until { other.withLock { $0 } != nil }
    #expect((other.withLock { $0 } as? PostgresDatabaseError)?.code == .waitedTooLong)
    #expect(database.statistics.timedOutCount == 2)
    gate.open()
    try await holder.value
    #expect(try await database.read { db in try db.integer("SELECT 3") } == 3)
  }

  @Test func `the number of waiting accesses is limited`() async throws {
    let database = scratch.database {
      $0.maximumConnectionCount = 1
      $0.maximumWaitingCount = 1
    }
    let gate = Gate()
    let holder = Task { try await database.read { _ in gate.pass() } }
    await until { database.statistics.inUseCount == 1 }
    let waiting = Task { try await database.read { db in try db.integer("SELECT 5") } }
    await until { database.statistics.waitingCount == 1 }
    let error = try await failure(PostgresDatabaseError.self) { try await database.read { _ in } }
    #expect(error.code == .tooManyWaiting)
    #expect(database.statistics.refusedCount == 1)
    gate.open()
    try await holder.value
    #expect(try await waiting.value == 5)
  }

  @Test func `the minimum number of connections is open before the first access`() async throws {
    let database = scratch.database { $0.minimumConnectionCount = 3 }
    await until { database.statistics.idleCount == 3 }
    #expect(database.statistics.openedCount == 3)
    #expect(database.statistics.servedCount == 0)
  }

  @Test func `unused connections are closed, down to the minimum`() async throws {
    let database = scratch.database {
      $0.minimumConnectionCount = 1
      $0.maximumConnectionCount = 4
      $0.idleTimeout = .milliseconds(1)
      $0.healthCheckInterval = nil
    }
    let gate = Gate()
    let tasks = (0..<4).map { _ in Task { try await database.read { _ in gate.pass() } } }
    await until { database.statistics.inUseCount == 4 }
    gate.open(for: 4)
    for task in tasks { try await task.value }
    await until { database.statistics.openCount == 1 }
    #expect(database.statistics.retiredCount >= 3)
    #expect(database.statistics.lostCount == 0)
  }

  @Test func `a connection that reaches its maximum age is replaced`() async throws {
    let database = scratch.database { $0.maximumLifetime = .milliseconds(1) }
    var ids: Set<Int32> = []
    while ids.count < 3, !Task.isCancelled {
      ids.insert(try await database.read { $0.processID })
    }
    #expect(database.statistics.lostCount == 0)
  }

  @Test func `idle connections are checked and replaced`() async throws {
    let database = scratch.database {
      $0.minimumConnectionCount = 2
      $0.healthCheckInterval = .milliseconds(1)
    }
    await until { database.statistics.idleCount == 2 }
    try scratch.connect().execute(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
      """
    )
    // No one uses them, yet they are replaced by new ones.
    await until { database.statistics.openedCount >= 4 && database.statistics.idleCount == 2 }
    #expect(database.statistics.lostCount >= 2)
  }
}

@Suite(.requiresPostgres, .timeLimit(.hang)) struct ClosingTests {
  let scratch: PostgresScratchDatabase

  init() throws { scratch = try PostgresScratchDatabase() }

  @Test func `closing waits for accesses, refuses others, and leaves no session behind`()
    async throws
  {
    let database = scratch.database { $0.maximumConnectionCount = 1 }
    try await database.write { db in try db.execute(script: "CREATE TABLE item (id int)") }
    let gate = Gate()
    let holder = Task {
      try await database.write { db in
        gate.pass()
        _ = try db.execute("INSERT INTO item VALUES (1)")
      }
    }
    await until { database.statistics.inUseCount == 1 }
    let waiting = Task { try await database.read { _ in } }
    await until { database.statistics.waitingCount == 1 }
    let closing = Task { await database.close() }
    let refused = try await failure(PostgresDatabaseError.self) { try await waiting.value }
    #expect(refused.code == .closed)
    gate.open()
    await closing.value
    try await holder.value
    #expect(database.statistics.openCount == 0)
    let later = try await failure(PostgresDatabaseError.self) { try await database.read { _ in } }
    #expect(later.code == .closed)
    let observer = try scratch.connect()
    #expect(try observer.integer("SELECT count(*) FROM item") == 1)
    let others = """
      SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
      """
    try await until { try observer.integer(others) == 0 }
    await database.close()
  }

  @Test func `closing within an access does not wait for it`() throws {
    let database = scratch.database()
    let one = try database.read { db in
      database.close()
      return try db.integer("SELECT 1")
    }
    #expect(one == 1)
    #expect(throws: PostgresDatabaseError.self) { try database.read { _ in } }
    database.close()
  }

  @Test func `a released database closes its connections`() async throws {
    var database: PostgresDatabase? = scratch.database()
    let id = try await database?.read { $0.processID } ?? 0
    database = nil
    let observer = try scratch.connect()
    let count = "SELECT count(*) FROM pg_stat_activity WHERE pid = $1"
    try await until { try observer.integer(count, [.integer(Int64(id))]) == 0 }
  }
}
