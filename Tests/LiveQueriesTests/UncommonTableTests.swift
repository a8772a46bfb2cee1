import LiveSQL
import LiveSQLTestSupport
import Testing

/// Live queries of tables whose rows SQLite itself writes, or of sources that are not tables.
@Suite(.timeLimit(.hang)) struct UncommonTableTests {
  /// A query and a statement that changes its result.
  struct Case: CustomTestStringConvertible, Sendable {
    let query: String
    let change: String
    var testDescription: String { "\(query); \(change)" }
  }

  let scratch: ScratchDirectory
  let database: DatabasePool

  init() throws {
    scratch = try ScratchDirectory()
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    database = try DatabasePool(
      path: scratch.path(of: "uncommon.db"),
      configuration: configuration
    )
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE numbered (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT);
          INSERT INTO numbered (title) VALUES ('Milk');
          CREATE TABLE children (id INTEGER REFERENCES notes);
          CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT);
          INSERT INTO notes VALUES (1, 'a walk');
          CREATE VIRTUAL TABLE searched USING fts5(body, content='notes', content_rowid='id');
          INSERT INTO searched (searched) VALUES ('rebuild');
          CREATE VIRTUAL TABLE own USING fts5(body);
          INSERT INTO own VALUES ('a walk');
          CREATE VIRTUAL TABLE words USING fts5vocab('own', 'row');
          CREATE VIRTUAL TABLE old USING fts4(content="notes", body);
          CREATE VIRTUAL TABLE places USING rtree(id, minX, maxX);
          INSERT INTO places VALUES (1, 0, 1);
          """
      )
    }
  }

  static let cases = [
    Case(
      query: "SELECT seq FROM sqlite_sequence WHERE name = 'numbered'",
      change: "INSERT INTO numbered (title) VALUES ('Mail')"
    ),
    Case(query: "SELECT seq FROM sqlite_sequence", change: "UPDATE sqlite_sequence SET seq = 50"),
    Case(query: "SELECT count(*) FROM sqlite_sequence", change: "DELETE FROM sqlite_sequence"),
    Case(
      query: "SELECT name FROM pragma_table_info('notes')",
      change: "ALTER TABLE notes ADD COLUMN more"
    ),
    Case(
      query: "SELECT count(*) FROM pragma_foreign_key_check('children')",
      change: "INSERT INTO children VALUES (9)"
    ),
    Case(query: "SELECT user_version FROM pragma_user_version", change: "PRAGMA user_version = 7"),
    Case(query: "SELECT name FROM sqlite_schema", change: "CREATE TABLE more (id)"),
    Case(
      query: "SELECT body FROM searched WHERE searched MATCH 'walk'",
      change: "UPDATE notes SET body = 'a long walk'"
    ),
    Case(
      query: "SELECT body FROM searched ORDER BY rowid",
      change: "INSERT INTO notes VALUES (2, 'b')"
    ),
    Case(query: "SELECT body FROM old ORDER BY docid", change: "INSERT INTO notes VALUES (2, 'b')"),
    Case(query: "SELECT body FROM own ORDER BY rowid", change: "INSERT INTO own VALUES ('b')"),
    Case(query: "SELECT term, cnt FROM words", change: "INSERT INTO own VALUES ('b')"),
    Case(query: "SELECT id FROM places ORDER BY id", change: "INSERT INTO places VALUES (2, 3, 4)"),
    Case(query: "SELECT count(*) FROM own_content", change: "INSERT INTO own VALUES ('b')"),
    Case(query: "SELECT tbl FROM sqlite_stat1 ORDER BY 1", change: "ANALYZE notes"),
  ]

  @Test(arguments: cases)
  func `follows changes, also as the second query of a connection`(example: Case) async throws {
    if example.query.contains("sqlite_stat1") { try await database.run("ANALYZE numbered") }
    let before = try await database.read { try Row.fetchAll($0, sql: example.query) }
    for text in [example.query, example.query + " "] {
      _ = try await database.read { try Row.fetchAll($0, sql: text) }
    }
    var updates = database.liveQuery(sql: example.query).makeAsyncIterator()
    #expect(try await updates.next()?.rows == before)
    try await database.writeWithoutTransaction { try $0.execute(sql: example.change) }
    let after = try await database.read { try Row.fetchAll($0, sql: example.query) }
    try #require(before != after)
    #expect(try await updates.next()?.rows == after)
  }

  @Test
  func
    `what reads a function that is used as a table is patched or run as the tables beside it say`()
    async throws
  {
    let sql = "SELECT value FROM json_each('[1,2]')"
    let region = try await database.read { try $0.region(ofSQL: sql) }
    #expect(!region.isFullDatabase)
  }
}
