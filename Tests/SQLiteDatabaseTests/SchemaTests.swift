import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

@Suite struct SchemaTests {
  let database: DatabaseQueue

  init() throws { database = try DatabaseQueue() }

  private func make(_ sql: String) throws {
    try database.write { try $0.execute(sql: sql) }
  }

  // MARK: Tables and other objects

  @Test func `tables, views, virtual tables and shadow tables are distinguished`() throws {
    try make(
      """
      CREATE TABLE plain (a);
      CREATE TABLE keyed (a TEXT PRIMARY KEY) WITHOUT ROWID;
      CREATE TABLE strict (a ANY) STRICT;
      CREATE VIEW seen AS SELECT a FROM plain;
      CREATE VIRTUAL TABLE found USING fts5(body);
      """
    )
    let tables = try database.read { try $0.tables() }.filter { !$0.isInternal }
    let kinds = Dictionary(uniqueKeysWithValues: tables.map { ($0.name.name, $0.kind) })
    #expect(kinds["plain"] == .table && kinds["seen"] == .view && kinds["found"] == .virtual)
    #expect(tables.filter { $0.kind == .shadow }.map(\.name.name).contains("found_data"))
    #expect(tables.filter(\.isStrict).map(\.name) == ["strict"])
    let withoutRowID = tables.filter { !$0.hasRowID && $0.kind == .table }
    #expect(withoutRowID.map(\.name) == ["keyed"])
    #expect(try database.read { try $0.tables() }.contains { $0.isInternal })
  }

  @Test func `objects are listed in the order of their creation, with their SQL`() throws {
    try make(
      """
      CREATE TABLE b (x UNIQUE);
      CREATE INDEX i ON b (x);
      CREATE VIEW a AS SELECT x FROM b;
      CREATE TRIGGER t AFTER INSERT ON b BEGIN SELECT 1; END
      """
    )
    let objects = try database.read { try $0.objects() }
    #expect(objects.map(\.kind) == [.table, .index, .index, .view, .trigger])
    #expect(objects.map(\.name.name) == ["b", "sqlite_autoindex_b_1", "i", "a", "t"])
    #expect(objects.map(\.table) == ["b", "b", "b", "a", "b"])
    #expect(objects[1].sql == nil && objects[1].isInternal)
    #expect(objects[2].sql == "CREATE INDEX i ON b (x)")
  }

  @Test func `objects are found by kind and name, in any case`() throws {
    try make(
      """
      CREATE TABLE tab (x);
      CREATE INDEX ind ON tab (x);
      CREATE VIEW vie AS SELECT x FROM tab;
      CREATE TRIGGER tri AFTER INSERT ON tab BEGIN SELECT 1; END
      """
    )
    try database.read { (db) throws in
      for name in ["tab", "ind", "vie", "tri", "none"] {
        #expect(try db.tableExists(name.uppercased()) == (name == "tab"))
        #expect(try db.indexExists(name) == (name == "ind"))
        #expect(try db.viewExists(name) == (name == "vie"))
        #expect(try db.triggerExists(name, in: "main") == (name == "tri"))
      }
      #expect(try db.tableExists("sqlite_schema"))
    }
  }

  @Test func `an object has its SQL, and the index of a constraint has none`() throws {
    try make("CREATE TABLE t (x UNIQUE)")
    try database.read { (db) throws in
      #expect(try db.createSQL(of: "T") == "CREATE TABLE t (x UNIQUE)")
      #expect(try db.createSQL(of: "sqlite_autoindex_t_1") == nil)
    }
  }

