import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import SQLiteDatabase
import SQLiteTools
import Testing

/// Tests that random writes, undos and redos restore earlier states, byte by byte.
@Suite(.mayBlock) struct UndoFuzzTests {
  private static let schema = """
    CREATE TABLE list (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT COLLATE NOCASE UNIQUE,
      position INTEGER UNIQUE);
    CREATE TABLE item (id INTEGER PRIMARY KEY, list INTEGER REFERENCES list(id) ON DELETE CASCADE
      ON UPDATE CASCADE, title, price REAL, size NUMERIC DEFAULT 1, twice AS (price * 2) STORED,
      label AS (hex(title)) VIRTUAL, UNIQUE (list, title));
    INSERT INTO list VALUES (1, 'a', 1), (2, 'b', 2);
    INSERT INTO item (id, list, title, price) VALUES (1, 1, 'milk', 1), (2, 2, 'bread', 2.5);
    ALTER TABLE item ADD COLUMN added TEXT DEFAULT 'since';
    ALTER TABLE item ADD COLUMN flag INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE tag (name TEXT COLLATE NOCASE, kind INTEGER, weight, PRIMARY KEY (name, kind))
      WITHOUT ROWID;
    CREATE TABLE itemTag (item INTEGER REFERENCES item(id) ON DELETE SET NULL ON UPDATE CASCADE,
      name TEXT, kind INTEGER,
      FOREIGN KEY (name, kind) REFERENCES tag(name, kind) ON DELETE CASCADE ON UPDATE CASCADE
        DEFERRABLE INITIALLY DEFERRED);
    CREATE TABLE node (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES node(id) ON DELETE CASCADE
      ON UPDATE CASCADE);
    CREATE TABLE log (what TEXT, id);
    CREATE TABLE total (id INTEGER PRIMARY KEY, n INTEGER); INSERT INTO total VALUES (1, 0);
    CREATE TRIGGER itemAdded AFTER INSERT ON item BEGIN
      INSERT INTO log VALUES ('+', NEW.id); UPDATE total SET n = n + 1; END;
    CREATE TRIGGER itemChanged AFTER UPDATE ON item BEGIN
      INSERT INTO log VALUES ('~', NEW.id); DELETE FROM log WHERE rowid % 7 = 0; END;
    CREATE TRIGGER itemGone AFTER DELETE ON item BEGIN
      INSERT INTO log VALUES ('-', OLD.id); UPDATE total SET n = n - 1; END;
    CREATE TABLE doc (id INTEGER PRIMARY KEY, body TEXT);
    CREATE VIRTUAL TABLE search USING fts5(body, content='doc', content_rowid='id');
    CREATE TRIGGER docAdded AFTER INSERT ON doc BEGIN
      INSERT INTO search(rowid, body) VALUES (NEW.id, NEW.body); END;
    CREATE TRIGGER docGone AFTER DELETE ON doc BEGIN
      INSERT INTO search(search, rowid, body) VALUES ('delete', OLD.id, OLD.body); END;
    CREATE TRIGGER docChanged AFTER UPDATE ON doc BEGIN
      INSERT INTO search(search, rowid, body) VALUES ('delete', OLD.id, OLD.body);
      INSERT INTO search(rowid, body) VALUES (NEW.id, NEW.body); END;
    """

