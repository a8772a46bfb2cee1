import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLTestSupport
import Testing

@Suite(.requiresPostgres, .timeLimit(.hang)) struct TransactionTests {
  let scratch: PostgresScratchDatabase
  let database: PostgresDatabase

  init() throws {
    scratch = try PostgresScratchDatabase()
    database = scratch.database { $0.maximumConnectionCount = 1 }
    try database.write { db in try db.execute(script: "CREATE TABLE item (id int PRIMARY KEY)") }
  }

  private func count() async throws -> Int? {
    try await database.read { db in try db.integer("SELECT count(*) FROM item") }
  }

  private static func insert(_ id: Int64) -> @Sendable (PostgresConnection) throws -> Void {
    { db in _ = try db.execute("INSERT INTO item VALUES ($1)", [.integer(id)]) }
  }

  @Test func `the parts of a suspending transaction are committed together`() async throws {
    let observer = try scratch.connect()
    let seen = try await database.withTransaction { transaction in
      try await transaction.run(Self.insert(1))
      await Task.yield()
      let seen = try observer.integer("SELECT count(*) FROM item")
      try await transaction.run(Self.insert(2))
      return seen
    }
    #expect(seen == 0)
    #expect(try await count() == 2)
  }

  @Test func `an error rolls it back, and so does a caught statement error`() async throws {
    struct Stop: Error {}
    await #expect(throws: Stop.self) {
      try await database.withTransaction { transaction in
        try await transaction.run(Self.insert(1))
        throw Stop()
      }
    }
    let error = try await failure(PostgresDatabaseError.self) {
      try await database.withTransaction { transaction in
        try await transaction.run(Self.insert(1))
        try? await transaction.run(Self.insert(1))
      }
    }
    #expect(error.code == .transactionAborted)
    #expect(try await count() == 0)
  }

  /// Starts a transaction that the server does not end by its own limit.
  ///
  /// That limit comes five seconds after the deadline. On a machine that stands still for longer it
  /// may come first, and then it ends the session, so that the pool opens another connection.
  private static let withoutServerLimit: @Sendable (PostgresConnection) throws -> Void = { db in
    try db.execute(script: "SET LOCAL idle_in_transaction_session_timeout = 0")
  }

  @Test func `its deadline rolls it back, whatever it is waiting for`() async throws {
    let database = database
    let error = try await failure(PostgresDatabaseError.self) {
      try await database.withTransaction(deadline: .milliseconds(50)) { transaction in
        try await transaction.run(Self.withoutServerLimit)
        try await transaction.run(Self.insert(1))
        // The connection is free again before this ends.
        await until { database.statistics.inUseCount == 0 }
        try await transaction.run(Self.insert(2))
      }
    }
    #expect(error.code == .transactionDeadline)
    #expect(try await count() == 0)
    let other = try await failure(PostgresDatabaseError.self) {
      try await database.withTransaction(deadline: .milliseconds(50)) { transaction in
        try await transaction.run { db in _ = try db.execute("SELECT pg_sleep(604)") }
      }
    }
    #expect(other.code == .transactionDeadline)
  }

  @Test func `the connection of a transaction that its deadline ended is used again`()
    async throws
  {
    let database = database
    let before = try await database.read { db in db.processID }
    let error = try await failure(PostgresDatabaseError.self) {
      // The deadline passes while the transaction waits for something else than the server: so no
      // statement is cancelled, for which a busy server may need so long that it is given up.
      try await database.withTransaction(deadline: .seconds(2)) { transaction in
        try await transaction.run(Self.withoutServerLimit)
        try await transaction.run(Self.insert(1))
        await until { database.statistics.inUseCount == 0 }
        try await transaction.run(Self.insert(2))
      }
    }
    #expect(error.code == .transactionDeadline)
    let after = try await database.read { db in db.processID }
    #expect(after == before)
    #expect(database.statistics.openedCount == 1)
  }

  @Test func `the server has its own time limit`() async throws {
    let limit = try await database.withTransaction(deadline: .seconds(600)) { transaction in
      try await transaction.run { db in
        try db.execute("SHOW idle_in_transaction_session_timeout")
          .first { try $0.decode(String.self, at: 0) }
      }
    }
    #expect(limit == "605s")
    let after = try await database.read { db in
      try db.execute("SHOW idle_in_transaction_session_timeout")
        .first { try $0.decode(String.self, at: 0) }
    }
    #expect(after == "0")
  }

  @Test func `a nested access throws, also in child tasks`() async throws {
    let database = database
    try await database.withTransaction { transaction in
      let error = try await failure(PostgresDatabaseError.self) {
        try await database.read { _ in }
      }
      #expect(error.code == .nestedAccess)
      async let child = failure(PostgresDatabaseError.self) {
        try await database.withTransaction { _ in }
      }
      #expect(try await child.code == .nestedAccess)
      try await transaction.run(Self.insert(1))
    }
    #expect(try await count() == 1)
  }

  @Test func `it cannot be used after its end`() async throws {
    let transaction = try await database.withTransaction { $0 }
    let error = try await failure(PostgresDatabaseError.self) {
      try await transaction.run(Self.insert(1))
    }
    #expect(error.code == .noTransaction)
    #expect(try await count() == 0)
  }

  @Test func `cancelling the task rolls it back`() async throws {
    let database = database
    let observer = try scratch.connect()
    let task = Task {
      try await database.withTransaction { transaction in
        try await transaction.run(Self.insert(1))
        try await transaction.run { db in _ = try db.execute("SELECT pg_sleep(605)") }
      }
    }
    try await observer.untilRunning("pg_sleep(605)")
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await count() == 0)
  }
}
