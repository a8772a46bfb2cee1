import LiveSQL
import LiveSQLTestSupport
import Testing

/// Live queries beside rows that the statement does not evaluate, and that would fail if it did.
@Suite(.timeLimit(.hang)) struct FailingRowTests {
  private static let schema = """
    CREATE TABLE item (id INTEGER PRIMARY KEY, kind TEXT, n INTEGER, d TEXT);
    INSERT INTO item VALUES
      (1, 'a', 1, '{"a":1}'), (2, 'a', 2, '{"a":2}'), (3, 'a', 3, '{"a":3}'),
      (4, 'b', -9223372036854775808, '{bad'), (5, 'b', -9223372036854775807, '{"a":5}');
    CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO tag VALUES (1, 'one'), (2, 'two'), (5, 'five');
    """

  static let windows = [
    "SELECT id, json_extract(d, '$.a') FROM item ORDER BY id LIMIT 2",
    "SELECT id, abs(n) FROM item ORDER BY id LIMIT 2",
    "SELECT id, abs(n) FROM item ORDER BY id LIMIT 1 OFFSET 1",
    "SELECT id, json_extract(d, '$.a') FROM item ORDER BY id DESC LIMIT 1",
    "SELECT id, json_extract(d, '$.a') FROM item ORDER BY id LIMIT 2 OFFSET 4",
    "SELECT kind, sum(n) FROM item GROUP BY kind ORDER BY kind LIMIT 1",
    "SELECT DISTINCT kind FROM item ORDER BY id LIMIT 1",
  ]

  static let links = [
    """
    SELECT id FROM item WHERE json_valid(d)
    AND EXISTS (SELECT 1 FROM tag WHERE tag.id = json_extract(item.d, '$.a')) ORDER BY id
    """,
    """
    SELECT item.id, tag.name FROM item LEFT JOIN tag ON tag.id = json_extract(item.d, '$.a')
    WHERE json_valid(item.d) ORDER BY item.id
    """,
    """
    SELECT id FROM item WHERE json_valid(d) AND json_extract(d, '$.a') IN (SELECT id FROM tag)
    ORDER BY id
    """,
    """
    SELECT id, (SELECT name FROM tag WHERE tag.id = json_extract(item.d, '$.a')) FROM item
    WHERE json_valid(d) ORDER BY id
    """,
    """
    SELECT item.id, tag.name FROM item JOIN tag ON tag.id = json_extract(item.d, '$.a')
    WHERE json_valid(item.d) ORDER BY item.id
    """,
    "SELECT sum(n) FROM item WHERE n > 0",
  ]

  private static let changes = [
    "UPDATE item SET d = '{\"a\":2}' WHERE id = 1", "INSERT INTO item VALUES (6, 'a', 6, '{bad')",
    "UPDATE tag SET name = 'zwei' WHERE id = 2", "UPDATE item SET d = '{\"a\":5}' WHERE id = 4",
    "DELETE FROM item WHERE id = 3", "UPDATE item SET n = 4, d = '[' WHERE id = 4",
    "DELETE FROM tag WHERE id = 5", "UPDATE item SET d = '{\"a\":9}', n = 1 WHERE id = 6",
    "INSERT INTO tag VALUES (9, 'nine')", "DELETE FROM item WHERE id = 1",
  ]

  @Test(arguments: windows + links)
  func `a row that the statement does not evaluate is no error`(sql: String) async throws {
    let database = try DatabaseQueue()
    try await database.write { try $0.execute(sql: Self.schema) }
    let request = SQLRequest<Row>(sql: sql)
    @FetchAll(request, database: database) var shown
    try await $shown.load()
    for change in ["SELECT 1"] + Self.changes {
      try await database.write { try $0.execute(sql: change) }
      try await database.liveQueriesCaughtUp()
      let fetched = try? await database.read { try request.fetchAll($0) }
      if let fetched {
        #expect($shown.loadError == nil, "\(change): \($shown.plan.map { "\($0)" } ?? "")")
        #expect(shown == fetched, "\(change): \($shown.plan.map { "\($0)" } ?? "")")
      } else {
        #expect($shown.loadError != nil, "\(change)")
      }
    }
  }

  @Test(arguments: windows.prefix(2))
  func `a failing row in reserve is named as the reason`(sql: String) async throws {
    let database = try DatabaseQueue()
    try await database.write { try $0.execute(sql: Self.schema) }
    @FetchAll(SQLRequest<Row>(sql: sql), database: database) var shown
    try await $shown.load()
    #expect($shown.plan == .rerun(.failingRow))
    try await database.write { db in
      try db.execute(sql: "UPDATE item SET d = NULL, n = 4 WHERE id = 4")
    }
    try await database.liveQueriesCaughtUp()
    #expect($shown.plan == .orderedWindow)
  }

  /// Sets the number of some rows, and waits until live queries show that.
  private func set(_ n: Int64, in rows: [Int], _ database: DatabaseQueue) async throws {
    let ids = rows.map { "\($0)" }.joined(separator: ", ")
    try await database.write { db in
      try db.execute(sql: "UPDATE item SET n = \(n) WHERE id IN (\(ids))")
    }
    try await database.liveQueriesCaughtUp()
  }

  @Test func `a query whose statement failed gets its plan back when the rows are valid again`()
    async throws
  {
    let database = try DatabaseQueue()
    try await database.write { try $0.execute(sql: Self.schema) }
    @FetchAll(SQLRequest<Row>(sql: Self.windows[1]), database: database) var shown
    try await $shown.load()
    #expect($shown.plan == .rerun(.failingRow))
    // A row of the result fails, and so does the statement.
    try await set(.min, in: [1], database)
    #expect($shown.loadError != nil)
    try await set(1, in: [1], database)
    #expect($shown.loadError == nil)
    #expect($shown.plan == .rerun(.failingRow))
    // Both that row and the one in reserve become valid in one commit.
    try await set(.min, in: [1], database)
    try await set(4, in: [1, 4], database)
    #expect($shown.loadError == nil)
    #expect($shown.plan == .orderedWindow)
  }
}
