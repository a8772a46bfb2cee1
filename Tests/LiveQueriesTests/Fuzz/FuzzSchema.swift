import LiveSQLTestSupport

/// The tables that are created and dropped, in many shapes.
enum FuzzSchema {
  static func collation(_ random: inout SeededGenerator) -> String {
    random.pick(["", "", "COLLATE NOCASE", "COLLATE RTRIM", "COLLATE backwards"])
  }

  static func things(_ name: String, isTemporary: Bool = false, using random: inout SeededGenerator)
    -> String
  {
    let (key, option) = random.pick([
      ("INTEGER PRIMARY KEY", ""), ("INTEGER PRIMARY KEY", ""),
      ("INTEGER PRIMARY KEY AUTOINCREMENT", ""), ("INT NOT NULL PRIMARY KEY", ""),
      ("INTEGER NOT NULL PRIMARY KEY", " WITHOUT ROWID"),
    ])
    return """
      CREATE \(isTemporary ? "TEMP " : "")TABLE \(name) (
        id \(key), title \(random.pick(["TEXT", "TEXT", ""])) \(collation(&random)),
        list \(random.pick(["INTEGER", "INTEGER", "NUMERIC"])),
        weight \(random.pick(["REAL", "REAL", "NUMERIC"])), done BOOLEAN
      )\(option)
      """
  }

  static func lists(_ name: String, using random: inout SeededGenerator) -> String {
    """
    CREATE TABLE \(name) (
      id INTEGER PRIMARY KEY \(random.pick(["", "AUTOINCREMENT"])), name TEXT \(collation(&random))
    )
    """
  }

  static func notes(_ name: String, using random: inout SeededGenerator) -> String {
    let (key, option) = random.pick([
      ("INTEGER PRIMARY KEY", ""), ("INTEGER PRIMARY KEY", ""),
      ("INTEGER PRIMARY KEY AUTOINCREMENT", ""),
      ("INTEGER NOT NULL PRIMARY KEY", " WITHOUT ROWID"),
    ])
    return """
      CREATE TABLE \(name) (
        id \(key), body TEXT \(collation(&random)), thing INTEGER
      )\(option)
      """
  }

  static let doneView =
    "CREATE VIEW doneThings AS SELECT id, title FROM things WHERE done ORDER BY id"

  static let doneTable = "CREATE TABLE doneThings (id INTEGER PRIMARY KEY, title TEXT)"

  static let thingColumns = "id, title, list, weight, done"
}

// MARK: - Changes

extension FuzzSchema {
  /// Returns statements that change the schema of a file in one transaction; some fail, depending
  /// on the schema at that time.
  static func change(_ files: FuzzFiles, using random: inout SeededGenerator) -> [String] {
    switch files {
    case .main, .both:
      switch random.below(14) {
      case 10...: tables(using: &random)
      case 0, 1: columns(using: &random)
      case 2: indexes(using: &random)
      case 3, 4: done(using: &random)
      case 5: again(using: &random)
      case 6: absence(using: &random)
      case 7: triggers(using: &random)
      default: other(using: &random)
      }
    case .extra: extra(using: &random)
    case .temporary: temporary(using: &random)
    }
  }

  private static func columns(using random: inout SeededGenerator) -> [String] {
    let table = random.pick(["things", "things", "lists", "loose", "doneThings"])
    return [
      random.pick([
        "ALTER TABLE \(table) ADD COLUMN added DEFAULT 3",
        "ALTER TABLE \(table) DROP COLUMN added",
        "ALTER TABLE \(table) RENAME COLUMN added TO other",
        "ALTER TABLE \(table) DROP COLUMN other",
        "ALTER TABLE things DROP COLUMN weight",
        "ALTER TABLE things ADD COLUMN weight REAL DEFAULT 2",
        "ALTER TABLE things RENAME COLUMN title TO name",
        "ALTER TABLE things RENAME COLUMN name TO title",
        "ALTER TABLE things RENAME COLUMN list TO weightless",
        "ALTER TABLE things RENAME COLUMN weightless TO list",
      ])
    ]
  }

