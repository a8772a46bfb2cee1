import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Testing

/// Tests that rows of all kinds of tables are restored exactly.
@Suite struct UndoTableTests {
  @Test func `unique values can be swapped`() throws {
    try goBackAndForth(
      itemSchema + "; INSERT INTO item VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3)",
      "UPDATE item SET name = 'x' WHERE id = 1",
      "UPDATE item SET name = 'a' WHERE id = 2",
      "UPDATE item SET name = 'b' WHERE id = 1",
      "UPDATE item SET id = id + 10"
    )
  }

  @Test func `rows without a key get their row IDs back`() throws {
    try goBackAndForth(
      "CREATE TABLE t (a, rowid); INSERT INTO t (_rowid_, a, rowid) VALUES (7, 1, 2), (9, 1, 2)",
      "DELETE FROM t WHERE _rowid_ = 7",
      "INSERT INTO t (_rowid_, a, rowid) VALUES (7, 'reused', NULL)",
      "UPDATE t SET a = x'00'"
    )
  }

  @Test func `tables WITHOUT ROWID with keys that ignore case are restored`() throws {
    try goBackAndForth(
      """
      CREATE TABLE t (v REAL, k TEXT COLLATE NOCASE, n INTEGER, PRIMARY KEY (n, k)) WITHOUT ROWID;
      CREATE TABLE s (k TEXT COLLATE NOCASE PRIMARY KEY, v REAL) WITHOUT ROWID;
      INSERT INTO s VALUES ('a', 1), ('b', 2.5)
      """,
      "UPDATE s SET k = upper(k), v = 3",
      "INSERT INTO s VALUES ('c', 7)",
      "DELETE FROM s WHERE k = 'b'"
    )
  }

  @Test func `generated columns are handled at any position`() throws {
    try goBackAndForth(
      """
      CREATE TABLE last (a INTEGER, r REAL, s AS (a + 1) STORED, v AS (a * 2) VIRTUAL);
      CREATE TABLE shifted (
        a TEXT, v AS (upper(a)) VIRTUAL, b INTEGER, r REAL, c NUMERIC, w AS (b + 1), d TEXT);
      INSERT INTO last (a, r) VALUES (1, 2), (3, 4.5);
      INSERT INTO shifted (a, b, r, c, d) VALUES ('x', 1, 2, 3, 'four'), ('y', 5, 6.5, 7.5, NULL)
      """,
      "UPDATE last SET a = a + 5 WHERE a = 1",
      "DELETE FROM last WHERE a = 3",
      "UPDATE shifted SET b = 9, d = 'other'",
      "DELETE FROM shifted WHERE a = 'y'",
      "INSERT INTO shifted (a, b, r, c, d) VALUES ('z', 8, 8, 8, 8)"
    )
  }

  @Test func `rows WITHOUT ROWID with a generated column are restored`() throws {
    try goBackAndForth(
      """
      CREATE TABLE t (
        a INTEGER, b INTEGER, price REAL, total AS (price * 2) VIRTUAL, PRIMARY KEY (a, b)
      ) WITHOUT ROWID;
      INSERT INTO t (a, b, price) VALUES (1, 1, 1.5), (1, 2, 2.5), (2, 1, 3)
      """,
      "UPDATE t SET price = 9 WHERE a = 2",
      "DELETE FROM t WHERE a = 1",
      "INSERT INTO t (a, b, price) VALUES (3, 1, 4)"
    )
  }

  @Test func `rows stored before a column was added are restored`() throws {
    try goBackAndForth(
      """
      CREATE TABLE t (a, b DEFAULT 'set'); INSERT INTO t VALUES (1, NULL), (2, 'x');
      ALTER TABLE t ADD COLUMN c INTEGER NOT NULL DEFAULT 5;
      ALTER TABLE t ADD COLUMN d TEXT DEFAULT 'it''s';
      ALTER TABLE t ADD COLUMN e REAL DEFAULT -2;
      ALTER TABLE t ADD COLUMN f DEFAULT x'00ff';
      ALTER TABLE t ADD COLUMN v AS (a);
      ALTER TABLE t ADD COLUMN g TEXT DEFAULT 7;
      INSERT INTO t VALUES (3, NULL, 1, NULL, NULL, NULL, NULL)
      """,
      "UPDATE t SET a = a + 1",
      "DELETE FROM t WHERE a > 2"
    )
  }

  @Test func `values of all storage classes are restored unchanged`() throws {
    try goBackAndForth(
      """
      CREATE TABLE t (a ANY, b NUMERIC, c REAL, d TEXT, e BLOB);
      INSERT INTO t VALUES (1, 1.5, 3, 4, 5), (x'', 'no number', 1e300, char(97, 0, 98), '5'),
        (9007199254740993, 9223372036854775807, -0.0, '', x'00'), (NULL, NULL, NULL, NULL, NULL)
      """,
      "UPDATE t SET a = 'x', b = 'x', c = 'x', d = 'x', e = 'x'",
      "DELETE FROM t WHERE rowid < 3"
    )
  }

  @Test func `an AUTOINCREMENT number is not used again`() throws {
    let (database, history) = try openedWithHistory(
      "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a)"
    )
    try writeSQL(database, "INSERT INTO t (a) VALUES (1)")
    try history.undo()
    try writeSQL(database, "INSERT INTO t (a) VALUES (2)")
    #expect(try database.read { try Int.fetchAll($0, sql: "SELECT id FROM t") } == [2])
  }

  @Test func `attached and temporary tables are restored`() throws {
    let folder = try ScratchDirectory()
    let database = try DatabaseQueue()
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "ATTACH ? AS other", arguments: [folder.path(of: "other.sqlite")])
      try db.execute(sql: "CREATE TABLE other.t (a); CREATE TEMP TABLE u (a); CREATE TABLE t (a)")
    }
    let history = try UndoHistory(database)
    try writeSQL(
      database,
      "INSERT INTO other.t VALUES (1)",
      "INSERT INTO u VALUES (2)",
      "INSERT INTO main.t VALUES (3)"
    )
    #expect(history.undoCount == 1)
    func counts() throws -> [Int] {
      try database.writeWithoutTransaction { db in
        try ["other.t", "u", "main.t"].map {
          try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)") ?? -1
        }
      }
    }
    #expect(try history.undo()?.rowCount == 3)
    #expect(try counts() == [0, 0, 0])
    try history.redo()
    #expect(try counts() == [1, 1, 1])
  }
}
