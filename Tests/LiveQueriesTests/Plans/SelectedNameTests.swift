import LiveSQL
import LiveSQLTestSupport
import Testing

/// Live queries that are sorted by the name of a selected expression.
@Suite(.timeLimit(.hang)) struct SelectedNameTests {
  @Test(arguments: [
    #"SELECT id, n AS "É", m AS "é" FROM item ORDER BY "É""#,
    #"SELECT id, n AS "É", m AS "é" FROM item ORDER BY "é""#,
    "SELECT id, n AS x, m AS x FROM item ORDER BY x",
    "SELECT id, m AS x, n AS X FROM item ORDER BY x DESC",
  ])
  func `rows are sorted by the expression that SQLite means`(sql: String) async throws {
    let database = try DatabaseQueue()
    try await database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE item (id INTEGER PRIMARY KEY, n INTEGER NOT NULL, m INTEGER NOT NULL);
          INSERT INTO item VALUES (1, 1, 30), (2, 2, 20), (3, 3, 10);
          """
      )
    }
    let request = SQLRequest<Row>(sql: sql)
    @FetchAll(request, database: database) var shown
    try await $shown.load()
    for change in [
      "UPDATE item SET n = 5, m = 5 WHERE id = 2", "INSERT INTO item VALUES (4, 4, 7)",
    ] {
      try await database.write { try $0.execute(sql: change) }
      try await database.liveQueriesCaughtUp()
      let fetched = try await database.read { try request.fetchAll($0) }
      #expect($shown.loadError == nil)
      #expect(shown == fetched)
    }
  }
}