  /// Returns a statement on tables that may be missing by then.
  private static func tables(using random: inout SeededGenerator) -> [String] {
    [
      "ALTER TABLE away RENAME TO things", things("things", using: &random),
      "ALTER TABLE things RENAME COLUMN name TO title",
      "ALTER TABLE things RENAME COLUMN weightless TO list",
      "ALTER TABLE things ADD COLUMN weight REAL DEFAULT 2",
      "CREATE TABLE loose (body TEXT COLLATE NOCASE, number INTEGER)",
      lists("lists", using: &random),
    ]
  }

  private static func indexes(using random: inout SeededGenerator) -> [String] {
    [
      random.pick([
        "CREATE INDEX IF NOT EXISTS byList ON things (list, title)",
        "CREATE INDEX IF NOT EXISTS byTitle ON things (title COLLATE NOCASE DESC)",
        "CREATE INDEX IF NOT EXISTS ofDone ON things (id) WHERE done",
        "CREATE UNIQUE INDEX IF NOT EXISTS once ON loose (body, number)",
        "DROP INDEX IF EXISTS byList", "DROP INDEX IF EXISTS byTitle",
        "DROP INDEX IF EXISTS ofDone", "DROP INDEX IF EXISTS once",
      ])
    ]
  }

  /// Returns statements that turn a view into a table, or a table into a view.
  private static func done(using random: inout SeededGenerator) -> [String] {
    random.pick([
      ["DROP VIEW doneThings", doneTable],
      [
        "DROP VIEW doneThings", doneTable,
        "INSERT INTO doneThings SELECT id, title FROM things WHERE done",
      ],
      ["DROP TABLE doneThings", doneView], ["DROP TABLE doneThings", doneView],
      ["DROP TABLE doneThings"], ["DROP VIEW doneThings"], [doneTable], [doneView],
      [
        "DROP TABLE doneThings",
        "CREATE TABLE doneThings (title TEXT COLLATE NOCASE, id INTEGER NOT NULL PRIMARY KEY) WITHOUT ROWID",
      ],
    ])
  }

  /// Returns statements that recreate a table with other types, collations and keys.
  private static func again(using random: inout SeededGenerator) -> [String] {
    switch random.below(4) {
    case 0:
      ["DROP TABLE lists", lists("lists", using: &random)]
    case 1:
      [
        "CREATE TABLE copied AS SELECT body, number FROM loose", "DROP TABLE loose",
        "CREATE TABLE loose (number INTEGER, body TEXT \(collation(&random)))",
        "INSERT INTO loose (body, number) SELECT body, number FROM copied ORDER BY body DESC",
        "DROP TABLE copied",
      ]
    case 2: ["DROP TABLE things", things("things", using: &random)]
    default:
      [
        "CREATE TABLE copied AS SELECT * FROM things", "DROP TABLE things",
        things("things", using: &random),
        "INSERT OR IGNORE INTO things SELECT \(thingColumns) FROM copied", "DROP TABLE copied",
      ]
    }
  }

  /// Returns statements that rename a table.
  private static func absence(using random: inout SeededGenerator) -> [String] {
    let table = random.pick(["things", "lists", "loose", "doneThings"])
    return random.pick([
      ["ALTER TABLE \(table) RENAME TO away"], ["ALTER TABLE away RENAME TO \(table)"],
      ["ALTER TABLE away RENAME TO \(table)"],
      ["ALTER TABLE \(table) RENAME TO away", "ALTER TABLE away RENAME TO \(table)"],
      ["ALTER TABLE lists RENAME TO away", "CREATE TABLE lists (id INTEGER PRIMARY KEY, name)"],
    ])
  }

