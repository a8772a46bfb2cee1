import LiveSQL
import LiveSQLTestSupport
import Testing

/// Live queries on files with UTF-16, whose `BINARY` orders texts by their bytes in memory.
@Suite(.timeLimit(.hang)) struct TextEncodingTests {
  private static let schema = """
    CREATE TABLE item (
      id INTEGER PRIMARY KEY, t TEXT, n TEXT COLLATE NOCASE, r TEXT COLLATE RTRIM, list INTEGER
    );
    CREATE TABLE word (t TEXT PRIMARY KEY, id INTEGER) WITHOUT ROWID;
    """

  /// Texts that UTF-8 and both kinds of UTF-16 order differently.
  private static let texts = [
    "a", "Z", "z ", "ā", "é", "ÿ", "Ȁ", "\u{E000}", "\u{FFFD}", "😀", "\u{10000}", "", "ab", "aā",
  ]

  static let queries: [(sql: String, plan: LivePlan)] = [
    ("SELECT id, t FROM item ORDER BY t, id", .orderedPatch),
    ("SELECT id, t FROM item ORDER BY t DESC, id DESC", .orderedPatch),
    ("SELECT id, t FROM item ORDER BY t || 'x', id", .orderedPatch),
    ("SELECT id, n FROM item ORDER BY n, id", .orderedPatch),
    ("SELECT id, n FROM item ORDER BY n COLLATE BINARY, id", .orderedPatch),
    ("SELECT id, r FROM item ORDER BY r, t, id", .orderedPatch),
    ("SELECT id, t FROM item ORDER BY t, id LIMIT 4", .orderedWindow),
    ("SELECT t, id FROM word ORDER BY t", .orderedPatch),
    ("SELECT t, count(*) FROM item GROUP BY t ORDER BY t", .groups),
    ("SELECT DISTINCT t FROM item ORDER BY t", .distinctRows),
    ("SELECT item.id FROM item JOIN word ON word.t = item.t ORDER BY word.t, item.id", .join),
    ("SELECT t FROM item UNION SELECT t FROM word ORDER BY t", .compound),
    ("SELECT t FROM item UNION ALL SELECT t FROM word ORDER BY t COLLATE BINARY", .compound),
  ]

  @Test(arguments: ["UTF-8", "UTF-16le", "UTF-16be"], queries)
  func `patched rows are in the order of the file's encoding`(
    encoding: String,
    query: (sql: String, plan: LivePlan)
  ) async throws {
    let database = try DatabaseQueue()
    try await database.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA encoding = '\(encoding)'")
      try db.execute(sql: Self.schema)
    }
    let request = SQLRequest<Row>(sql: query.sql)
    @FetchAll(request, database: database) var shown
    try await $shown.load()
    #expect($shown.plan == query.plan)
    var random = SeededGenerator(seed: 33)
    for step in 1...40 {
      let (text, id) = (random.pick(Self.texts), step % 13)
      try await database.write { db in
        try db.execute(
          sql: "INSERT OR REPLACE INTO item VALUES (?1, ?2, ?2, ?2, 1)",
          arguments: [id, text]
        )
        try db.execute(sql: "INSERT OR REPLACE INTO word VALUES (?2, ?1)", arguments: [id, text])
      }
      try await database.liveQueriesCaughtUp()
      #expect(try await database.read { try request.fetchAll($0) } == shown, "\(text)")
      #expect($shown.loadError == nil)
    }
    #expect($shown.plan == query.plan)
  }
}
