import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLTestSupport
import Testing

@Suite(.requiresPostgres, .timeLimit(.hang)) struct CancellationTests {
  let scratch: PostgresScratchDatabase
  let database: PostgresDatabase
  let observer: PostgresConnection

  init() throws {
    scratch = try PostgresScratchDatabase()
    database = scratch.database { $0.maximumConnectionCount = 1 }
    observer = try scratch.connect()
    try observer.execute(script: "CREATE TABLE item (id int)")
  }

  @Test func `cancelling a task cancels its statement on the server`() async throws {
    let database = database
    for number in 0..<20 {
      let sleep = "SELECT pg_sleep(\(600 + number))"
      let task = Task {
        try await database.write { db in
          try db.execute("INSERT INTO item VALUES (1)")
          try db.execute(sleep)
        }
      }
      try await observer.untilRunning(sleep)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try await database.read { db in try db.integer("SELECT count(*) FROM item") } == 0)
    }
    // The connection was kept.
    #expect(database.statistics.openedCount == 1)
  }

  @Test func `a waiter that is cancelled leaves the queue, and others continue`() async throws {
    let database = database
    let gate = Gate()
    let holder = Task { try await database.read { _ in gate.pass() } }
    await until { database.statistics.inUseCount == 1 }
    let waiting = Task { try await database.read { _ in } }
    await until { database.statistics.waitingCount == 1 }
    let other = Task { try await database.read { db in try db.integer("SELECT 7") } }
    await until { database.statistics.waitingCount == 2 }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(database.statistics.waitingCount == 1)
    gate.open()
    try await holder.value
    #expect(try await other.value == 7)
  }

  @Test func `a task that is already cancelled does nothing`() async throws {
    let database = database
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await database.write { db in _ = try db.execute("INSERT INTO item VALUES (1)") }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await database.read { db in try db.integer("SELECT count(*) FROM item") } == 0)
  }

  @Test func `a closure that is cancelled between two statements is rolled back`() async throws {
    let database = database
    let (inside, gate) = (Gate(), Gate())
    let task = Task {
      try await database.write { db in
        try db.execute("INSERT INTO item VALUES (1)")
        inside.open()
        gate.pass()
      }
    }
    await inside.passed()
    task.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await database.read { db in try db.integer("SELECT count(*) FROM item") } == 0)
  }

  @Test func `a loop of short statements is cancelled, too`() async throws {
    let database = database
    let task = Task {
      try await database.read { db in while true { try db.execute("SELECT 1") } }
    }
    await until { database.statistics.inUseCount == 1 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `no cancellation reaches the next access of the connection`() async throws {
    let database = database
    for _ in 0..<200 {
      let task = Task { try await database.read { db in try db.integer("SELECT 1") } }
      task.cancel()
      _ = try? await task.value
      #expect(try await database.read { db in try db.integer("SELECT count(*) FROM item") } == 0)
    }
    #expect(database.statistics.openedCount == 1)
  }
}
