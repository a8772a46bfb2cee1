import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Full-text tables of FTS3 and FTS4, written in Swift.
@Suite(.timeLimit(.hang)) struct FTS4DefinitionTests {
  let database: DatabaseQueue

  init() throws { database = try DatabaseQueue() }

  private func sql(_ module: FTS4Module, _ body: (FTS4Builder) -> Void) throws -> String {
    try database.write { db in
      try db.create(virtualTable: "document", using: module, body)
      defer { try? db.drop(table: "document") }
      let sql = "SELECT sql FROM sqlite_schema WHERE name = 'document'"
      return try String.fetchOne(db, sql: sql) ?? ""
    }
  }

  @Test func `a definition becomes the arguments of the module`() throws {
    #expect(
      try sql(FTS3()) { t in
        t.column("title")
        t.tokenizer = .porter
      } == #"CREATE VIRTUAL TABLE "document" USING fts3("title", tokenize=porter)"#
    )
    #expect(
      try sql(FTS4()) { t in
        t.column("title")
        t.column("note").notIndexed()
        t.column("language").asLanguageId()
        t.prefixes = [4, 2]
        t.matchinfo = "fts3"
        t.tokenizer = .unicode61(
          removesDiacritics: false,
          separators: ["x"],
          tokenCharacters: ["-", "'"]
        )
      }
        == #"CREATE VIRTUAL TABLE "document" USING fts4("title", "note", matchinfo='fts3', "#
        + #"languageid='language', prefix='2,4', notindexed='note', "#
        + #"tokenize=unicode61 "remove_diacritics=0" "separators=x" "tokenchars='-")"#
    )
    #expect(
      try sql(FTS4()) { t in
        t.column("title")
        t.content = ""
      } == #"CREATE VIRTUAL TABLE "document" USING fts4("title", content='')"#
    )
  }

  @Test func `options that FTS3 does not know, and tables without columns, are errors`() throws {
    #expect(throws: DatabaseError.self) { try sql(FTS4()) { $0.synchronize(withTable: "t") } }
    #expect(throws: DatabaseError.self) { try sql(FTS4()) { $0.column("l").asLanguageId() } }
    #expect(throws: DatabaseError.self) {
      try sql(FTS3()) { t in
        t.column("title")
        t.prefixes = [2]
      }
    }
    #expect(throws: DatabaseError.self) { try sql(FTS3()) { $0.column("t").notIndexed() } }
    #expect(throws: DatabaseError.self) {
      try sql(FTS4()) { t in
        t.column("title")
        t.synchronize(withTable: "missing")
      }
    }
  }

  @Test func `words are split by the tokenizer`() throws {
    try database.write { db throws in
      try db.create(virtualTable: "document", using: FTS4()) { t in
        t.column("title")
        t.tokenizer = .unicode61(tokenCharacters: ["-"])
      }
      try db.execute(sql: "INSERT INTO document VALUES ('CAFÉ well-known')")
      func count(_ pattern: String) throws -> Int {
        try Table("document").matching(pattern).fetchCount(db)
      }
      #expect(try count("cafe") == 1)
      #expect(try count("well") == 0)
      #expect(try count("\"well-known\"") == 1)
    }
  }

  /// Returns the rows of the table that contain a word.
  private func found(_ word: String, _ db: Database) throws -> [Int] {
    let pattern = try #require(FTS3Pattern(matchingAllTokensIn: word))
    return try Table("search").matching(pattern).select(Column.rowID, as: Int.self)
      .order(Column.rowID).fetchAll(db)
  }

  private func synchronize(_ module: FTS4Module) throws {
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE document (id INTEGER PRIMARY KEY, key TEXT UNIQUE, title TEXT);
          INSERT INTO document VALUES (1, 'a', 'one'), (2, 'b', 'two');
          """
      )
      try db.create(virtualTable: "search", using: module) { t in
        t.column("title")
        t.synchronize(withTable: "document")
      }
    }
  }

  @Test(arguments: [FTS3(), FTS4()])
  func `a synchronised table follows its source table`(module: FTS4Module) throws {
    try synchronize(module)
    try database.write { db throws in
      #expect(try found("one", db) == [1])
      try db.execute(sql: "INSERT INTO document VALUES (3, 'c', 'three one')")
      #expect(try found("one", db) == [1, 3])
      try db.execute(sql: "UPDATE document SET title = 'four' WHERE id = 1")
      #expect(try found("one", db) == [3])
      try db.execute(sql: "UPDATE document SET id = 9 WHERE id = 3")
      #expect(try found("one", db) == [9])
      try db.execute(sql: "DELETE FROM document WHERE id = 9")
      #expect(try found("one", db) == [])
      #expect(try found("four", db) == [1])
      let text = try String.fetchOne(db, sql: "SELECT title FROM search WHERE search MATCH 'four'")
      #expect(text == "four")
    }
  }

  @Test func `rows that are replaced or ignored leave no words behind`() throws {
    try synchronize(FTS4())
    try database.write { db throws in
      try db.execute(sql: "INSERT OR REPLACE INTO document VALUES (1, 'a', 'new')")
      #expect(try found("one", db) == [])
      // The unique key belongs to the second row, which is deleted.
      try db.execute(sql: "INSERT OR REPLACE INTO document VALUES (5, 'b', 'five')")
      #expect(try found("two", db) == [])
      #expect(try found("five", db) == [5])
      try db.execute(sql: "INSERT OR IGNORE INTO document VALUES (6, 'b', 'six')")
      #expect(try found("six", db) == [])
      #expect(try found("five", db) == [5])
      try db.execute(sql: "UPDATE OR REPLACE document SET key = 'b' WHERE id = 1")
      #expect(try found("five", db) == [])
      #expect(try found("new", db) == [1])
    }
  }

  @Test func `a table is still followed after it was recreated`() throws {
    try synchronize(FTS4())
    try database.write { db in
      try db.recreate(table: "document") { t in
        t.column("id", .integer).primaryKey()
        t.column("key", .text)
        t.column("title", .text)
      }
    }
    try database.write { db throws in
      #expect(try found("one", db) == [1])
      try db.execute(sql: "INSERT INTO document VALUES (7, 'x', 'one')")
      #expect(try found("one", db) == [1, 7])
      try db.dropFTS4SynchronizationTriggers(forTable: "search")
      try db.execute(sql: "INSERT INTO document VALUES (8, 'y', 'one')")
      #expect(try found("one", db) == [1, 7])
    }
  }

  @Test func `a live query of a full-text table follows its rows`() async throws {
    try synchronize(FTS4())
    let request = Table("search").matching("one").select(Column.rowID, as: Int.self)
    var ids = ValueObservation.tracking { try request.fetchSet($0) }
      .values(in: database).makeAsyncIterator()
    #expect(try await ids.next() == [1])
    try await database.write { try $0.execute(sql: "UPDATE document SET title = 'one'") }
    #expect(try await ids.next() == [1, 2])
  }
}
