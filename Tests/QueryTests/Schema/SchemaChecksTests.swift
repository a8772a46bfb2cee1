import Foundation
import LiveSQL
import Testing

/// Tests of comparing types with a database.
struct SchemaChecksTests {
  private let tables: [any Table.Type] = [
    RemindersList.self, Reminder.self, Reminder.Draft.self, User.self, Tag.self, ReminderTag.self,
    Milestone.self, ReminderText.self,
  ]

  @Test func `reports nothing if types and tables match`() throws {
    let database = try remindersDatabase()
    try database.validateSchema(tables)
    #expect(try database.schemaDifferences(tables) == [])
    try database.read { db in try db.validateSchema(tables) }
  }

  @Test func `does not block the task`() async throws {
    let database = try remindersDatabase()
    try await database.validateSchema([Reminder.self, RemindersList.self])
    let tables = tables
    try await database.read { db in try db.validateSchema(tables) }
    let empty = try DatabaseQueue()
    #expect(try await empty.schemaDifferences([Tag.self]).map(\.kind) == [.missingTable])
    await #expect(throws: SchemaMismatch.self) { try await empty.validateSchema([Tag.self]) }
  }

  @Test func `reports nothing for tables that were created from types`() throws {
    let tables: [any Table.Type] = [
      RemindersList.self, Reminder.self, User.self, Tag.self, ReminderTag.self, Gauge.self,
      GaugeSpot.self, GaugeNote.self,
    ]
    for table in tables {
      let database = try DatabaseQueue()
      try database.write { db in try db.execute(sql: table.createTableSQL) }
      try database.validateSchema([table])
    }
  }

