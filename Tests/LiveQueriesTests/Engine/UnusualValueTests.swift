import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Live queries on values that plans cannot keep: text that is not UTF-8, equal numbers that look
/// different.
@Suite(.timeLimit(.hang)) struct UnusualValueTests {
  private static let schema = """
    CREATE TABLE item (id INTEGER PRIMARY KEY, k TEXT, v);
    CREATE TABLE word (k TEXT PRIMARY KEY, v) WITHOUT ROWID;
    """

  static let brokenTexts = [
    "SELECT hex(k) FROM item ORDER BY k",
    "SELECT hex(k) FROM item ORDER BY k LIMIT 2",
    "SELECT hex(k), count(*) FROM item GROUP BY k ORDER BY k",
    "SELECT hex(k) FROM word ORDER BY k",
    "SELECT hex(k) FROM word ORDER BY v",
    "SELECT hex(word.k), item.id FROM word JOIN item ON item.k = word.k ORDER BY item.id",
    "SELECT count(*) FROM word WHERE v > 0",
    "SELECT CAST(k AS BLOB) FROM item UNION SELECT CAST(k AS BLOB) FROM word ORDER BY 1",
    "SELECT id FROM item WHERE k IN (SELECT k FROM word) ORDER BY id",
    "SELECT DISTINCT hex(k) FROM item ORDER BY hex(k)",
  ]

  @Test(arguments: brokenTexts)
  func `text that is not UTF-8 is no error if it is not shown`(sql: String) async throws {
    try await follow(
      sql,
      through: [
        "INSERT INTO item VALUES (1, 'a', 1), (2, CAST(x'FF' AS TEXT), 2)",
        "INSERT INTO word VALUES ('a', 1), (CAST(x'FF' AS TEXT), 2)",
        "UPDATE item SET k = CAST(x'C328' AS TEXT) WHERE id = 1",
        "UPDATE word SET v = 3 WHERE k = CAST(x'FF' AS TEXT)",
        "UPDATE word SET k = CAST(x'C328' AS TEXT) WHERE k = 'a'",
        "DELETE FROM word WHERE v = 3", "UPDATE item SET k = 'b' WHERE id = 2",
        "DELETE FROM item WHERE id = 1", "INSERT INTO word VALUES ('b', 4)",
      ]
    )
  }

  @Test func `a key that is not UTF-8 can be shown as bytes`() async throws {
    let database = try DatabaseQueue()
    try await database.write { db in
      try db.execute(sql: Self.schema)
      try db.execute(sql: "INSERT INTO word VALUES ('a', 1), (CAST(x'FF' AS TEXT), 2)")
    }
    // Its rows are compared by marks, since it is run again.
    let request = SQLRequest<Data>(sql: "SELECT k FROM word WHERE random() IS NOT NULL ORDER BY k")
    @FetchAll(request, database: database) var shown
    try await $shown.load()
    #expect($shown.loadError == nil)
    #expect(shown == [Data("a".utf8), Data([0xFF])])
  }

  static let distinct = [
    "SELECT DISTINCT v FROM item ORDER BY v",
    "SELECT DISTINCT v FROM item ORDER BY v DESC LIMIT 2",
    "SELECT DISTINCT item.v FROM item JOIN word ON word.k = item.k ORDER BY item.v",
    "SELECT v FROM item UNION SELECT v FROM word ORDER BY v",
    "SELECT DISTINCT v FROM item UNION SELECT v FROM word WHERE v > 5 ORDER BY v",
  ]

  @Test(arguments: distinct)
  func `of equal numbers the one that SQLite shows is shown`(sql: String) async throws {
    try await follow(
      sql,
      through: [
        "INSERT INTO word VALUES ('a', 2), ('b', 9)",
        "INSERT INTO item VALUES (5, 'a', 1), (6, 'a', 2.5), (7, 'b', 0)",
        "INSERT INTO item VALUES (1, 'a', 1.0)", "INSERT INTO item VALUES (2, 'b', 9.0)",
        "DELETE FROM item WHERE id = 1", "INSERT INTO item VALUES (3, 'a', -0.0)",
        "UPDATE item SET v = 1.0 WHERE id = 5", "INSERT INTO item VALUES (8, 'b', 1)",
        "DELETE FROM item WHERE id IN (2, 3)", "INSERT INTO item VALUES (9, 'a', 3)",
      ]
    )
  }

  @Test func `distinct numbers of one kind are patched`() async throws {
    let database = try DatabaseQueue()
    try await database.write { try $0.execute(sql: Self.schema) }
    @FetchAll(SQLRequest<Row>(sql: "SELECT DISTINCT v FROM item"), database: database) var shown
    try await $shown.load()
    try await database.write { db in
      try db.execute(sql: "INSERT INTO item VALUES (1, 'a', 1), (2, 'b', 1), (3, 'c', 2.5)")
    }
    try await database.liveQueriesCaughtUp()
    #expect($shown.plan == .distinctRows)
    try await database.write { try $0.execute(sql: "INSERT INTO item VALUES (4, 'd', 1.0)") }
    try await database.liveQueriesCaughtUp()
    #expect($shown.plan == .rerun(.distinct))
  }

  /// Compares a live query with a fetch after each statement.
  private func follow(_ sql: String, through changes: [String]) async throws {
    let database = try DatabaseQueue()
    try await database.write { try $0.execute(sql: Self.schema) }
    let request = SQLRequest<Row>(sql: sql)
    @FetchAll(request, database: database) var shown
    try await $shown.load()
    for change in changes {
      try await database.write { try $0.execute(sql: change) }
      try await database.liveQueriesCaughtUp()
      let fetched = try await database.read { try request.fetchAll($0) }
      #expect($shown.loadError == nil, "\(change)")
      #expect(shown == fetched, "\(change)")
    }
  }
}