  @Test(arguments: 0..<7)
  func `an error reports a missing table`(question: Int) throws {
    let error = #expect(throws: DatabaseError.self) {
      try database.read { db in
        switch question {
        case 0: _ = try db.columns(in: "none")
        case 1: _ = try db.primaryKey("none")
        case 2: _ = try db.indexes(on: "none")
        case 3: _ = try db.foreignKeys(on: "none")
        case 4: _ = try db.triggers(on: "none")
        case 5: _ = try db.createSQL(of: "none")
        default: try db.checkForeignKeys(in: "none")
        }
      }
    }
    #expect(error?.code == .notFound)
    #expect(error?.message.contains("“none”") == true)
  }

  @Test func `an error reports that no database is attached under a name`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try database.read { try $0.tables(in: "nowhere") }
    }
    #expect(error?.code == .notFound)
    #expect(error?.message == "No database is attached as “nowhere”.")
  }

  @Test func `questions outside of the access are refused`() throws {
    let leaked = try database.read { $0 }
    let error = #expect(throws: DatabaseError.self) { try leaked.tables() }
    #expect(error?.code == .misuse)
  }

  // MARK: Columns and keys

  @Test func `each column has its type, default, constraint and position in the key`() throws {
    try make(
      """
      CREATE TABLE t (
        a VARCHAR(10) NOT NULL DEFAULT 'it''s', b, c REAL DEFAULT (1 + 2),
        d INTEGER, PRIMARY KEY (d, a)
      )
      """
    )
    let columns = try database.read { try $0.columns(in: "t") }
    #expect(columns.map(\.name) == ["a", "b", "c", "d"])
    #expect(columns.map(\.type) == ["VARCHAR(10)", "", "REAL", "INTEGER"])
    #expect(columns.map(\.affinity) == [.text, .blob, .real, .integer])
    #expect(columns.map(\.isNotNull) == [true, false, false, false])
    #expect(columns.map(\.defaultValueSQL) == ["'it''s'", nil, "1 + 2", nil])
    #expect(columns.map(\.primaryKeyIndex) == [2, 0, 0, 1])
    #expect(columns.allSatisfy { $0.kind == .ordinary })
  }

  @Test func `generated and hidden columns are distinguished from ordinary ones`() throws {
    try make(
      """
      CREATE TABLE t (a INT, v INT AS (a + 1), s TEXT GENERATED ALWAYS AS (a || '!') STORED);
      CREATE VIRTUAL TABLE f USING fts5(body)
      """
    )
    try database.read { db in
      let columns = try db.columns(in: "t")
      #expect(columns.map(\.kind) == [.ordinary, .virtualGenerated, .storedGenerated])
      #expect(columns.map(\.type) == ["INT", "INT", "TEXT"])
      #expect(columns.map(\.isGenerated) == [false, true, true])
      #expect(try db.columns(in: "f").filter(\.isHidden).map(\.name) == ["f", "rank"])
    }
  }

  @Test func `the columns of a view are reported`() throws {
    try make("CREATE TABLE t (a INT, b TEXT); CREATE VIEW v (x, y) AS SELECT a, b || '' FROM t")
    try database.read { (db) throws in
      #expect(try db.columns(in: "v").map(\.name) == ["x", "y"])
      let key = try db.primaryKey("v")
      #expect(key.columns.isEmpty && !key.hasRowID && !key.isRowID)
      #expect(try db.indexes(on: "v").isEmpty && db.foreignKeys(on: "v").isEmpty)
    }
  }

  @Test(
    arguments: [
      "INT", "BIGINT", "FLOATING POINT", "CHARINT", "VARCHAR(3)", "CLOB", "NATIVE CHARACTER(7)",
      "BLOB", "", "REAL", "FLOAT", "DOUBLE PRECISION", "NUMERIC", "DECIMAL(10,5)", "BOOLEAN",
      "DATE", "STRING", "ANY", "xblobx", "tExT",
    ])
  func `a declared type has the affinity that SQLite gives it`(type: String) throws {
    // The storage classes of the text '1.0' and the integer 1 distinguish the five affinities.
    let expected: [String: ColumnAffinity] = [
      "text text": .text, "integer integer": .integer, "real real": .real, "text integer": .blob,
    ]
    try make("CREATE TABLE t (x \(type)); INSERT INTO t VALUES ('1.0'), (1)")
    let (stored, affinity) = try database.read { db in
      let classes = try String.fetchAll(db, sql: "SELECT typeof(x) FROM t ORDER BY rowid")
      return (classes.joined(separator: " "), try db.columns(in: "t")[0].affinity)
    }
    let isNumeric = affinity == .numeric && stored == "integer integer"
    #expect(isNumeric || expected[stored] == affinity)
  }

  @Test func `an ANY column of a strict table converts nothing`() throws {
    try make("CREATE TABLE s (x ANY) STRICT; CREATE TABLE l (x ANY)")
    try database.read { (db) throws in
      #expect(try db.columns(in: "s")[0].affinity == .blob)
      #expect(try db.columns(in: "l")[0].affinity == .numeric)
    }
  }

  struct Key: Sendable, CustomTestStringConvertible {
    let sql: String
    let columns: [String]
    let rowIDColumn: String?
    var hasRowID = true
    var isRowID = true
    var testDescription: String { sql }
  }

  @Test(
    arguments: [
      Key(sql: "(a, b)", columns: ["rowid"], rowIDColumn: nil),
      Key(sql: "(a INTEGER PRIMARY KEY, b)", columns: ["a"], rowIDColumn: "a"),
      Key(sql: "(a integer, b, PRIMARY KEY (a))", columns: ["a"], rowIDColumn: "a"),
      Key(sql: "(a INT PRIMARY KEY)", columns: ["a"], rowIDColumn: nil, isRowID: false),
      Key(
        sql: "(a INTEGER PRIMARY KEY DESC)",
        columns: ["a"],
        rowIDColumn: nil,
        isRowID: false
      ),
      Key(sql: "(a INTEGER, b, PRIMARY KEY (a DESC))", columns: ["a"], rowIDColumn: "a"),
      Key(
        sql: "(a, b, PRIMARY KEY (b, a))",
        columns: ["b", "a"],
        rowIDColumn: nil,
        isRowID: false
      ),
      Key(
        sql: "(a INTEGER PRIMARY KEY, b) WITHOUT ROWID",
        columns: ["a"],
        rowIDColumn: nil,
        hasRowID: false,
        isRowID: false
      ),
      Key(sql: "(rowid TEXT, _rowid_ TEXT)", columns: ["oid"], rowIDColumn: nil),
      Key(sql: "(rowid, _rowid_, oid)", columns: [], rowIDColumn: nil),
    ])
  func `a table's key is its primary key or its row ID`(key: Key) throws {
    try make("CREATE TABLE t \(key.sql)")
    let info = try database.read { try $0.primaryKey("t") }
    #expect(info.columns == key.columns)
    #expect(info.rowIDColumn == key.rowIDColumn)
    #expect(info.hasRowID == key.hasRowID)
    #expect(info.isRowID == key.isRowID)
  }

  @Test func `indexes have their columns, conditions and origins`() throws {
    try make(
      """
      CREATE TABLE t (a TEXT PRIMARY KEY, b UNIQUE, c);
      CREATE INDEX i ON t (c, lower(b));
      CREATE UNIQUE INDEX u ON t (c, b) WHERE c > 0
      """
    )
    let indexes = try database.read { try $0.indexes(on: "t") }
    #expect(indexes.map(\.columns) == [["a"], ["b"], ["c", nil], ["c", "b"]])
    #expect(
      indexes.map(\.origin) == [.primaryKey, .uniqueConstraint, .createIndex, .createIndex]
    )
    #expect(indexes.map(\.isUnique) == [true, true, false, true])
    #expect(indexes.map(\.isPartial) == [false, false, false, true])
    #expect(indexes.suffix(2).map(\.name) == ["i", "u"])
  }

  @Test func `unique columns are recognized`() throws {
    try make(
      """
      CREATE TABLE t (a INTEGER PRIMARY KEY, b, c, d, UNIQUE (b, c));
      CREATE UNIQUE INDEX u ON t (d) WHERE d > 0
      """
    )
    try database.read { (db) throws in
      #expect(try db.table("t", hasUniqueKey: ["A"]))
      #expect(try db.table("t", hasUniqueKey: ["c", "b"]))
      #expect(try !db.table("t", hasUniqueKey: ["b"]))
      #expect(try !db.table("t", hasUniqueKey: ["d"]))
    }
  }

  @Test func `the triggers of a table include temporary ones`() throws {
    try make(
      """
      CREATE TABLE t (a); CREATE TABLE u (a);
      CREATE TRIGGER one AFTER INSERT ON t BEGIN SELECT 1; END;
      CREATE TRIGGER other AFTER INSERT ON u BEGIN SELECT 1; END;
      CREATE TEMP TRIGGER two AFTER DELETE ON t BEGIN SELECT 2; END
      """
    )
    let triggers = try database.read { try $0.triggers(on: "t") }
    #expect(triggers.map(\.name) == ["one", TableName(schema: "temp", "two")])
    #expect(triggers[0].sql.hasPrefix("CREATE TRIGGER one"))
  }

  // MARK: Foreign keys

  @Test func `foreign keys are listed in order, with their actions`() throws {
    try make(
      """
      CREATE TABLE p (x, y, PRIMARY KEY (x, y));
      CREATE TABLE c (
        a REFERENCES q ON DELETE CASCADE ON UPDATE SET NULL, b,
        d REFERENCES p (x) ON DELETE SET DEFAULT ON UPDATE RESTRICT,
        FOREIGN KEY (b, d) REFERENCES p
      )
      """
    )
    let keys = try database.read { try $0.foreignKeys(on: "c") }
    #expect(keys.map(\.destinationTable) == ["q", "p", "p"])
    #expect(keys.map { $0.mapping.map(\.origin) } == [["a"], ["d"], ["b", "d"]])
    #expect(keys.map { $0.mapping.map(\.destination) } == [[nil], ["x"], ["x", "y"]])
    #expect(keys.map(\.onDelete) == [.cascade, .setDefault, .noAction])
    #expect(keys.map(\.onUpdate) == [.setNull, .restrict, .noAction])
  }

  private func breakForeignKeys() throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let loose = try DatabaseQueue(configuration: configuration)
    try loose.write { db in
      try db.execute(
        sql: """
          CREATE TABLE authors (id INTEGER PRIMARY KEY);
          CREATE TABLE books (id INTEGER PRIMARY KEY, author REFERENCES authors (id));
          CREATE TABLE notes (name TEXT PRIMARY KEY, author REFERENCES authors) WITHOUT ROWID;
          INSERT INTO authors VALUES (1);
          INSERT INTO books VALUES (6, 1), (7, 2), (8, 3), (9, NULL);
          INSERT INTO notes VALUES ('secret', 4)
          """
      )
      let violations = try db.foreignKeyViolations()
      #expect(violations.map(\.originTable) == ["books", "books", "notes"])
      #expect(violations.map(\.originRowID) == [7, 8, nil])
      #expect(violations.allSatisfy { $0.destinationTable == "authors" })
      #expect(try db.foreignKeyViolations(limit: 1).count == 1)
      #expect(try db.foreignKeyViolations(in: "authors").isEmpty)
      try db.checkForeignKeys(in: [])
      try db.checkForeignKeys(in: "books")
    }
  }

  @Test func `a violation names the row, its table and the referenced table`() throws {
    let error = #expect(throws: DatabaseError.self) { try breakForeignKeys() }
    #expect(error?.code == .foreignKey)
    #expect(
      error?.message
        == "The row 7 of the table “books” refers to a row of “authors” that does not exist: "
        + "books(author) → authors(id)."
    )
  }

  // MARK: Odd names

  static let oddNames = [
    "with space", "with \"quotes\"", "it's", "[brackets]", "`ticks`", "naïve ☕️ 表", "",
    "SELECT", "a.b", "semi;colon", "percent%_", "\\", "new\nline", "--", "?1", "quote\"\u{301}",
  ]

  @Test(arguments: oddNames)
  func `any name can be used for a table, column, index and trigger`(name: String) throws {
    let quoted = quotedIdentifier(name)
    let (index, trigger) = (quotedIdentifier("i" + name), quotedIdentifier("t" + name))
    try make(
      """
      CREATE TABLE parent (id PRIMARY KEY);
      CREATE TABLE \(quoted) (\(quoted) INTEGER PRIMARY KEY, b REFERENCES parent);
      CREATE INDEX \(index) ON \(quoted) (b);
      CREATE TRIGGER \(trigger) AFTER INSERT ON \(quoted) BEGIN SELECT 1; END
      """
    )
    try database.read { (db) throws in
      #expect(try db.tableExists(name))
      #expect(try db.tables().contains { $0.name == TableName(name) })
      #expect(try db.columns(in: name).map(\.name) == [name, "b"])
      #expect(try db.primaryKey(name).rowIDColumn == name)
      #expect(try db.indexes(on: name).map(\.name) == ["i" + name])
      #expect(try db.foreignKeys(on: name).map(\.destinationTable) == ["parent"])
      #expect(try db.triggers(on: name).map(\.name.name) == ["t" + name])
      #expect(try db.createSQL(of: TableName(name))?.hasPrefix("CREATE TABLE \(quoted)") == true)
      try db.checkForeignKeys()
    }
  }

  @Test(arguments: oddNames.filter { !$0.isEmpty })
  func `any name can be used for an attached database`(name: String) throws {
    try database.writeWithoutTransaction { db in
      let quoted = quotedIdentifier(name)
      try db.execute(
        sql: "ATTACH ':memory:' AS \(quoted); CREATE TABLE \(quoted).t (a PRIMARY KEY)"
      )
      #expect(try db.schemas() == ["main", name])
      #expect(try db.tables(in: name).contains { $0.name == TableName(schema: name, "t") })
      #expect(try db.columns(in: TableName(schema: name, "t")).map(\.name) == ["a"])
      #expect(try db.indexes(on: "t", in: name).map(\.origin) == [.primaryKey])
      #expect(try db.foreignKeyViolations(in: "t", in: name).isEmpty)
    }
  }
}
