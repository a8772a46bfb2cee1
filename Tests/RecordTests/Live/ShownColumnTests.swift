import LiveSQL
import LiveSQLTestSupport
import Testing

/// Rows of live queries, which have exactly the columns of their statements.
@Suite(.timeLimit(.hang)) struct ShownColumnTests {
  /// A record with properties for columns that the statements do not select.
  private struct Item: Codable, Hashable, FetchableRecord, TableRecord {
    static let databaseTableName = "item"
    var id: Int?
    var kind: String?
    var rank: Int?
    var title: String?
    var n: Int?
  }

  /// The columns of a row, and its values.
  private struct Seen: Hashable, FetchableRecord {
    let columns: [String]
    let values: [DatabaseValue]

    init(row: Row) {
      columns = row.columnNames
      values = row.values
    }
  }

  static let statements = [
    "SELECT title FROM item",
    "SELECT title FROM item ORDER BY rank",
    "SELECT title FROM item ORDER BY rank DESC LIMIT 2",
    "SELECT title FROM item WHERE kind = 'a'",
    "SELECT DISTINCT title FROM item",
    "SELECT count(*) AS n FROM item GROUP BY kind",
    "SELECT count(*) AS n FROM item GROUP BY kind ORDER BY max(rank)",
    "SELECT title FROM item WHERE id < 3 UNION SELECT title FROM item WHERE id > 2",
    "SELECT title FROM item WHERE id < 3 UNION ALL SELECT title FROM item WHERE id > 2",
    "SELECT title FROM item EXCEPT SELECT title FROM item WHERE rank > 2",
    "SELECT a.title FROM item a JOIN item b ON b.rank = a.id ORDER BY b.title",
    "SELECT title, row_number() OVER (PARTITION BY kind ORDER BY rank) AS n FROM item",
    "SELECT title FROM item WHERE EXISTS (SELECT 1 FROM item j WHERE j.rank = item.id)",
  ]

  private static let changes = [
    "UPDATE item SET title = 'changed' WHERE id = 1", "INSERT INTO item VALUES (9, 'b', 3, 'new')",
    "UPDATE item SET rank = 9 - rank", "DELETE FROM item WHERE id = 2",
    "UPDATE item SET kind = 'b', title = 'moved' WHERE id = 3",
  ]

  private func database() throws -> DatabaseQueue {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE item (id INTEGER PRIMARY KEY, kind TEXT, rank INTEGER, title TEXT);
          INSERT INTO item VALUES (1, 'a', 3, 'x'), (2, 'a', 2, 'y'), (3, 'a', 1, 'z'), (4, 'b', 4, 'x');
          """
      )
    }
    return database
  }

  /// Compares what is shown with what is fetched, after each of the changes.
  private func expectSame<Element: FetchableRecord & Hashable & Sendable>(
    _ request: SQLRequest<Element>
  ) async throws {
    let database = try database()
    @FetchAll(request, database: database) var shown
    try await $shown.load()
    for change in ["SELECT 1"] + Self.changes {
      try await database.write { try $0.execute(sql: change) }
      try await database.liveQueriesCaughtUp()
      let fetched = try await database.read { try request.fetchAll($0) }
      #expect(Set(fetched) == Set(shown), "\($shown.plan.map { "\($0)" } ?? ""): \(change)")
      #expect(fetched.count == shown.count)
    }
  }

  @Test(arguments: statements)
  func `a record decodes no column that the statement does not select`(sql: String) async throws {
    try await expectSame(SQLRequest<Item>(sql: sql))
  }

  @Test(arguments: statements)
  func `a row has the columns of the statement`(sql: String) async throws {
    try await expectSame(SQLRequest<Seen>(sql: sql))
  }

  @Test func `a request that selects columns shows these alone`() async throws {
    let database = try database()
    let request = Item.select(Column("title")).order(Column("rank"))
    @FetchAll(request, database: database) var shown
    try await $shown.load()
    for change in Self.changes {
      try await database.write { try $0.execute(sql: change) }
      try await database.liveQueriesCaughtUp()
      #expect(try await database.read { try request.fetchAll($0) } == shown)
    }
  }
}
