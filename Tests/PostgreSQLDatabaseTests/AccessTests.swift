import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLTestSupport
import Testing

@Suite(.requiresPostgres, .timeLimit(.hang)) struct AccessTests {
  let scratch: PostgresScratchDatabase
  let database: PostgresDatabase

  init() throws {
    scratch = try PostgresScratchDatabase()
    database = scratch.database { $0.maximumConnectionCount = 2 }
    try database.write { db in
      try db.execute(script: "CREATE TABLE item (id int PRIMARY KEY, title text)")
    }
  }

  private func count() throws -> Int? {
    try database.read { db in try db.integer("SELECT count(*) FROM item") }
  }

  @Test func `a write is committed, and a read sees it`() async throws {
    try await database.write { db in _ = try db.execute("INSERT INTO item VALUES (1, 'a')") }
    #expect(try await database.read { db in try db.integer("SELECT count(*) FROM item") } == 1)
    try synchronously(database) { db in _ = try db.execute("INSERT INTO item VALUES (2, 'b')") }
    #expect(try count() == 2)
  }

  private func synchronously(
    _ database: PostgresDatabase,
    _ body: (PostgresConnection) throws -> Void
  ) throws {
    try database.write(body)
  }

  @Test func `a write that throws leaves nothing behind`() async throws {
    struct Stop: Error {}
    await #expect(throws: Stop.self) {
      try await database.write { db in
        try db.execute("INSERT INTO item VALUES (1, 'a')")
        throw Stop()
      }
    }
    let error = try failure(PostgresError.self) {
      try database.write { db in
        try db.execute("INSERT INTO item VALUES (1, 'a')")
        try db.execute("INSERT INTO item VALUES (1, 'a')")
      }
    }
    #expect(error.code == .uniqueViolation)
    #expect(try count() == 0)
    #expect(database.statistics.openCount == 1)
    #expect(database.statistics.lostCount == 0)
  }

  @Test func `a read cannot write`() throws {
    let error = try failure(PostgresError.self) {
      try database.read { db in _ = try db.execute("INSERT INTO item VALUES (1, 'a')") }
    }
    #expect(error.code == .readOnlyTransaction)
  }

  @Test func `a read sees one snapshot, or one for each statement with read committed`()
    throws
  {
    let counts = try database.read { db in
      let first = try db.integer("SELECT count(*) FROM item")
      try otherWriter(1)
      return [first, try db.integer("SELECT count(*) FROM item")]
    }
    #expect(counts == [0, 0])
    let others = try database.read(isolation: .readCommitted) { db in
      let first = try db.integer("SELECT count(*) FROM item")
      try otherWriter(2)
      return [first, try db.integer("SELECT count(*) FROM item")]
    }
    #expect(others == [1, 2])
  }

  private func otherWriter(_ id: Int64) throws {
    try scratch.connect().execute("INSERT INTO item VALUES ($1, '')", [.integer(id)])
  }

  @Test(arguments: PostgresIsolation.allCases)
  func `a write has the requested isolation`(isolation: PostgresIsolation) throws {
    let name = try database.write(isolation: isolation) { db in
      try db.execute("SHOW transaction_isolation").first { try $0.decode(String.self, at: 0) }
    }
    #expect(name?.uppercased() == isolation.rawValue)
  }

  @Test func `a caught statement error makes the commit fail, never roll back silently`()
    async throws
  {
    let error = try await failure(PostgresDatabaseError.self) {
      try await database.write { db in
        try db.execute("INSERT INTO item VALUES (1, 'a')")
        _ = try? db.execute("INSERT INTO item VALUES (1, 'again')")
      }
    }
    #expect(error.code == .transactionAborted)
    #expect(error.description.contains("inSavepoint"))
    #expect(try count() == 0)
  }

  @Test func `an error of the commit is thrown, and nothing is written`() throws {
    try database.write { db in
      try db.execute(
        script: "ALTER TABLE item ADD other int REFERENCES item DEFERRABLE INITIALLY DEFERRED"
      )
    }
    let error = try failure(PostgresError.self) {
      try database.write { db in _ = try db.execute("INSERT INTO item VALUES (1, 'a', 7)") }
    }
    #expect(error.code == .foreignKeyViolation)
    #expect(try count() == 0)
  }

  @Test func `a closure that ends its own transaction is an error`() throws {
    for end in ["COMMIT", "ROLLBACK"] {
      let error = try failure(PostgresDatabaseError.self) {
        try database.write { db in try db.execute(script: end) }
      }
      #expect(error.code == .transactionEnded)
    }
    #expect(try count() == 0)
  }

  @Test func `a connection without a transaction runs statements that cannot be in one`()
    async throws
  {
    try await database.withConnection { db in
      _ = try db.execute("CREATE INDEX CONCURRENTLY by_title ON item (title)")
    }
    let error = try failure(PostgresDatabaseError.self) {
      try database.withConnection { db in
        try db.execute(script: "BEGIN; INSERT INTO item VALUES (1, 'a')")
      }
    }
    #expect(error.code == .transactionLeftOpen)
    #expect(try count() == 0)
    #expect(database.statistics.openCount == 1)
  }

  @Test func `a connection that is closed afterwards leaves no session settings behind`() throws {
    let first = try database.withConnection(closingAfterwards: true) { db in
      try db.execute(script: "SET search_path = pg_catalog")
      return db.processID
    }
    let (second, count) = try database.withConnection { db in
      (db.processID, try db.integer("SELECT count(*) FROM item"))
    }
    #expect(second != first)
    #expect(count == 0)
    #expect(database.statistics.lostCount == 0)
  }

  @Test func `the setup of a new connection runs before an access gets it`() throws {
    let database = scratch.database {
      $0.onConnect = { db in try db.execute(script: "SET search_path = pg_catalog") }
    }
    let path = try database.read { db in
      try db.execute("SHOW search_path").first { try $0.decode(String.self, at: 0) }
    }
    #expect(path == "pg_catalog")
  }

  @Test func `an access within another throws, whether or not a connection is free`() async throws {
    let database = database
    #expect(
      try failure(PostgresDatabaseError.self) {
        try database.read { _ in try database.read { _ in } }
      }.code == .nestedAccess
    )
    let inner = try await failure(PostgresDatabaseError.self) {
      try await database.write { _ in try database.withConnection { _ in } }
    }
    #expect(inner.code == .nestedAccess)
    // Another database is another pool.
    let other = scratch.database()
    try synchronously(database) { _ in try other.read { _ in } }
  }

  @Test func `a task that a closure starts may access the database separately`() async throws {
    let database = database
    let task = try await database.read { _ in
      Task { try await database.read { db in try db.integer("SELECT 1") } }
    }
    #expect(try await task.value == 1)
    let gate = Gate()
    let (results, continuation) = AsyncStream.makeStream(of: Int?.self)
    try await database.read { _ in
      Task {
        continuation.yield(try? await database.read { db in try db.integer("SELECT 2") })
        gate.open()
      }
      // The other access runs while this one is in progress.
      gate.pass()
    }
    for await result in results {
      #expect(result == 2)
      break
    }
  }
}
