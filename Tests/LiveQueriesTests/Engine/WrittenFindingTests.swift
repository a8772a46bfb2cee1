import LiveSQL
import LiveSQLTestSupport
import Testing

/// Statements that the fuzz of written statements found to be patched wrongly, each with the
/// transaction after which it was.
@Suite(.mayBlock) struct WrittenFindingTests {
  private static let findings: [(sql: String, change: String)] = [
    // The name of a selected expression, in other quotes, in parentheses and with a collation.
    ("SELECT id, -n AS n FROM item ORDER BY `n` DESC, id", "UPDATE item SET n = 9 WHERE id = 1"),
    ("SELECT id, -n AS n FROM item ORDER BY [n], id", "UPDATE item SET n = 9 WHERE id = 1"),
    ("SELECT id, -n AS n FROM item ORDER BY (\"N\"), id", "UPDATE item SET n = 9 WHERE id = 1"),
    (
      "SELECT id, 'x' || (9 - n) AS t FROM item ORDER BY t COLLATE NOCASE, id",
      "UPDATE item SET n = 8 WHERE id = 1"
    ),
    // NULL is not in an empty list, and neither in nor not in another.
    (
      "SELECT id FROM item WHERE t NOT IN (SELECT name FROM list WHERE list.id > item.n) ORDER BY id",
      "DELETE FROM list"
    ),
    (
      "SELECT id FROM item WHERE (t IN (SELECT name FROM list WHERE list.id > item.n)) IS NULL",
      "DELETE FROM list"
    ),
    (
      "SELECT id, t IN (SELECT name FROM list WHERE list.id > item.n) FROM item ORDER BY id",
      "UPDATE list SET name = NULL WHERE id = 5"
    ),
    // To SQLite, a byte order mark is a space.
    ("SELECT id FROM item WHERE n > 1 ORDER \u{FEFF} BY id", "DELETE FROM item WHERE id = 3"),
    ("SELECT n FROM item \u{FEFF}NATURAL JOIN other", "INSERT INTO other VALUES (3)"),
    // Names of schemas ignore the case of letters.
    ("SELECT count(*) FROM TEMP.picked", "INSERT INTO temp.picked VALUES (7)"),
    ("SELECT count(*) FROM MAIN.item", "DELETE FROM main.item"),
  ]

  @Test(arguments: findings)
  func `a live query shows the rows of a fresh read`(sql: String, change: String)
    async throws
  {
    let database = try DatabaseQueue()
    try await database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE item (id INTEGER PRIMARY KEY, n INTEGER, t TEXT);
          CREATE TABLE list (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE other (id INTEGER PRIMARY KEY);
          CREATE TEMP TABLE picked (id INTEGER PRIMARY KEY);
          INSERT INTO item VALUES (1, 1, 'a'), (2, 2, NULL), (3, 3, 'b'), (4, 4, NULL), (5, 0, 'q');
          INSERT INTO list VALUES (3, 'a'), (5, 'b');
          INSERT INTO other VALUES (1), (2);
          """
      )
    }
    // Once a database is attached, the schemas are known.
    try await database.writeWithoutTransaction { try $0.execute(sql: "ATTACH ':memory:' AS more") }
    let request = SQLRequest<Row>(sql: sql)
    @FetchAll(request, database: database) var shown
    try await $shown.load()
    try await database.write { try $0.execute(sql: change) }
    try await database.liveQueriesCaughtUp()
    let fresh = try await database.read { try request.fetchAll($0) }
    #expect(shown == fresh)
    #expect($shown.loadError == nil)
  }
}
