import LiveSQL
import LiveSQLTestSupport
import Synchronization
import Testing

/// Live queries whose tables are linked by inequalities: each row to half of all others.
@Suite(.timeLimit(.hang)) struct ManyLinksTests {
  static let queries = [
    "SELECT id FROM items WHERE EXISTS (SELECT 1 FROM items j WHERE j.a > items.a) ORDER BY id",
    "SELECT id FROM items WHERE NOT EXISTS (SELECT 1 FROM items j WHERE j.a > items.a)",
    "SELECT id, (SELECT count(*) FROM items j WHERE j.a < items.a) FROM items ORDER BY id LIMIT 5",
    "SELECT i.id, j.id FROM items i LEFT JOIN items j ON j.a > i.a WHERE i.id < 3 AND j.id < 3",
    "SELECT count(*), sum(j.a) FROM items i JOIN items j ON j.a > i.a",
    "SELECT max(j.a) FROM items i, items j WHERE j.a > i.a",
    """
    SELECT i.a % 7, count(*) FROM items i JOIN items j ON j.a > i.a
    GROUP BY i.a % 7 ORDER BY i.a % 7
    """,
    "SELECT DISTINCT i.a % 7 FROM items i JOIN items j ON j.a > i.a ORDER BY i.a % 7",
    """
    SELECT i.a % 7 AS n FROM items i JOIN items j ON j.a > i.a
    UNION SELECT a % 3 FROM items ORDER BY n
    """,
  ]

  /// Returns a database of items whose numbers all differ.
  private static func database(
    rowCount: Int,
    _ configuration: Configuration = Configuration()
  ) async throws -> DatabaseQueue {
    let database = try DatabaseQueue(configuration: configuration)
    try await database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE items (id INTEGER PRIMARY KEY, a INTEGER);
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rowCount))
          INSERT INTO items SELECT i, i * 7919 % 401 FROM n
          """
      )
    }
    return database
  }

  @Test(arguments: queries)
  func `a query with more links than rows runs again`(sql: String) async throws {
    let database = try await Self.database(rowCount: 400)
    let request = SQLRequest<Row>(sql: sql)
    @FetchAll(request, database: database) var shown
    try await $shown.load()
    #expect($shown.plan == .rerun(.manyLinks))
    // The reason names the subquery or the join, and what to write instead.
    let reason = try #require($shown.plan).description
    let parts = ["FROM items j WHERE j.a", "outer join of “j”", "the join of “i”, “j”"]
    #expect(parts.contains { reason.contains($0) }, "\(reason)")
    #expect(reason.hasSuffix("compare with =, not with <"))
    for change in ["UPDATE items SET a = 900 WHERE id = 1", "DELETE FROM items WHERE a > 300"] {
      try await database.write { try $0.execute(sql: change) }
      try await database.liveQueriesCaughtUp()
      #expect(try await database.read { try request.fetchAll($0) } == shown)
    }
  }

  @Test(
    arguments: [
      queries[0], queries[4], queries[8],
      "SELECT i.a, count(*) FROM items i JOIN items j ON j.a > i.a GROUP BY i.a ORDER BY i.a",
    ]
  )
  func `links grow with the rows until they are given up`(sql: String) async throws {
    let database = try DatabaseQueue()
    try await database.write {
      try $0.execute(sql: "CREATE TABLE items (id INTEGER PRIMARY KEY, a)")
    }
    let request = SQLRequest<Row>(sql: sql)
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

  @Test func `the plan is tried again when the result has lost half of its rows`() async throws {
    let database = try await Self.database(rowCount: 400)
    let request = SQLRequest<Row>(sql: Self.queries[0])
    @FetchAll(request, database: database) var shown
    try await $shown.load()
    #expect($shown.plan == .rerun(.manyLinks))
    for change in ["DELETE FROM items WHERE id > 20", "UPDATE items SET a = -1 WHERE id = 1"] {
      try await database.write { try $0.execute(sql: change) }
      try await database.liveQueriesCaughtUp()
    }
    #expect($shown.plan?.isRerun == false)
    #expect(try await database.read { try request.fetchAll($0) } == shown)
  }

  @Test func `the plan is tried again after some runs`() async throws {
    let database = try await Self.database(rowCount: 400)
    let request = SQLRequest<Row>(sql: Self.queries[1])
    @FetchAll(request, database: database) var shown
    try await $shown.load()
    try await database.write { try $0.execute(sql: "DELETE FROM items WHERE id > 20") }
    // A commit causes one run or, if it comes while another is read, two.
    for number in 1...16 {
      try await database.liveQueriesCaughtUp()
      if number <= 4 { #expect($shown.plan == .rerun(.manyLinks)) }
      try await database.write { db in
        try db.execute(sql: "UPDATE items SET a = ? WHERE id = 1", arguments: [1_000 + number])
      }
    }
    try await database.liveQueriesCaughtUp()
    #expect($shown.plan?.isRerun == false)
    #expect(try await database.read { try request.fetchAll($0) } == shown)
  }

  @Test func `a DISTINCT of equal numbers is tried again when they are written alike`() async throws
  {
    let database = try DatabaseQueue()
    try await database.write { db in
      try db.execute(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, n)")
      try db.execute(sql: "INSERT INTO t VALUES (1, 1), (2, 1.0), (3, 2), (4, 3), (5, 4)")
    }
    let request = SQLRequest<Row>(sql: "SELECT DISTINCT n FROM t ORDER BY n")
    @FetchAll(request, database: database) var shown
    try await $shown.load()
    #expect($shown.plan == .rerun(.distinct))
    #expect($shown.plan?.description.contains("1 and as 1.0; CAST the column") == true)
    for change in ["DELETE FROM t WHERE id IN (2, 3, 4)", "INSERT INTO t VALUES (6, 7)"] {
      try await database.write { try $0.execute(sql: change) }
      try await database.liveQueriesCaughtUp()
    }
    #expect($shown.plan == .distinctRows)
    #expect(try await database.read { try request.fetchAll($0) } == shown)
  }

  @Test(arguments: [(30, 0), (400, 1)])
  func `the rows of tables are counted only if there are many links`(
    rowCount: Int,
    countCount: Int
  ) async throws {
    let counts = Mutex(0)
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      db.trace { event in
        if "\(event)".contains("count(*)") { counts.withLock { $0 += 1 } }
      }
    }
    let database = try await Self.database(rowCount: rowCount, configuration)
    @FetchAll(SQLRequest<Row>(sql: Self.queries[0]), database: database) var shown
    try await $shown.load()
    #expect(counts.withLock { $0 } == countCount)
  }

  /// Returns the number of rows that the first result of a query steps through, with one list that
  /// is linked to items.
  private func stepsOfStart(linkCount: Int) async throws -> Int {
    let database = try await Self.database(rowCount: linkCount)
    try await database.write { db in
      try db.execute(sql: "CREATE TABLE lists (id INTEGER PRIMARY KEY, title TEXT)")
      try db.execute(sql: "INSERT INTO lists VALUES (1, 'a')")
      try db.execute(sql: "UPDATE items SET a = 1")
    }
    let sql = "SELECT title FROM lists WHERE EXISTS (SELECT 1 FROM items WHERE a = lists.id)"
    @FetchAll(SQLRequest<Row>(sql: sql), database: database) var shown
    // Loading it would start it once more.
    await until { database.liveQueryStatistics.first?.runCount == 1 }
    #expect($shown.plan == .keyedPatch)
    return try #require(database.liveQueryStatistics.first).steppedRowCount
  }

  @Test func `a start reads each link once, however many there are`() async throws {
    let few = try await stepsOfStart(linkCount: 900)
    let many = try await stepsOfStart(linkCount: 1_900)
    // Of many, the rows of both tables are counted besides.
    #expect(many - few == 1_000 + 2)
  }

  /// There may be 1,000 links, and 8 for each row: with 36 lists and 46 items, as many as there
  /// are.
  @Test(arguments: [(46, false), (47, true)])
  func `links are given up beyond a number for the rows`(itemCount: Int, areGivenUp: Bool)
    async throws
  {
    let database = try await Self.database(rowCount: itemCount)
    try await database.write { db in
      try db.execute(sql: "UPDATE items SET a = 100")
      try db.execute(
        sql: """
          CREATE TABLE lists (id INTEGER PRIMARY KEY);
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 36)
          INSERT INTO lists SELECT i FROM n
          """
      )
    }
    let sql = "SELECT id FROM lists WHERE EXISTS (SELECT 1 FROM items WHERE a > lists.id)"
    let request = SQLRequest<Row>(sql: sql)
    @FetchAll(request, database: database) var shown
    try await $shown.load()
    #expect(($shown.plan == .rerun(.manyLinks)) == areGivenUp)
    #expect(shown.count == 36)
  }

  @Test func `one row may be linked to more than few others`() async throws {
    let database = try await Self.database(rowCount: 900)
    try await database.write { db in
      try db.execute(sql: "CREATE TABLE lists (id INTEGER PRIMARY KEY, title TEXT)")
      try db.execute(sql: "INSERT INTO lists VALUES (1, 'a'), (2, 'b')")
      try db.execute(sql: "UPDATE items SET a = 1")
    }
    let sql = "SELECT title FROM lists WHERE EXISTS (SELECT 1 FROM items WHERE a = lists.id)"
    let request = SQLRequest<Row>(sql: sql)
    @FetchAll(request, database: database) var shown
    try await $shown.load()
    for change in [
      "INSERT INTO items SELECT id + 1000, 1 FROM items", "UPDATE lists SET title = 'c'",
      "UPDATE items SET a = 2 WHERE id > 1", "DELETE FROM items WHERE a = 1",
    ] {
      try await database.write { try $0.execute(sql: change) }
      try await database.liveQueriesCaughtUp()
      #expect(try await database.read { try request.fetchAll($0) } == shown)
    }
    #expect($shown.plan?.isRerun == false)
  }
}
