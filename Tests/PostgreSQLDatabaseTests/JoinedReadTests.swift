import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLTestSupport
import Testing

/// Reads whose transaction begins with a prepared query.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct JoinedReadTests {
  let scratch: PostgresScratchDatabase
  let database: PostgresDatabase
  let other: PostgresConnection
  private let select = "SELECT * FROM item ORDER BY id"

  init() throws {
    scratch = try PostgresScratchDatabase()
    database = scratch.database { $0.maximumConnectionCount = 1 }
    other = try scratch.connect()
    try other.execute(script: "CREATE TABLE item (id int); INSERT INTO item VALUES (1), (2)")
    _ = try rows(select)
  }

  private func rows(_ sql: String, _ values: [PostgresValue] = []) throws -> [[PostgresValue]] {
    try database.read { db in try db.execute(sql, values).values() }
  }

  /// Checks that the connection was kept, and works.
  private func check() throws {
    #expect(try rows(select).count == 2)
    #expect(database.statistics.openedCount == 1)
  }

  @Test func `the statements of a read see one snapshot`() throws {
    let counts = try database.read { db in
      let first = try db.execute(select).count
      try other.execute("INSERT INTO item VALUES (3)")
      return [first, try db.execute(select).count]
    }
    #expect(counts == [2, 2])
    #expect(try rows(select).count == 3)
    #expect(try rows("SHOW transaction_isolation") == [["repeatable read"]])
    #expect(try rows("SHOW transaction_isolation") == [["repeatable read"]])
    #expect(try rows("SHOW transaction_read_only") == [["on"]])
    #expect(try rows("SHOW transaction_read_only") == [["on"]])
  }

  @Test func `an error of the first query is its own, and aborts the transaction`() throws {
    let sql = "SELECT 1 / $1::int"
    #expect(try rows(sql, [1]) == [[1]])
    let error = try failure(PostgresError.self) { _ = try rows(sql, [0]) }
    #expect(error.code == .divisionByZero)
    #expect(error.sql == sql)
    let caught = try failure(PostgresDatabaseError.self) {
      try database.read { db in
        _ = try? db.execute(sql, [0])
        #expect(db.transactionStatus == .inFailedTransaction)
      }
    }
    #expect(caught.code == .transactionAborted)
    try check()
  }

  @Test func `a first query that is older than the schema is prepared again`() throws {
    try other.execute(script: "ALTER TABLE item ADD price int DEFAULT 5")
    #expect(try rows(select) == [[1, 5], [2, 5]])
    try check()
  }

  @Test func `a savepoint, a stream, a script or a pipeline may come first`() throws {
    let count = try database.read { db in try db.inSavepoint { try db.execute(select).count } }
    #expect(count == 2)
    var streamed = 0
    try database.read { db in try db.forEachRow(select) { _ in streamed += 1 } }
    #expect(streamed == 2)
    try database.read { db in
      try db.execute(script: "SELECT 1")
      #expect(db.transactionStatus == .inTransaction)
    }
    var piped = 0
    try database.read { db in
      try db.pipeline { pipeline in try pipeline.execute(select) { rows in piped = rows.count } }
      #expect(db.transactionStatus == .inTransaction)
    }
    #expect(piped == 2)
    try check()
  }

  @Test func `a first statement that writes is refused`() throws {
    let error = try failure(PostgresError.self) { _ = try rows("INSERT INTO item VALUES (9)") }
    #expect(error.code == .readOnlyTransaction)
    let again = try failure(PostgresError.self) { _ = try rows("INSERT INTO item VALUES (9)") }
    #expect(again.code == .readOnlyTransaction)
    try check()
  }

  @Test func `an advisory lock of a read is free when it returns`() throws {
    for _ in 0..<50 {
      try database.read { db in try db.lockAdvisory("import") }
      let isFree = try other.execute(
        "SELECT pg_try_advisory_lock($1)",
        [.integer(PostgresAdvisoryKey("import").number)]
      ).values()
      #expect(isFree == [[true]])
      try other.execute("SELECT pg_advisory_unlock_all()")
    }
  }

  @Test func `other accesses follow a read whose end was not awaited`() throws {
    for _ in 0..<20 {
      #expect(try rows(select).count == 2)
      let count = try database.withConnection { db in
        #expect(db.transactionStatus == .idle)
        return try db.execute(select).count
      }
      #expect(count == 2)
      #expect(try rows(select).count == 2)
      try database.write { db in _ = try db.execute("UPDATE item SET id = id") }
    }
    try check()
  }

  @Test func `a connection that ends after a read is replaced unnoticed`() async throws {
    let database = database
    for _ in 0..<5 {
      let id = try await database.read { [select] db in
        _ = try db.execute(select).count
        return db.processID
      }
      try other.execute("SELECT pg_terminate_backend($1, 300000)", [.integer(Int64(id))])
      let next = try await database.read { [select] db in
        _ = try db.execute(select).count
        return db.processID
      }
      #expect(next != id)
    }
    #expect(database.statistics.lostCount == 5)
  }

  @Test func `cancelling before or during the first query is a cancellation`() async throws {
    let (database, sleep) = (database, "SELECT pg_sleep($1::float8)")
    try await database.read { db in _ = try db.execute(sleep, [0.0]) }
    let (inside, gate) = (Gate(), Gate())
    let early = Task {
      try await database.read { db in
        inside.open()
        gate.pass()
        _ = try db.execute(sleep, [0.0])
      }
    }
    await inside.passed()
    early.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await early.value }
    for _ in 0..<10 {
      let task = Task { try await database.read { db in _ = try db.execute(sleep, [600.0]) } }
      try await other.untilRunning("pg_sleep(")
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    let count = try await database.read { [select] db in try db.execute(select).count }
    #expect(count == 2)
  }
}