  /// Returns a statement; some fail.
  private static func statement(_ random: inout SeededGenerator) -> String {
    func id() -> Int { Int.random(in: 1...6, using: &random) }
    func pick(_ values: String...) -> String { values.randomElement(using: &random) ?? "" }
    func value() -> String {
      pick(
        "NULL",
        "0",
        "-7",
        "2.5",
        "3.0",
        "'text'",
        "'12'",
        "''",
        "x'00ff'",
        "9007199254740993",
        "1e99"
      )
    }
    switch Int.random(in: 0..<22, using: &random) {
    case 0:
      return "INSERT INTO list (name, position) VALUES ('\(pick("a", "B", "c", "D"))', \(id()))"
    case 1: return "UPDATE list SET name = upper(name), position = -position WHERE id = \(id())"
    case 2: return "UPDATE list SET id = id + 7 WHERE id = \(id())"
    case 3: return "DELETE FROM list WHERE id = \(id())"
    case 4, 5:
      return
        "INSERT OR \(pick("REPLACE", "IGNORE", "FAIL")) INTO item (id, list, title, price, size, flag) "
        + "VALUES (\(id()), \(id()), \(value()), \(value()), \(value()), \(id()))"
    case 6:
      return
        "UPDATE OR \(pick("REPLACE", "IGNORE", "ABORT")) item SET title = \(value()), size = \(value()) WHERE list = \(id())"
    case 7: return "UPDATE item SET id = id + 1, added = \(value()) WHERE id = \(id())"
    case 8: return "DELETE FROM item WHERE id = \(id())"
    case 9:
      return "INSERT OR IGNORE INTO tag VALUES ('\(pick("x", "X", "y"))', \(id()), \(value()))"
    case 10:
      return
        "UPDATE OR IGNORE tag SET name = '\(pick("x", "X", "Y"))', weight = \(value()) WHERE kind = \(id())"
    case 11: return "DELETE FROM tag WHERE kind = \(id())"
    case 12:
      return
        "INSERT INTO itemTag SELECT item.id, tag.name, tag.kind FROM item, tag ORDER BY tag.kind LIMIT 2"
    case 13: return "DELETE FROM itemTag WHERE rowid = \(id())"
    case 14: return "INSERT INTO node VALUES (\(id()), \(id()))"
    case 15: return "UPDATE node SET id = id + 3 WHERE id = \(id())"
    case 16: return "DELETE FROM node WHERE id = \(id())"
    case 17: return "INSERT INTO doc (body) VALUES ('\(pick("milk", "bread and milk", "apples"))')"
    case 18:
      return "UPDATE doc SET body = body || ' \(pick("milk", "more"))' WHERE id % 3 = \(id())"
    case 19: return "DELETE FROM doc WHERE id = \(id())"
    case 20: return "DELETE FROM itemTag"
    default:
      return "UPDATE list SET position = (SELECT max(position) + 1 FROM list) WHERE id = \(id())"
    }
  }

  /// Runs statements in one transaction, some of which are rolled back; failing ones are skipped.
  private static func write(_ database: any DatabaseWriter, _ random: inout SeededGenerator) throws
  {
    let statements = (0..<Int.random(in: 1...5, using: &random)).map { _ in statement(&random) }
    let undoesPart = Int.random(in: 0..<5, using: &random) == 0
    do {
      try database.write { db in
        for (index, sql) in statements.enumerated() {
          try? db.inSavepoint {
            try db.execute(sql: sql)
            return undoesPart && index % 2 == 1 ? .rollback : .commit
          }
        }
      }
    } catch let error as DatabaseError where error.resultCode == .constraint {
      // A deferred foreign key rolls back everything.
    }
  }

  /// Writes a group of transactions.
  ///
  /// - Returns: Whether one of them could not be recorded.
  private static func writeGroup(
    _ database: any DatabaseWriter,
    _ history: UndoHistory,
    _ random: inout SeededGenerator
  ) throws -> Bool {
    let lost = Int.random(in: 0..<24, using: &random)
    try history.group(named: "Group") {
      for number in 0..<3 {
        try Self.write(database, &random)
        if number == lost { try writeSQL(database, "CREATE TABLE brief (x)", "DROP TABLE brief") }
      }
    }
    return lost < 3
  }

  @Test(arguments: 0..<TestRounds.scaled(10))
  func `earlier states are restored`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) &* 7919 &+ 11)
    let database = try DatabaseQueue()
    try database.write { db in try db.execute(sql: Self.schema) }
    let history = try UndoHistory(database)
    // The current state of the history, after the states to undo and before the states to redo.
    var (past, present, future) = (
      [DatabaseState](), try DatabaseState(database), [DatabaseState]()
    )

    var wasReset = false

    for step in 0..<60 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...5:
        var isLost = false
        if Int.random(in: 0..<4, using: &random) == 0 {
          isLost = try Self.writeGroup(database, history, &random)
        } else {
          try Self.write(database, &random)
        }
        let state = try DatabaseState(database)
        if isLost {
          #expect(history.resetReason == .schemaChange, "seed \(seed), step \(step)")
          (past, present, future, wasReset) = ([], state, [], true)
        } else if state != present {
          past.append(present)
          (present, future) = (state, [])
        } else if history.redoCount == 0 {
          // A group may have changed rows and changed them back.
          future = []
        }
      case 6, 7:
        guard let state = past.popLast() else { continue }
        future.append(present)
        present = state
        try history.undo()
      default:
        guard let state = future.popLast() else { continue }
        past.append(present)
        present = state
        try history.redo()
      }
      let state = try DatabaseState(database)
      #expect(wasReset || history.resetReason == nil, "seed \(seed), step \(step)")
      try #require(
        state == present,
        "seed \(seed), step \(step):\n\(state.difference(from: present))"
      )
      try #require(history.undoCount == past.count, "seed \(seed), step \(step)")
      try #require(history.redoCount == future.count, "seed \(seed), step \(step)")
    }
    try database.write { db in
      #expect(try db.foreignKeyViolations().isEmpty)
      try db.execute(sql: "INSERT INTO search(search) VALUES ('integrity-check')")
    }
  }
}
