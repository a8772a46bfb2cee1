import LiveSQL
import LiveSQLTestSupport
import SQLiteQueries
import Testing

/// Live queries whose rows are linked by columns that no index finds.
///
/// SQLite makes no automatic index of a table without row numbers.
@Suite(.timeLimit(.hang)) struct UnindexedLinksTests {
  static let queries = [
    "SELECT id FROM item WHERE t NOT IN (SELECT k FROM word) ORDER BY id",
    "SELECT id FROM item WHERE t IN (SELECT k FROM word) ORDER BY id",
    """
    SELECT a.id, b.id FROM item a LEFT JOIN item b ON b.n IS a.n WHERE a.id < 4
    ORDER BY a.id, b.id
    """,
  ]

  private static func database(rowCount: Int) async throws -> DatabaseQueue {
    let database = try DatabaseQueue()
    try await database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE item (id INTEGER PRIMARY KEY, t TEXT COLLATE NOCASE, n INTEGER)
          WITHOUT ROWID;
          CREATE TABLE word (k TEXT PRIMARY KEY) WITHOUT ROWID;
          WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < \(rowCount))
          INSERT INTO item SELECT i, 'T' || i, i / 2 FROM c;
          INSERT INTO word SELECT lower(t) FROM item WHERE id % 3 = 0;
          """
      )
    }
    return database
  }

  @Test(arguments: queries)
  func `links of large tables without an index are not looked for`(sql: String) async throws {
    let database = try await Self.database(rowCount: 600)
    let plan = try await plan(of: sql, database)
    #expect(plan == .rerun(.manyLinks))
    #expect("\(plan)".hasSuffix("create an index on the columns that it compares"))
  }

  @Test(arguments: queries)
  func `they are looked for in small tables, and by an index`(sql: String) async throws {
    let small = try await Self.database(rowCount: 200)
    #expect(try await !isRunAgain(sql, small))
    let indexed = try await Self.database(rowCount: 600)
    try await indexed.write { db in
      try db.execute(sql: "CREATE INDEX item_t ON item (t); CREATE INDEX item_n ON item (n)")
    }
    #expect(try await !isRunAgain(sql, indexed))
  }

  private func isRunAgain(_ sql: String, _ database: DatabaseQueue) async throws -> Bool {
    if case .rerun = try await plan(of: sql, database) { true } else { false }
  }

  /// Returns the plan of a live query that was compared with its statement after some commits.
  private func plan(of sql: String, _ database: DatabaseQueue) async throws -> LivePlan {
    let request = SQLRequest<Row>(sql: sql)
    @FetchAll(request, database: database) var shown
    try await $shown.load()
    for change in [
      "UPDATE item SET t = 'x', n = 3 WHERE id = 2", "DELETE FROM word WHERE k = 't3'",
      "INSERT INTO word VALUES ('X')",
    ] {
      try await database.write { try $0.execute(sql: change) }
      try await database.liveQueriesCaughtUp()
      #expect(try await database.read { try request.fetchAll($0) } == shown)
    }
    return try #require($shown.plan)
  }

  @Test(arguments: [
    ("SELECT 1 FROM a, b WHERE a.x = b.x", true), ("SELECT 1 FROM a, b WHERE a.x = b.id", false),
    ("SELECT 1 FROM a WHERE x IN (SELECT x FROM b)", false),
    ("SELECT 1 FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.x = a.x)", true),
    ("SELECT 1 FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.id = a.x)", false),
    ("SELECT x FROM a UNION ALL SELECT x FROM b", false), ("SELECT 1 FROM a", false),
    ("SELECT (SELECT max(x) FROM b) FROM a", false),
  ])
  func `SQLite's plan says whether all rows are compared`(sql: String, isSlow: Bool) throws {
    let database = try DatabaseQueue()
    let answer = try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE a (id INTEGER PRIMARY KEY, x INTEGER) WITHOUT ROWID;
          CREATE TABLE b (id INTEGER PRIMARY KEY, x INTEGER) WITHOUT ROWID;
          """
      )
      return try db.comparesAllRows(for: QueryFragment(sql))
    }
    #expect(answer == isSlow)
  }
}
