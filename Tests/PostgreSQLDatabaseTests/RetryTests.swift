import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLTestSupport
import Testing

@Suite(.requiresPostgres, .timeLimit(.hang)) struct RetryTests {
  let scratch: PostgresScratchDatabase
  let database: PostgresDatabase

  init() throws {
    scratch = try PostgresScratchDatabase()
    database = scratch.database()
    try database.write { db in
      try db.execute(
        script: """
          CREATE TABLE account (id int PRIMARY KEY, amount int NOT NULL);
          INSERT INTO account VALUES (1, 0), (2, 0)
          """
      )
    }
  }

  /// Adds one to an account, which concurrent serializable transactions may not do, and returns the
  /// number of attempts.
  private func increase(_ retry: PostgresRetry, meeting: @escaping @Sendable (Int) -> Void)
    async throws -> Int
  {
    let attempts = Shared(0)
    try await database.write(isolation: .serializable, retrying: retry) { db in
      let attempt = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      let amount = try db.integer("SELECT amount FROM account WHERE id = 1") ?? 0
      meeting(attempt)
      let new = PostgresValue.integer(Int64(amount + 1))
      try db.execute("UPDATE account SET amount = $1 WHERE id = 1", [new])
    }
    return attempts.withLock { $0 }
  }

  /// Changes the account in another session in between.
  private func interfere() {
    _ = try? scratch.connect().execute("UPDATE account SET amount = amount + 10 WHERE id = 1")
  }

  @Test func `a conflict is an error unless retries are requested`() async throws {
    let error = try await failure(PostgresError.self) {
      _ = try await increase(.never) { _ in interfere() }
    }
    #expect(error.code == .serializationFailure)
  }

  @Test func `a conflict runs the closure again if retries are requested`() async throws {
    let attempts = try await increase(.serializationFailures(attempts: 5)) { attempt in
      if attempt < 3 { interfere() }
    }
    #expect(attempts == 3)
    let amount = try await database.read { db in
      try db.integer("SELECT amount FROM account WHERE id = 1")
    }
    #expect(amount == 21)
  }

  @Test func `a suspending transaction starts again if retries are requested`() async throws {
    let attempts = Shared(0)
    try await database.withTransaction(
      isolation: .serializable,
      retrying: .serializationFailures(attempts: 5)
    ) { transaction in
      attempts.withLock { $0 += 1 }
      let amount = try await transaction.run { db in
        try db.integer("SELECT amount FROM account WHERE id = 1") ?? 0
      }
      if attempts.withLock({ $0 }) < 3 { interfere() }
      try await transaction.run { db in
        let new = PostgresValue.integer(Int64(amount + 1))
        try db.execute("UPDATE account SET amount = $1 WHERE id = 1", [new])
      }
    }
    #expect(attempts.withLock { $0 } == 3)
    let amount = try await database.read { db in
      try db.integer("SELECT amount FROM account WHERE id = 1")
    }
    #expect(amount == 21)
    #expect(database.statistics.inUseCount == 0)
  }

  @Test func `a suspending transaction fails unless retries are requested`()
    async throws
  {
    let error = try await failure(PostgresError.self) {
      try await database.withTransaction(isolation: .serializable) { transaction in
        _ = try await transaction.run { db in
          try db.integer("SELECT amount FROM account WHERE id = 1")
        }
        interfere()
        try await transaction.run { db in
          _ = try db.execute("UPDATE account SET amount = 0 WHERE id = 1")
        }
      }
    }
    #expect(error.code == .serializationFailure)
  }

  @Test func `the number of attempts is limited`() async throws {
    let attempts = Shared(0)
    let error = try await failure(PostgresError.self) {
      _ = try await increase(.serializationFailures(attempts: 4)) { attempt in
        attempts.withLock { $0 = attempt }
        interfere()
      }
    }
    #expect(error.code == .serializationFailure)
    #expect(attempts.withLock { $0 } == 4)
  }

  @Test func `a changed schema is not an error in the first statement of an access`() throws {
    let observer = try scratch.connect()
    let database = scratch.database { $0.maximumConnectionCount = 1 }
    let read = {
      try database.read { db in
        try db.execute("SELECT * FROM account ORDER BY id").values().first?.count
      }
    }
    #expect(try read() == 2)
    try observer.execute(script: "ALTER TABLE account ADD COLUMN name text")
    #expect(try read() == 3)
    #expect(try read() == 3)
  }

  @Test
  func
    `a changed schema fails one later statement for all connections, none with retries`()
    async throws
  {
    let observer = try scratch.connect()
    let database = scratch.database { $0.maximumConnectionCount = 3 }
    let read = { @Sendable (retry: PostgresRetry) in
      try database.read(retrying: retry) { db in
        _ = try db.execute("SELECT 1")
        return try db.execute("SELECT * FROM account ORDER BY id").values().first?.count
      }
    }
    // Each connection has prepared it.
    let gate = Gate()
    async let others: Void = withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          try await database.read { db in
            try db.execute("SELECT * FROM account ORDER BY id")
            gate.pass()
          }
        }
      }
      try await group.waitForAll()
    }
    await until { database.statistics.inUseCount == 3 }
    gate.open(for: 3)
    try await others
    try observer.execute(script: "ALTER TABLE account ADD COLUMN name text")
    #expect(try failure(PostgresError.self) { _ = try read(.never) }.code == .featureNotSupported)
    let counts = try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<12 { group.addTask { try read(.never) } }
      return try await group.reduce(into: Set<Int?>()) { $0.insert($1) }
    }
    #expect(counts == [3])
    try observer.execute(script: "ALTER TABLE account ADD COLUMN other text")
    #expect(try read(.serializationFailures(attempts: 2)) == 4)
  }

  @Test func `other errors are not retried`() throws {
    var attempts = 0
    let error = try failure(PostgresError.self) {
      try database.write(retrying: .serializationFailures()) { db in
        attempts += 1
        try db.execute("SELECT 1/0")
      }
    }
    #expect(error.code == .divisionByZero)
    #expect(attempts == 1)
  }

  @Test func `many writers of one row all succeed in the end`() async throws {
    let database = database
    try await withThrowingTaskGroup { group in
      for _ in 0..<40 {
        group.addTask {
          try await database.write(
            isolation: .serializable,
            retrying: .serializationFailures(attempts: 1_000)
          ) { db in
            let amount = try db.integer("SELECT amount FROM account WHERE id = 2") ?? 0
            let new = PostgresValue.integer(Int64(amount + 1))
            try db.execute("UPDATE account SET amount = $1 WHERE id = 2", [new])
          }
        }
      }
      try await group.waitForAll()
    }
    let amount = try await database.read { db in
      try db.integer("SELECT amount FROM account WHERE id = 2")
    }
    #expect(amount == 40)
  }

  @Test func `write skew is a conflict that only the commit reports`() async throws {
    // Each transaction reads what the other writes: of two accounts, one must stay empty.
    let (first, second) = (Gate(), Gate())
    let attempts = Shared(0)
    let database = database
    let transfer = { @Sendable (mine: Int64, reads: @escaping @Sendable () -> Void) in
      try await database.write(
        isolation: .serializable,
        retrying: .serializationFailures(attempts: 10)
      ) { db in
        attempts.withLock { $0 += 1 }
        let sum = try db.integer("SELECT sum(amount) FROM account") ?? 0
        reads()
        guard sum == 0 else { return }
        try db.execute("UPDATE account SET amount = 1 WHERE id = $1", [.integer(mine)])
      }
    }
    let other = Task {
      try await transfer(2) {
        first.open()
        second.pass()
      }
    }
    try await transfer(1) {
      first.pass()
      // All later attempts of both pass without waiting.
      first.open(for: 100)
      second.open(for: 100)
    }
    try await other.value
    #expect(
      try await database.read { db in try db.integer("SELECT sum(amount) FROM account") } == 1
    )
    #expect(attempts.withLock { $0 } >= 3)
  }

  @Test func `a deadlock is a conflict, too`() async throws {
    let (first, second) = (Gate(), Gate())
    let attempts = Shared(0)
    let database = database
    let update = "UPDATE account SET amount = amount + 1 WHERE id = $1"
    let both = {
      @Sendable (one: Int64, two: Int64, meeting: @escaping @Sendable () -> Void) in
      try await database.write(retrying: .serializationFailures(attempts: 10)) { db in
        attempts.withLock { $0 += 1 }
        try db.execute(script: "SET LOCAL deadlock_timeout = '10ms'")
        try db.execute(update, [.integer(one)])
        meeting()
        try db.execute(update, [.integer(two)])
      }
    }
    let other = Task {
      try await both(2, 1) {
        first.open()
        second.pass()
      }
    }
    try await both(1, 2) {
      first.pass()
      first.open(for: 100)
      second.open(for: 100)
    }
    try await other.value
    #expect(attempts.withLock { $0 } >= 3)
    let sum = try await database.read { db in try db.integer("SELECT sum(amount) FROM account") }
    #expect(sum == 4)
  }
}
