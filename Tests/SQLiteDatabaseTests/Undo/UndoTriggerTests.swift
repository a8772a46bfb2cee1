import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Testing

/// Tests that the effects of triggers and foreign keys are undone, and that they do not run again.
@Suite struct UndoTriggerTests {
  @Test func `changes by triggers are undone without running them again`() throws {
    try goBackAndForth(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a, changed INTEGER DEFAULT 0); CREATE TABLE log (what);
      CREATE TRIGGER i AFTER INSERT ON t BEGIN INSERT INTO log VALUES ('i' || NEW.id); END;
      CREATE TRIGGER u AFTER UPDATE OF a ON t BEGIN
        UPDATE t SET changed = changed + 1 WHERE id = NEW.id; INSERT INTO log VALUES ('u'); END;
      CREATE TRIGGER d BEFORE DELETE ON t BEGIN INSERT INTO log VALUES ('d'); END;
      CREATE TEMP TRIGGER x AFTER DELETE ON t BEGIN INSERT INTO log VALUES ('temp'); END;
      INSERT INTO t (a) VALUES (1), (2)
      """,
      "UPDATE t SET a = 5",
      "DELETE FROM t WHERE id = 1",
      "INSERT INTO t (a) VALUES (3)"
    )
  }

  @Test func `triggers and foreign keys are enabled again after any undo`() throws {
    let (database, history) = try openedWithHistory(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY); CREATE TABLE log (what);
      CREATE TABLE child (t REFERENCES t(id));
      CREATE TRIGGER i AFTER INSERT ON t BEGIN INSERT INTO log VALUES ('i' || NEW.id); END;
      """
    )
    try writeSQL(database, "INSERT INTO t VALUES (1)")
    try history.undo()
    try history.redo()
    try history.withoutRecording { try writeSQL(database, "INSERT INTO child VALUES (1)") }
    #expect(throws: UndoError.self) { try history.undo() }
    #expect(throws: DatabaseError.self) { try writeSQL(database, "INSERT INTO child VALUES (9)") }
    try writeSQL(database, "INSERT INTO t VALUES (2)")
    let log = try database.read { try String.fetchAll($0, sql: "SELECT what FROM log") }
    #expect(log == ["i1", "i2"])
  }

  @Test func `a full-text index that triggers maintain follows`() throws {
    let (database, history) = try openedWithHistory(
      """
      CREATE TABLE doc (id INTEGER PRIMARY KEY, body TEXT);
      CREATE VIRTUAL TABLE search USING fts5(body, content='doc', content_rowid='id');
      CREATE TRIGGER di AFTER INSERT ON doc BEGIN
        INSERT INTO search(rowid, body) VALUES (NEW.id, NEW.body); END;
      CREATE TRIGGER dd AFTER DELETE ON doc BEGIN
        INSERT INTO search(search, rowid, body) VALUES ('delete', OLD.id, OLD.body); END;
      CREATE TRIGGER du AFTER UPDATE ON doc BEGIN
        INSERT INTO search(search, rowid, body) VALUES ('delete', OLD.id, OLD.body);
        INSERT INTO search(rowid, body) VALUES (NEW.id, NEW.body); END;
      INSERT INTO doc VALUES (1, 'milk and bread')
      """
    )
    func found(_ word: String) throws -> [Int] {
      try database.read { db in
        try Int.fetchAll(db, sql: "SELECT rowid FROM search(?) ORDER BY rowid", arguments: [word])
      }
    }
    try writeSQL(database, "UPDATE doc SET body = 'apples'", "INSERT INTO doc VALUES (2, 'milk')")
    #expect(history.resetReason == nil)
    try history.undo()
    #expect(try found("milk") == [1])
    #expect(try found("apples").isEmpty)
    try history.redo()
    #expect(try found("milk") == [2])
    #expect(try found("apples") == [1])
    try writeSQL(database, "INSERT INTO search(search) VALUES ('integrity-check')")
  }

  @Test func `a full-text index follows temporary triggers beside others that must not run`()
    throws
  {
    let (database, history) = try openedWithHistory(
      """
      CREATE TABLE doc (id INTEGER PRIMARY KEY, body TEXT, changed INTEGER NOT NULL DEFAULT 0);
      CREATE TABLE log (what); CREATE VIRTUAL TABLE search USING fts5(body);
      CREATE TRIGGER l AFTER INSERT ON doc BEGIN INSERT INTO log VALUES ('l'); END;
      CREATE TEMP TRIGGER di AFTER INSERT ON doc BEGIN
        INSERT INTO search(rowid, body) VALUES (NEW.id, NEW.body); END;
      CREATE TEMP TRIGGER dd AFTER DELETE ON doc BEGIN DELETE FROM search WHERE rowid = OLD.id; END;
      CREATE TEMP TRIGGER du AFTER UPDATE OF body ON doc BEGIN
        UPDATE search SET body = NEW.body WHERE rowid = NEW.id; END;
      CREATE TEMP TRIGGER touch AFTER UPDATE OF body ON doc BEGIN
        UPDATE doc SET changed = changed + 1 WHERE id = NEW.id; END;
      CREATE TEMP TRIGGER first AFTER INSERT ON doc BEGIN
        UPDATE doc SET changed = 1 WHERE id = NEW.id; END;
      INSERT INTO doc (body) VALUES ('milk and bread')
      """
    )
    let before = try DatabaseState(database)
    func found(_ word: String) throws -> [Int] {
      try database.read { db in
        try Int.fetchAll(db, sql: "SELECT rowid FROM search(?) ORDER BY rowid", arguments: [word])
      }
    }
    try writeSQL(
      database,
      "UPDATE doc SET body = 'apples'",
      "INSERT INTO doc (body) VALUES ('milk')"
    )
    let after = try DatabaseState(database)
    for _ in 0..<2 {
      try history.undo()
      #expect(try DatabaseState(database) == before)
      #expect(try found("milk") == [1])
      #expect(try found("apples").isEmpty)
      try history.redo()
      #expect(try DatabaseState(database) == after)
      #expect(try found("milk") == [2])
    }
    // The triggers are there again.
    try writeSQL(database, "INSERT INTO doc (body) VALUES ('pears')")
    #expect(try found("pears") == [3])
    #expect(
      try database.read { try Int.fetchOne($0, sql: "SELECT changed FROM doc WHERE id = 3") } == 1
    )
    #expect(history.undoCount == 2)
  }

  @Test func `triggers that write both an index and rows cannot be undone`() throws {
    let (database, history) = try openedWithHistory(
      """
      CREATE TABLE doc (id INTEGER PRIMARY KEY, body TEXT); CREATE TABLE log (what);
      CREATE VIRTUAL TABLE search USING fts5(body);
      CREATE TRIGGER di AFTER INSERT ON doc BEGIN
        INSERT INTO search(rowid, body) VALUES (NEW.id, NEW.body); INSERT INTO log VALUES (1); END;
      """
    )
    try writeSQL(database, "INSERT INTO doc VALUES (2, 'milk')")
    #expect(history.resetReason == .unknownRows("search"))
    #expect(!history.canUndo)
  }

  @Test(arguments: ["CASCADE", "SET NULL", "SET DEFAULT", "NO ACTION"])
  func `rows changed by foreign keys are restored`(action: String) throws {
    try goBackAndForth(
      """
      CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
      CREATE TABLE child (id INTEGER PRIMARY KEY,
        parent INTEGER DEFAULT 3 REFERENCES parent(id) ON DELETE \(action) ON UPDATE \(action)
          DEFERRABLE INITIALLY DEFERRED,
        name TEXT REFERENCES parent(name) ON UPDATE CASCADE);
      INSERT INTO parent VALUES (1, 'a'), (2, 'b'), (3, 'c'); INSERT INTO child VALUES (1, 1, 'b'), (2, 2, 'c')
      """,
      action.hasPrefix("NO") ? "UPDATE child SET parent = NULL" : "DELETE FROM child WHERE id = 1",
      "UPDATE parent SET id = 20, name = 'z' WHERE id = 2",
      "DELETE FROM parent WHERE id = 1"
    )
  }

  @Test func `rows that reference each other are restored together`() throws {
    try goBackAndForth(
      """
      CREATE TABLE node (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES node(id) ON DELETE RESTRICT
        ON UPDATE RESTRICT DEFERRABLE INITIALLY DEFERRED)
      """,
      "INSERT INTO node VALUES (1, 2), (2, 1), (3, 3), (4, 3)"
    )
  }
}
