import LiveSQL
import LiveSQLTestSupport
import Synchronization
import Testing

/// Live queries that join by the names of columns, of which SQLite's authorizer is not told.
@Suite(.timeLimit(.hang)) struct JoinByNameTests {
  /// A query, and statements of which each changes its result.
  struct Case: CustomTestStringConvertible, Sendable {
    let query: String
    let changes: [String]
    var testDescription: String { query }
  }

  private static let tables = """
    CREATE TABLE o (id INTEGER PRIMARY KEY, cid INTEGER, sum REAL);
    CREATE TABLE cu (cid INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE tags (id INTEGER, tag TEXT, PRIMARY KEY (id, tag)) WITHOUT ROWID;
    CREATE INDEX o_by_cid ON o (cid);
    INSERT INTO o VALUES (1, 1, 10), (2, 1, 20), (3, 2, 30);
    INSERT INTO cu VALUES (1, 'Ada'), (2, 'Bob');
    INSERT INTO tags VALUES (1, 'new'), (2, 'old');
    CREATE VIEW named AS SELECT o.id, cu.name FROM o NATURAL JOIN cu;
    CREATE VIEW counted AS SELECT count(*) AS n FROM named;
    CREATE VIEW "odd "" name" AS SELECT o.id, cu.name FROM o JOIN cu USING (cid);
    CREATE VIRTUAL TABLE words USING fts5(name);
    INSERT INTO words VALUES ('Ada');
    CREATE VIEW heard AS SELECT cu.cid FROM cu NATURAL JOIN words;
    """

  static let cases: [Case] = [
    Case(
      query: "SELECT o.id, cu.name FROM o JOIN cu USING (cid) ORDER BY o.id",
      changes: ["UPDATE o SET cid = 2 WHERE id = 1", "UPDATE cu SET cid = 7 WHERE cid = 2"]
    ),
    Case(
      query: "SELECT o.id, cu.name FROM o\nleft/**/join cu\tUsing(cid) ORDER BY o.id",
      changes: ["UPDATE o SET cid = 9 WHERE id = 1", "DELETE FROM cu WHERE cid = 2"]
    ),
    Case(
      query: "SELECT count(*) FROM o NATURAL JOIN cu",
      changes: [
        "INSERT INTO o VALUES (4, 2, 1)", "UPDATE o SET cid = 77 WHERE id = 1",
        "DELETE FROM cu WHERE cid = 2",
      ]
    ),
    Case(
      query: "SELECT sum FROM o natural join tags ORDER BY sum",
      changes: ["INSERT INTO tags VALUES (3, 'late')", "DELETE FROM tags WHERE id = 1"]
    ),
    Case(
      query: "SELECT 1 FROM o NATURAL JOIN cu NATURAL JOIN tags",
      changes: ["INSERT INTO tags VALUES (3, 'late')", "UPDATE cu SET cid = 8 WHERE cid = 1"]
    ),
    Case(query: "SELECT n FROM counted", changes: ["UPDATE o SET cid = 9 WHERE id = 1"]),
    Case(query: "SELECT count(*) FROM counted, named", changes: ["DELETE FROM o WHERE id = 1"]),
    Case(
      query: #"SELECT name FROM "odd "" name" ORDER BY id"#,
      changes: ["UPDATE o SET cid = 2 WHERE id = 1"]
    ),
    Case(
      query:
        "SELECT id FROM o WHERE EXISTS (SELECT 1 FROM cu c NATURAL JOIN tags WHERE c.cid = o.id)",
      changes: ["DELETE FROM tags", "INSERT INTO tags VALUES (9, 'x')"]
    ),
    Case(
      query: "SELECT count(*) FROM cu NATURAL JOIN words",
      changes: ["INSERT INTO words VALUES ('Bob')", "UPDATE cu SET name = 'x' WHERE cid = 1"]
    ),
    Case(
      query: "SELECT count(*) FROM heard, json_each('[1, 2]')",
      changes: ["INSERT INTO words VALUES ('Bob')", "DELETE FROM cu WHERE cid = 1"]
    ),
  ]

  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func file() throws -> String {
    let path = scratch.path(of: "\(Int.random(in: 0..<Int.max)).db")
    let database = try DatabasePool(path: path)
    try database.write { try $0.execute(sql: Self.tables) }
    try database.close()
    return path
  }

  @Test(arguments: cases)
  func `rows of a pool follow each change`(example: Case) async throws {
    let database = try DatabasePool(path: file())
    try await expectFollowing(example, in: database, writtenBy: database)
  }

  @Test(arguments: cases)
  func `rows of a queue follow each change`(example: Case) async throws {
    let database = try DatabaseQueue(path: file())
    try await expectFollowing(example, in: database, writtenBy: database)
  }

  @Test(arguments: cases)
  func `rows follow changes through another connection`(example: Case) async throws {
    let path = try file()
    try await expectFollowing(
      example,
      in: DatabasePool(path: path),
      writtenBy: DatabaseQueue(path: path)
    )
  }

  private func expectFollowing(
    _ example: Case,
    in database: any DatabaseWriter,
    writtenBy writer: any DatabaseWriter
  ) async throws {
    let shown = Mutex<[Row]?>(nil)
    let query = example.query
    let updates = database.liveQuery(sql: query)
    let following = Task {
      for try await update in updates { shown.withLock { $0 = update.rows } }
    }
    defer { following.cancel() }
    var last = try await database.read { try Row.fetchAll($0, sql: query) }
    await until { shown.withLock { $0 == last } }
    for change in example.changes {
      try await writer.writeWithoutTransaction { try $0.execute(sql: change) }
      let now = try await database.read { try Row.fetchAll($0, sql: query) }
      try #require(now != last, "\(change) should change the result")
      await until { shown.withLock { $0 == now } }
      last = now
    }
  }
}
