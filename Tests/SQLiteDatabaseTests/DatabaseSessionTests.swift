import LiveSQLTestSupport
import SQLiteDatabase
import Testing

/// Tests of accesses that share an open transaction.
@Suite(.timeLimit(.hang)) struct DatabaseSessionTests {
  private let scratch: ScratchDirectory
  private let database: DatabaseQueue

  init() throws {
    scratch = try ScratchDirectory()
    database = try DatabaseQueue(path: scratch.path(of: "a.db"))
    try database.write { db in
      try db.execute(sql: "CREATE TABLE t (a UNIQUE); INSERT INTO t VALUES (1)")
    }
  }

  private func count() throws -> Int? {
    try database.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM t") }
  }

  @Test func `one access can end a transaction that another began`() async throws {
    let session = try await DatabaseSession(on: database)
    try await session.run { db in try db.execute(sql: "BEGIN; INSERT INTO t VALUES (2)") }
    let isOpen = try await session.run(readOnly: true) { $0.isInsideTransaction }
    #expect(isOpen)
    try await session.run { db in try db.execute(sql: "COMMIT") }
    await session.end()
    #expect(try count() == 2)
  }

  @Test func `an open transaction is rolled back at the end`() async throws {
    let session = try await DatabaseSession(on: database)
    try await session.run { db in try db.execute(sql: "BEGIN; DELETE FROM t") }
    await session.end()
    #expect(try count() == 1)
    try await database.write { db in try db.execute(sql: "DELETE FROM t") }
  }

  @Test func `an error ends the statement but not the transaction around it`() async throws {
    let session = try await DatabaseSession(on: database)
    try await session.run { db in try db.execute(sql: "BEGIN; INSERT INTO t VALUES (2)") }
    await #expect(throws: DatabaseError.self) {
      try await session.run { db in try db.execute(sql: "INSERT INTO t VALUES (2)") }
    }
    try await session.run { db in try db.execute(sql: "COMMIT") }
    await session.end()
    #expect(try count() == 2)
  }

  @Test func `after SQLite rolled back, the session continues without a transaction`()
    async throws
  {
    let session = try await DatabaseSession(on: database)
    try await session.run { db in try db.execute(sql: "BEGIN; INSERT INTO t VALUES (2)") }
    await #expect(throws: DatabaseError.self) {
      try await session.run { db in try db.execute(sql: "INSERT OR ROLLBACK INTO t VALUES (1)") }
    }
    let isOpen = try await session.run(readOnly: true) { $0.isInsideTransaction }
    #expect(!isOpen)
    try await session.run { db in try db.execute(sql: "INSERT INTO t VALUES (3)") }
    await session.end()
    #expect(try count() == 2)
  }

  @Test func `a read-only access refuses to write and to begin`() async throws {
    let session = try await DatabaseSession(on: database)
    for sql in ["INSERT INTO t VALUES (2)", "BEGIN"] {
      let error = await #expect(throws: DatabaseError.self) {
        try await session.run(readOnly: true) { db in try db.execute(sql: sql) }
      }
      #expect(error?.code == .readOnly)
    }
    await session.end()
    #expect(try count() == 1)
  }

  @Test func `cancellation interrupts a statement, and the next access works`() async throws {
    let session = try await DatabaseSession(on: database)
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    let endless = Task {
      try await session.run { db in
        continuation.yield()
        try db.execute(
          sql:
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
        )
      }
    }
    for await _ in started { break }
    endless.cancel()
    await #expect(throws: CancellationError.self) { try await endless.value }
    let one = try await session.run { db in try Int.fetchOne(db, sql: "SELECT 1") }
    #expect(one == 1)
    await session.end()
  }

  @Test func `a closed database refuses a session`() async throws {
    try database.close()
    await #expect(throws: DatabaseError.self) { _ = try await DatabaseSession(on: database) }
  }
}

/// Tests of SQL text with several statements.
@Suite(.timeLimit(.hang)) struct StatementTextTests {
  @Test(arguments: [
    ("SELECT 1;", true), ("SELECT 1", false), ("SELECT ';", false), ("SELECT ';';", true),
    ("", false),
    ("SELECT 1; -- a", true), ("/* ; ", false),
    ("CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1;", false),
    ("CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END;", true),
  ])
  func `a text is complete if its last statement is`(sql: String, isComplete: Bool) {
    #expect(Database.isCompleteStatement(sql) == isComplete)
  }

  @Test func `the keywords are those of SQLite`() {
    #expect(Set(Database.keywords).isSuperset(of: ["SELECT", "INSERT", "WITHOUT"]))
    #expect(Database.keywords.allSatisfy { $0 == $0.uppercased() && !$0.isEmpty })
  }

  @Test func `statements are compiled one by one, with their arguments and offsets`() throws {
    let sql = "CREATE TABLE t (a); INSERT INTO t VALUES (?);\n-- end\nINSERT INTO t VALUES (?)"
    try DatabaseQueue().write { db in
      var places: [Int] = []
      try db.forEachStatement(in: sql, arguments: [7, 8], willCompile: { places.append($0) }) {
        try $0.execute(arguments: $1)
      }
      #expect(places == [0, 19, 45, 77])
      #expect(try Int.fetchAll(db, sql: "SELECT a FROM t") == [7, 8])
    }
  }

  @Test func `unused arguments are an error unless the text continues`() throws {
    try DatabaseQueue().write { db in
      let error = #expect(throws: DatabaseError.self) {
        try db.forEachStatement(in: "SELECT ?", arguments: [1, 2]) { try $0.execute(arguments: $1) }
      }
      #expect(error?.message == "There is 1 more argument than the statements have parameters.")
      try db.forEachStatement(in: "SELECT :a", arguments: ["a": 1, "b": 2], isPartOfText: true) {
        try $0.execute(arguments: $1)
      }
    }
  }
}