  private static func triggers(using random: inout SeededGenerator) -> [String] {
    [
      random.pick([
        """
        CREATE TRIGGER IF NOT EXISTS noted AFTER INSERT ON things WHEN new.weight > 0 BEGIN
          INSERT INTO loose VALUES (new.title, new.id);
        END
        """,
        """
        CREATE TRIGGER IF NOT EXISTS emptied AFTER DELETE ON lists BEGIN
          UPDATE things SET list = NULL WHERE list = old.id;
        END
        """,
        """
        CREATE TRIGGER IF NOT EXISTS kept INSTEAD OF INSERT ON doneThings BEGIN
          INSERT OR REPLACE INTO things (id, title, done) VALUES (new.id, new.title, 1);
        END
        """,
        "DROP TRIGGER IF EXISTS noted", "DROP TRIGGER IF EXISTS emptied",
      ])
    ]
  }

  private static func other(using random: inout SeededGenerator) -> [String] {
    let number = random.below(1000)
    return random.pick([
      ["CREATE TABLE unrelated\(number) (n)"],
      ["CREATE TABLE counted\(number) (id INTEGER PRIMARY KEY AUTOINCREMENT)"],
      ["CREATE TABLE numbered AS SELECT 1 AS n", "DROP TABLE numbered"],
      [
        "DROP TABLE search",
        "CREATE VIRTUAL TABLE search USING fts5(title, content='things', content_rowid='id')",
      ],
      ["INSERT INTO search (search) VALUES ('rebuild')"], ["ANALYZE"],
      ["UPDATE sqlite_sequence SET seq = seq + 100"],
    ])
  }

  private static func extra(using random: inout SeededGenerator) -> [String] {
    random.pick([
      ["ALTER TABLE extra.notes ADD COLUMN added"], ["ALTER TABLE extra.notes DROP COLUMN added"],
      ["CREATE INDEX IF NOT EXISTS extra.byThing ON notes (thing)"],
      ["DROP INDEX IF EXISTS extra.byThing"],
      ["DROP TABLE extra.notes", notes("extra.notes", using: &random)],
      [
        "ALTER TABLE extra.notes RENAME TO away",
        notes("extra.notes", using: &random),
        "INSERT INTO extra.notes SELECT id, body, thing FROM extra.away", "DROP TABLE extra.away",
      ],
      // The table becomes a view, or becomes a table again.
      [
        "ALTER TABLE extra.notes RENAME TO stored",
        "CREATE VIEW extra.notes AS SELECT id, body, thing FROM stored WHERE thing IS NOT 2",
      ],
      ["DROP VIEW extra.notes", "ALTER TABLE extra.stored RENAME TO notes"],
      ["DROP VIEW extra.notes", "ALTER TABLE extra.stored RENAME TO notes"],
      ["CREATE TABLE extra.unrelated\(random.below(1000)) (n)"],
      // SQLite looks up names without a schema in the main file first.
      ["CREATE TABLE extra.away (id INTEGER PRIMARY KEY)"], ["DROP TABLE extra.away"],
    ])
  }

  private static func temporary(using random: inout SeededGenerator) -> [String] {
    random.pick([
      ["CREATE TEMP TABLE drafts (id INTEGER PRIMARY KEY, body)"],
      ["CREATE TEMP TABLE drafts (body TEXT COLLATE NOCASE, id INTEGER NOT NULL PRIMARY KEY)"],
      ["CREATE TEMP VIEW drafts AS SELECT id, title AS body FROM main.things"],
      ["DROP TABLE temp.drafts"], ["DROP VIEW temp.drafts"],
      // Tables and views that hide a table of the file.
      [things("things", isTemporary: true, using: &random)],
      [
        things("things", isTemporary: true, using: &random),
        "INSERT OR IGNORE INTO temp.things SELECT \(thingColumns) FROM main.things",
      ],
      ["DROP TABLE temp.things"], ["DROP TABLE temp.things"], ["DROP TABLE temp.things"],
      ["CREATE TEMP TABLE lists (id INTEGER PRIMARY KEY, name)"], ["DROP TABLE temp.lists"],
      ["DROP TABLE temp.lists"],
    ])
  }
}
