import LiveSQL
import LiveSQLTestSupport
import Testing

/// Live queries whose names are texts between apostrophes, which SQLite reads as names where only
/// a name can stand, and whose tables stand in parentheses.
@Suite(.timeLimit(.hang)) struct QuotedAliasTests {
  private static let schema = """
    CREATE TABLE list (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE item (id INTEGER PRIMARY KEY, n INTEGER, list INTEGER);
    INSERT INTO list VALUES (1, 'a'), (2, 'B');
    INSERT INTO item VALUES (1, 3, 1), (2, 2, 1), (3, 1, 2);
    """

  /// In each, the name has another meaning without the text.
  static let queries: [(sql: String, plan: LivePlan)] = [
    (
      """
      SELECT list.id, item.name FROM item AS list JOIN list AS 'item' ON item.id = list.list
      ORDER BY list.id
      """, .join
    ),
    (
      """
      SELECT list.id, 'item'.name FROM item AS 'list', list AS 'item' WHERE 'item'.id = 'list'.list
      ORDER BY 'list'.id
      """, .join
    ),
    ("SELECT id, -n AS 'n' FROM item ORDER BY n", .orderedPatch),
    ("SELECT id, -n 'n' FROM item ORDER BY n, id", .orderedPatch),
    ("SELECT 'i'.id, i.'n' FROM item AS 'i' ORDER BY 'i'.n DESC", .orderedPatch),
    (
      """
      SELECT id FROM list WHERE EXISTS (SELECT 1 FROM item WHERE item.list = 'list'.id AND n > 2)
      ORDER BY id
      """, .orderedPatch
    ),
    ("SELECT id FROM 'item' ORDER BY n", .orderedPatch),
    ("SELECT 'i'.id FROM main.'item' 'i' ORDER BY i.n", .orderedPatch),
    ("SELECT list.id FROM 'item' JOIN 'list' ON list.id = 'item'.list ORDER BY item.id", .join),
    ("SELECT id FROM ((item)) ORDER BY n DESC", .orderedPatch),
    ("SELECT i.id FROM (item AS i) WHERE i.n > 1 ORDER BY i.n", .orderedPatch),
    ("SELECT list.id FROM (item) JOIN (('list')) ON list.id = list ORDER BY item.id", .join),
    ("SELECT list % 2 AS 'n', count(*) FROM item GROUP BY list % 2 ORDER BY n", .groups),
  ]

  @Test(arguments: queries)
  func `texts as names`(query: (sql: String, plan: LivePlan)) async throws {
    let database = try DatabaseQueue()
    try await database.write { try $0.execute(sql: Self.schema) }
    let request = SQLRequest<Row>(sql: query.sql)
    @FetchAll(request, database: database) var shown
    try await $shown.load()
    #expect($shown.plan == query.plan)
    for sql in [
      "UPDATE list SET name = 'b' WHERE id = 1", "UPDATE item SET n = 9 - n WHERE id < 3",
      "UPDATE item SET n = 1, list = 2 WHERE id = 2", "INSERT INTO item VALUES (4, 7, 2)",
      "UPDATE list SET name = 'c'", "DELETE FROM item WHERE id = 1",
    ] {
      try await database.write { try $0.execute(sql: sql) }
      try await database.liveQueriesCaughtUp()
      #expect(try await database.read { try request.fetchAll($0) } == shown, "\(sql)")
    }
    #expect($shown.plan == query.plan)
  }
}
