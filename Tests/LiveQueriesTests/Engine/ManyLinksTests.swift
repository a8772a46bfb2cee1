import LiveSQL
import LiveSQLTestSupport
import Testing

/// Live queries whose tables are linked by inequalities: each row to half of all others.
@Suite(.timeLimit(.hang)) struct ManyLinksTests {
  static let queries = [
    "SELECT id FROM items WHERE EXISTS (SELECT 1 FROM items j WHERE j.a > items.a) ORDER BY id",
    "SELECT id FROM items WHERE NOT EXISTS (SELECT 1 FROM items j WHERE j.a > items.a)",
    "SELECT id, (SELECT count(*) FROM items j WHERE j.a < items.a) FROM items ORDER BY id LIMIT 5",
    "SELECT i.id, j.id FROM items i LEFT JOIN items j ON j.a > i.a WHERE i.id < 3 AND j.id < 3",
  ]

  @Test(arguments: queries)
  func `a query with more links than rows runs again`(sql: String) async throws {
    let database = try DatabaseQueue()
    try await database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE items (id INTEGER PRIMARY KEY, a INTEGER);
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
          INSERT INTO items SELECT i, i * 7919 % 401 FROM n
          """
      )
    }
    let request = SQLRequest<Row>(sql: sql)
    @FetchAll(request, database: database) var shown
    try await $shown.load()
    #expect($shown.plan == .rerun(.manyLinks))
    for change in ["UPDATE items SET a = 900 WHERE id = 1", "DELETE FROM items WHERE a > 300"] {
      try await database.write { try $0.execute(sql: change) }
      try await database.liveQueriesCaughtUp()
      #expect(try await database.read { try request.fetchAll($0) } == shown)
    }
  }

  @Test func `links grow with the rows until they are given up`() async throws {
    let database = try DatabaseQueue()
    try await database.write {
      try $0.execute(sql: "CREATE TABLE items (id INTEGER PRIMARY KEY, a)")
    }
    let request = SQLRequest<Row>(sql: Self.queries[0])
    @FetchAll(request, database: database) var shown
    try await $shown.load()
    #expect($shown.plan?.isRerun == false)
    for number in 1...400 {
      try await database.write { db in
        try db.execute(sql: "INSERT INTO items VALUES (?1, ?1)", arguments: [number])
      }
    }
    try await database.liveQueriesCaughtUp()
    #expect($shown.plan == .rerun(.manyLinks))
    #expect(try await database.read { try request.fetchAll($0) } == shown)
  }

  @Test func `rows that are linked by equality are patched`() async throws {
    let database = try DatabaseQueue()
    try await database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE lists (id INTEGER PRIMARY KEY, title TEXT);
          CREATE TABLE items (id INTEGER PRIMARY KEY, list INTEGER);
          INSERT INTO lists VALUES (1, 'a'), (2, 'b');
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
          INSERT INTO items SELECT i, i % 2 FROM n
          """
      )
    }
    let sql = "SELECT title FROM lists WHERE EXISTS (SELECT 1 FROM items WHERE list = lists.id)"
    @FetchAll(SQLRequest<Row>(sql: sql), database: database) var shown
    try await $shown.load()
    #expect($shown.plan?.isRerun == false)
  }
}
