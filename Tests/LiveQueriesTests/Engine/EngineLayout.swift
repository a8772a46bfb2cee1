import LiveSQLTestSupport
import SQLiteDatabase

/// The tables of a round, in one of many shapes, and the database that they are in.
struct EngineLayout: Sendable, CustomStringConvertible {
  enum Store: Sendable { case pool, queue, memory }

  let store: Store
  /// Whether another connection writes, as another process would.
  let hasOther: Bool
  let isOnMainActor: Bool
  let capturedRowCount: Int
  let sql: String
  /// The columns that order rows which nothing else orders.
  let itemKey: String
  let pairKey: [String]

  var description: String {
    "-- \(store), other: \(hasOther), main actor: \(isOnMainActor), captured: \(capturedRowCount)\n\(sql)"
  }

  init(using random: inout SeededGenerator) {
    store = random.pick([.pool, .pool, .queue, .memory])
    hasOther = store != .memory && random.chance(40)
    isOnMainActor = random.chance(20)
    capturedRowCount = random.pick([10_000, 10_000, 10_000, 6])
    let items = Items(using: &random)
    itemKey = items.key
    let isPairRowID = random.chance(30)
    pairKey = isPairRowID ? [#""pairs"."rowid""#] : [#""pairs"."name""#, #""pairs"."number""#]
    sql = [
      Self.fixed, Self.lists(using: &random), items.sql,
      Self.pairs(isRowID: isPairRowID, using: &random), Self.more(using: &random),
    ].joined(separator: "\n")
  }

  private static let fixed = """
    CREATE TABLE counter (id INTEGER PRIMARY KEY, n INTEGER NOT NULL);
    INSERT INTO counter VALUES (1, 0);
    CREATE TABLE marks (id INTEGER PRIMARY KEY, n INTEGER NOT NULL);
    CREATE TABLE notes (body TEXT COLLATE NOCASE, item INTEGER);
    """

  static func collation(_ random: inout SeededGenerator) -> String {
    random.pick(["BINARY", "NOCASE", "RTRIM", "backwards"])
  }

  static func deletion(_ random: inout SeededGenerator) -> String {
    random.pick(["CASCADE", "SET NULL", "RESTRICT", "NO ACTION"])
  }

  private static func lists(using random: inout SeededGenerator) -> String {
    let deferred = random.chance(30) ? "DEFERRABLE INITIALLY DEFERRED" : ""
    return """
      CREATE TABLE lists (
        id INTEGER PRIMARY KEY \(random.pick(["", "AUTOINCREMENT"])),
        name TEXT COLLATE \(collation(&random)),
        owner INTEGER REFERENCES lists ON DELETE \(deletion(&random)) \(deferred)
      )\(random.pick(["", " STRICT"]));
      """
  }

  private static func pairs(isRowID: Bool, using random: inout SeededGenerator) -> String {
    """
    CREATE TABLE pairs (
      name TEXT \(isRowID ? "NOT NULL" : "") COLLATE \(collation(&random)),
      number INTEGER NOT NULL, note TEXT \(random.pick(["", "COLLATE NOCASE"])),
      PRIMARY KEY (name\(random.pick(["", " DESC"])), number)
    )\(isRowID ? "" : " WITHOUT ROWID");
    """
  }

  /// Triggers, indexes and a view.
  private static func more(using random: inout SeededGenerator) -> String {
    let triggers = [
      """
      CREATE TRIGGER touched AFTER UPDATE OF note ON pairs WHEN new.number % 3 = 0 BEGIN
        UPDATE items SET isDone = NOT isDone WHERE id = new.number;
      END;
      """,
      """
      CREATE TRIGGER noted AFTER INSERT ON items WHEN new.weight > 0 BEGIN
        INSERT INTO notes VALUES (new.title, new.id);
      END;
      """,
      """
      CREATE TRIGGER ignored BEFORE DELETE ON items WHEN old.id % 7 = 0 BEGIN
        SELECT RAISE(IGNORE);
      END;
      """,
      """
      CREATE TRIGGER refused BEFORE UPDATE OF list ON items WHEN new.list = 5 BEGIN
        SELECT RAISE(ABORT, 'five');
      END;
      """,
      """
      CREATE TRIGGER unpaired AFTER DELETE ON lists BEGIN
        DELETE FROM pairs WHERE number = old.id;
        UPDATE counter SET n = n;
      END;
      """,
    ].filter { _ in random.chance(40) }
    let indexes = [
      "CREATE INDEX itemsByList ON items (list);",
      "CREATE INDEX itemsByTitle ON items (title COLLATE NOCASE DESC, weight) WHERE isDone;",
      "CREATE UNIQUE INDEX notesOnce ON notes (body, item);",
    ].filter { _ in random.chance(40) }
    let view = "CREATE VIEW doneItems AS SELECT id, title FROM items WHERE isDone ORDER BY id;"
    return (triggers + indexes + [view]).joined(separator: "\n")
  }
}

/// The table that most queries are about.
private struct Items {
  let sql: String
  let key: String

  init(using random: inout SeededGenerator) {
    let keys = [
      ("INTEGER PRIMARY KEY", "id", ""), ("INTEGER PRIMARY KEY AUTOINCREMENT", "id", ""),
      ("INTEGER NOT NULL PRIMARY KEY", "id", " WITHOUT ROWID"),
      ("INT NOT NULL PRIMARY KEY", "rowid", ""),
      ("INTEGER NOT NULL PRIMARY KEY DESC", "rowid", ""),
    ]
    let (declaration, name, option) = keys[random.pick([0, 0, 1, 2, 3, 4])]
    key = #""items"."\#(name)""#
    let isStrict = random.chance(20)
    // A computed column is not REAL: from a sorter, SQLite 3.40 returns its whole numbers as
    // integers, and otherwise as real numbers.
    let options = isStrict ? (option.isEmpty ? " STRICT" : option + ", STRICT") : option
    sql = """
      CREATE TABLE items (
        id \(declaration),
        title TEXT COLLATE \(EngineLayout.collation(&random)) \(random.chance(25) ? "UNIQUE" : ""),
        list INTEGER REFERENCES lists ON DELETE \(EngineLayout.deletion(&random))
          ON UPDATE \(EngineLayout.deletion(&random)) \(random.chance(20) ? "DEFERRABLE INITIALLY DEFERRED" : ""),
        weight REAL \(random.chance(20) ? "CHECK (weight IS NULL OR weight < 1e200)" : ""),
        isDone \(isStrict ? "INTEGER" : "BOOLEAN") NOT NULL DEFAULT 0,
        mixed \(isStrict ? "ANY" : ""),
        doubled \(isStrict ? "ANY" : "") AS (weight * 2) \(random.pick(["STORED", "VIRTUAL"]))
      )\(options);
      """
  }
}
