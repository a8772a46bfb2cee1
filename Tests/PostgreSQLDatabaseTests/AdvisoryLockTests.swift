import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLTestSupport
import Testing

@Suite(.requiresPostgres, .timeLimit(.hang)) struct AdvisoryLockTests {
  let scratch: PostgresScratchDatabase
  let (first, second): (PostgresDatabase, PostgresDatabase)

  init() throws {
    scratch = try PostgresScratchDatabase()
    (first, second) = (scratch.database(), scratch.database())
  }

  private func isFree(_ key: PostgresAdvisoryKey, for database: PostgresDatabase) throws -> Bool {
    try database.withAdvisoryLockIfFree(key) { _ in true } ?? false
  }

  @Test func `only one client at a time has a lock`() async throws {
    let (first, second) = (first, second)
    let gate = Gate()
    let holder = Task { try await first.withAdvisoryLock("report") { _ in gate.pass() } }
    try await until { try !isFree("report", for: second) }
    #expect(try await second.withAdvisoryLockIfFree("other") { _ in 1 } == 1)
    let waiting = Task {
      try await second.withAdvisoryLock("report") { db in try db.integer("SELECT 2") }
    }
    try await scratch.connect().untilRunning("pg_advisory_lock", waitsForLock: true)
    gate.open()
    try await holder.value
    #expect(try await waiting.value == 2)
    #expect(try await first.withAdvisoryLockIfFree("report") { _ in 3 } == 3)
  }

  @Test func `a lock is released after an error, and waiting for it can be cancelled`() async throws
  {
    struct Stop: Error {}
    let (first, second) = (first, second)
    await #expect(throws: Stop.self) {
      try await first.withAdvisoryLock(7) { db in
        try db.execute(script: "BEGIN")
        _ = try? db.execute("SELECT 1/0")
        throw Stop()
      }
    }
    #expect(first.statistics.lostCount == 0)
    let (inside, gate) = (Gate(), Gate())
    let holder = Task {
      try await second.withAdvisoryLock(7) { _ in
        inside.open()
        gate.pass()
      }
    }
    await inside.passed()
    let waiting = Task { try await first.withAdvisoryLock(7) { _ in } }
    try await scratch.connect().untilRunning("pg_advisory_lock", waitsForLock: true)
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    gate.open()
    try await holder.value
    let left =
      "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    #expect(try await first.read { db in try db.integer(left) } == 0)
  }

  @Test func `a transaction's lock ends with the transaction`() throws {
    try first.write { db in
      try db.lockAdvisory("import")
      #expect(try second.withAdvisoryLockIfFree("import") { _ in 1 } == nil)
    }
    #expect(try second.withAdvisoryLockIfFree("import") { _ in 1 } == 1)
    let error = try failure(PostgresDatabaseError.self) {
      try first.withConnection { db in try db.lockAdvisory("import") }
    }
    #expect(error.code == .noTransaction)
  }

  @Test func `a name has the same number everywhere`() {
    // FNV-1a of "a": http://www.isthe.com/chongo/tech/comp/fnv/
    #expect(UInt64(bitPattern: PostgresAdvisoryKey("a").number) == 0xAF63_DC4C_8601_EC8C)
    #expect(PostgresAdvisoryKey("a") != PostgresAdvisoryKey("b"))
    #expect(PostgresAdvisoryKey(7).number == 7)
  }
}