  @Test func `reports all differences of all types at once`() throws {
    let database = try gauges("value TEXT NOT NULL, unit TEXT")
    let error = #expect(throws: SchemaMismatch.self) {
      try database.validateSchema([Gauge.self, Tag.self])
    }
    #expect(
      error?.description == """
        The database does not match its Swift types:
        - gauges.value: It is declared TEXT, but Gauge stores REAL in it. Make the property String, or declare the \
        column REAL.
        - gauges.unit: It may be NULL, but its property cannot be nil. Make the property String?, or declare the \
        column NOT NULL.
        - gauges.note: There is no such column. Run ALTER TABLE "gauges" ADD COLUMN "note" TEXT; or mark the property \
        @Ephemeral.
        - gauges.readAt: There is no such column. Run ALTER TABLE "gauges" ADD COLUMN "readAt" TEXT NOT NULL DEFAULT \
        ''; or mark the property @Ephemeral.
        - tags: There is no table or view with this name. Run CREATE TABLE "tags" (
          "id" INTEGER PRIMARY KEY,
          "title" TEXT NOT NULL
        ); or give the right name: @Table("...").
        """
    )
  }

  @Test func `the fix for a missing column can be run`() throws {
    let database = try gauges("value REAL NOT NULL, unit TEXT NOT NULL")
    for difference in try database.schemaDifferences([Gauge.self]) {
      let sql = try #require(difference.fix.split(separator: ";").first).dropFirst("Run ".count)
      try database.write { db in try db.execute(sql: String(sql)) }
    }
    try database.validateSchema([Gauge.self])
  }

  @Test(arguments: [
    ("VALUE double not null, Unit varchar(3) not null, note clob, readAt datetime not null", []),
    ("value not null, unit not null, note, readAt not null", []),
    ("value NUMERIC NOT NULL, unit TEXT NOT NULL, note TEXT, readAt DATE NOT NULL, more TEXT", []),
    (
      "value INTEGER NOT NULL, unit NUMERIC NOT NULL, note BLOB, readAt REAL NOT NULL",
      ["value type", "unit type", "note type", "readAt type"]
    ),
    (
      "value REAL NOT NULL, unit TEXT NOT NULL, note TEXT NOT NULL, read_at TEXT NOT NULL",
      ["note nullability", "readAt missingColumn", "read_at missingProperty"]
    ),
    (
      """
      value REAL NOT NULL, unit TEXT NOT NULL, note AS (unit), readAt TEXT NOT NULL,
      more TEXT NOT NULL DEFAULT '', other INT NOT NULL
      """,
      ["note generated", "other missingProperty"]
    ),
  ])
  func `reports the differences of a column`(_ columns: String, _ found: [String]) throws {
    let differences = try gauges(columns).schemaDifferences([Gauge.self])
    #expect(differences.map { "\($0.column ?? "") \($0.kind)" } == found)
    #expect(differences.allSatisfy { $0.type == "Gauge" && !$0.fix.isEmpty })
  }

  @Test func `suggests a column with a similar name`() throws {
    let database = try gauges("value REAL NOT NULL, unit TEXT NOT NULL, note TEXT, read_at TEXT")
    let fix = try database.schemaDifferences([Gauge.self]).first?.fix
    #expect(
      fix == #"If it is the column read_at, write @Column("read_at") before the property."#
    )
  }

  @Test func `suggests a representation for a date that is stored as a number`() throws {
    let database = try gauges(
      "value REAL NOT NULL, unit TEXT NOT NULL, note TEXT, readAt INTEGER NOT NULL"
    )
    let fix = try database.schemaDifferences([Gauge.self]).first?.fix
    #expect(fix?.contains("@Column(as: Date.UnixTimeRepresentation.self)") == true)
  }

  @Test(arguments: [
    ("id INTEGER PRIMARY KEY", true), ("id INT PRIMARY KEY", true),
    ("id INT NOT NULL UNIQUE, code TEXT PRIMARY KEY", true), ("id INT NOT NULL", false),
    ("id INT NOT NULL, part INT UNIQUE", false),
    ("id INTEGER NOT NULL, code TEXT PRIMARY KEY DEFAULT ''", false),
  ])
  func `a key must be the primary key or another unique key`(
    _ columns: String,
    _ isKey: Bool
  ) throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(sql: "CREATE TABLE tags (\(columns), title TEXT NOT NULL)")
    }
    let differences = try database.schemaDifferences([Tag.self])
    #expect(differences.map(\.kind) == (isKey ? [] : [.primaryKey]))
  }

  @Test(arguments: [("PRIMARY KEY (y, x)", []), ("PRIMARY KEY (x)", ["primaryKey"])])
  func `a composite key can have its columns in any order`(
    _ key: String,
    _ found: [String]
  ) throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE gaugeSpots (
            x INTEGER NOT NULL, y TEXT NOT NULL, word TEXT, width INTEGER, day REAL, \(key)
          )
          """
      )
    }
    let differences = try database.schemaDifferences([GaugeSpot.self])
    #expect(differences.map(\.kind.rawValue) == found)
  }

  @Test func `reports a primary key of one column that the type lacks`() throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE remindersTags (reminderID INTEGER PRIMARY KEY, tagID INTEGER NOT NULL);
          CREATE TABLE pairs (a INTEGER, b INTEGER, PRIMARY KEY (a, b));
          """
      )
    }
    let differences = try database.schemaDifferences([ReminderTag.self, KeylessPair.self])
    #expect(differences.map(\.kind) == [.primaryKey])
    #expect(differences.map(\.column) == ["reminderID"])
  }

  @Test func `a generated column must be generated on both sides`() throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try GaugeLength.createTable(generated: ["length": "length(\"unit\")"]).execute(db)
    }
    try database.validateSchema([GaugeLength.self])
    try database.write { db in
      try db.execute(sql: "DROP TABLE gaugeLengths")
      try db.execute(sql: "CREATE TABLE gaugeLengths (unit TEXT NOT NULL, length INT NOT NULL)")
    }
    let differences = try database.schemaDifferences([GaugeLength.self])
    #expect(differences.map(\.kind) == [.generated])
  }

  @Test func `views are compared by columns, without keys and NULL constraints`() throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE base (id INTEGER PRIMARY KEY, title TEXT);
          CREATE VIEW tags AS SELECT id, title FROM base;
          CREATE VIEW users AS SELECT id, id AS name FROM base;
          CREATE VIEW milestones AS SELECT id, title FROM base;
          """
      )
    }
    let differences = try database.schemaDifferences([Tag.self, User.self, Milestone.self])
    #expect(differences.map(\.kind) == [.type, .missingColumn])
    #expect(differences.last?.fix.contains("Recreate the view") == true)
  }

  @Test func `a broken view is reported and leaves others alone`() throws {
    let database = try remindersDatabase()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE base (a INTEGER, b INTEGER);
          CREATE VIEW pairs AS SELECT a, b FROM base;
          DROP TABLE base;
          """
      )
    }
    let differences = try database.schemaDifferences([Tag.self, KeylessPair.self])
    #expect(differences.map(\.kind) == [.missingTable])
    #expect(differences.first?.problem == "The view does not work: no such table: main.base.")
  }

  @Test func `temporary tables hide others, and schemas are distinguished`() throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE tags (id INTEGER PRIMARY KEY);
          CREATE TEMP TABLE tags (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
          """
      )
    }
    #expect(try database.schemaDifferences([Tag.self]) == [])
    let differences = try database.schemaDifferences([MainTag.self, AbsentTag.self])
    #expect(differences.map(\.kind) == [.missingColumn, .missingTable])
    #expect(differences.map(\.table.schema) == ["main", "absent"])
  }

  @Test func `tables WITHOUT ROWID and strict tables are compared`() throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE tags (id INTEGER PRIMARY KEY, title TEXT NOT NULL) WITHOUT ROWID;
          CREATE TABLE users (id INTEGER PRIMARY KEY, name ANY NOT NULL) STRICT;
          """
      )
      try Milestone.createTable(isStrict: true).execute(db)
    }
    try database.validateSchema([Tag.self, User.self, Milestone.self])
  }

  private func gauges(_ columns: String) throws -> DatabaseQueue {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(sql: "CREATE TABLE gauges (id INTEGER PRIMARY KEY, \(columns))")
    }
    return database
  }
}

@Table private struct Gauge {
  let id: Int
  var value: Double
  var unit: String
  var note: String?
  var readAt: Date
}

@Table private struct GaugeLength {
  var unit: String
  @Column(generated: .virtual) let length: Int
}

@Table("pairs") private struct KeylessPair {
  let a: Int
  let b: Int
}

@Table("tags", schema: "main") private struct MainTag {
  let id: Int
  var title = ""
}

@Table("tags", schema: "absent") private struct AbsentTag {
  let id: Int
}

@Table private struct GaugeSpot {
  let id: Spot
  var note: GaugeNote?
}

@Selection private struct Spot {
  let x: Int
  let y: String
}

@Table private enum GaugeNote {
  case word(String)
  case width(Int)
  @Column(as: Date.JulianDayRepresentation.self)
  case day(Date)
}
