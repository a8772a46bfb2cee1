import Foundation
import LiveSQL
import Testing

/// Tests of tables that are defined in Swift, and of the SQL for them.
@Suite struct CreateTableTests {
  @Test func `a table has a key, a text and a number`() throws {
    let schema = try SchemaFixture.schema { db in
      try db.create(table: "item") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text).notNull()
        t.column("quantity", .integer)
      }
    }
    #expect(
      schema == [
        #"CREATE TABLE "item" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "name" TEXT NOT NULL, "quantity" INTEGER)"#
      ]
    )
  }

  @Test func `each column type has its SQL name`() throws {
    let types: [(ColumnType, String)] = [
      (.text, "TEXT"), (.jsonText, "TEXT"), (.jsonb, "BLOB"), (.integer, "INTEGER"),
      (.double, "DOUBLE"), (.real, "REAL"), (.numeric, "NUMERIC"), (.boolean, "BOOLEAN"),
      (.blob, "BLOB"), (.date, "DATE"), (.datetime, "DATETIME"), (.any, "ANY"),
      (ColumnType(rawValue: "VARCHAR(20)"), "VARCHAR(20)"),
    ]
    let schema = try SchemaFixture.schema { db in
      try db.create(table: "t") { t in
        for (index, type) in types.enumerated() { t.column("c\(index)", type.0) }
        t.column("untyped")
      }
    }
    let columns = types.enumerated().map { "\"c\($0)\" \($1.1)" } + ["\"untyped\""]
    #expect(schema == ["CREATE TABLE \"t\" (\(columns.joined(separator: ", ")))"])
  }

  // MARK: Options

  private static let options: [(TableOptions, String)] = [
    (.ifNotExists, ""), (.strict, " STRICT"), (.withoutRowID, " WITHOUT ROWID"),
    ([.strict, .withoutRowID], " STRICT, WITHOUT ROWID"),
  ]

  @Test(arguments: options)
  func `a table can be strict or without row IDs`(options: TableOptions, suffix: String) throws {
    let schema = try SchemaFixture.schema { db in
      try db.create(table: "t", options: options) { t in t.primaryKey("a", .text) }
    }
    #expect(schema == [#"CREATE TABLE "t" ("a" TEXT PRIMARY KEY NOT NULL)"# + suffix])
  }

  @Test func `an existing table and its indexes are left alone`() throws {
    let fixture = try SchemaFixture()
    for _ in 0..<2 {
      try fixture.change { db in
        try db.create(table: "t", options: .ifNotExists) { t in t.column("a").indexed() }
      }
    }
    #expect(try fixture.schema().count == 2)
    let error = try fixture.failure { db in try db.create(table: "t") { $0.column("a") } }
    #expect(error?.message.contains("already exists") == true)
  }

  @Test func `temporary tables get temporary indexes`() throws {
    let fixture = try SchemaFixture()
    try fixture.database.write { (db) throws in
      try db.create(table: "t", options: .temporary) { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("a").indexed()
        t.belongsTo("parent", inTable: "t")
      }
      #expect(try db.objects().isEmpty)
      let temporary = try db.objects(in: "temp").filter { !$0.isInternal }.map(\.name.name)
      #expect(temporary == ["t", "index_t_on_a", "index_t_on_parentId"])
    }
  }

  // MARK: Columns

  @Test func `columns get their constraints`() throws {
    let schema = try SchemaFixture.schema { db in
      try db.create(table: "t") { t in
        t.column("a", .integer).primaryKey(onConflict: .replace)
        t.column("b").notNull(onConflict: .ignore)
        t.column("c").unique(onConflict: .fail)
        t.column("d").check(sql: "d > 0").check(sql: "d < 10")
        t.column("e").collate(.nocase)
        t.column("f").collate(Collation(rawValue: "RTRIM"))
        t.column("g").generatedAs(sql: "a * 2")
        t.column("h", .integer).generatedAs(sql: "a * 3", .stored)
        t.column(sql: "\"i\" TEXT NOT NULL")
      }
    }
    #expect(
      schema == [
        """
        CREATE TABLE "t" ("a" INTEGER PRIMARY KEY ON CONFLICT REPLACE, "b" NOT NULL ON CONFLICT IGNORE, \
        "c" UNIQUE ON CONFLICT FAIL, "d" CHECK (d > 0) CHECK (d < 10), "e" COLLATE NOCASE, "f" COLLATE RTRIM, \
        "g" GENERATED ALWAYS AS (a * 2) VIRTUAL, "h" INTEGER GENERATED ALWAYS AS (a * 3) STORED, "i" TEXT NOT NULL)
        """
      ]
    )
  }

  @Test func `a column can use a custom collation`() throws {
    let fixture = try SchemaFixture()
    let reversed = DatabaseCollation("reversed order") { left, right in right.compare(left) }
    try fixture.change { db in
      db.add(collation: reversed)
      try db.create(table: "t") { t in t.column("a", .text).collate(reversed).indexed() }
      try db.execute(sql: "INSERT INTO t VALUES ('a'), ('b')")
      try db.reindex(collation: reversed)
      try db.reindex(collation: .nocase)
    }
    #expect(try fixture.schema()[0] == #"CREATE TABLE "t" ("a" TEXT COLLATE "reversed order")"#)
    #expect(try fixture.values("SELECT a FROM t ORDER BY a") == ["b", "a"])
  }

  @Test func `defaults are written as literals`() throws {
    let id = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    let fixture = try SchemaFixture()
    try fixture.change { db in
      try db.create(table: "t") { t in
        t.primaryKey("id", .integer)
        t.column("a").defaults(to: 1)
        t.column("b").defaults(to: -1.5)
        t.column("c").defaults(to: true)
        t.column("d").defaults(to: "it's")
        t.column("e").defaults(to: [1, 255] as [UInt8])
        t.column("f").defaults(to: Date(timeIntervalSince1970: 0))
        t.column("g").defaults(to: id)
        t.column("h").defaults(to: "a\0b")
        t.column("i").defaults(to: Double.infinity)
        t.column("j").defaults(to: Int?.none)
      }
      try db.execute(sql: "INSERT INTO t DEFAULT VALUES")
    }
    #expect(
      try fixture.schema() == [
        """
        CREATE TABLE "t" ("id" INTEGER PRIMARY KEY, "a" DEFAULT 1, "b" DEFAULT -1.5, "c" DEFAULT 1, \
        "d" DEFAULT 'it''s', "e" DEFAULT X'01FF', "f" DEFAULT '1970-01-01 00:00:00.000', \
        "g" DEFAULT 'e621e1f8-c36c-495a-93fc-0c247a3e6e5f', "h" DEFAULT (CAST(X'610062' AS TEXT)), \
        "i" DEFAULT 9e999, "j" DEFAULT NULL)
        """
      ]
    )
    #expect(try fixture.values("SELECT h FROM t") == ["a\0b"])
    #expect(try fixture.values("SELECT e FROM t") == [.blob([1, 255])])
  }

  @Test(arguments: [
    ("CURRENT_TIMESTAMP", "CURRENT_TIMESTAMP"), ("-1", "-1"), ("'a (b'", "'a (b'"),
    ("x'00'", "x'00'"), ("(1 + 2)", "(1 + 2)"), ("datetime('now')", "(datetime('now'))"),
    ("1 + 2", "(1 + 2)"), ("(1) + (2)", "((1) + (2))"), ("(abs(-1))", "(abs(-1))"),
  ])
  func `a default gets parentheses where SQLite needs them`(
    sql: String,
    written: String
  ) throws {
    let schema = try SchemaFixture.schema { db in
      try db.create(table: "t") { t in t.column("a").defaults(sql: sql) }
      try db.execute(sql: "INSERT INTO t DEFAULT VALUES")
    }
    #expect(schema == ["CREATE TABLE \"t\" (\"a\" DEFAULT \(written))"])
  }

  @Test func `an enum value can be a default`() throws {
    enum Size: String, DatabaseValueConvertible { case small, large }
    let schema = try SchemaFixture.schema { db in
      try db.create(table: "t") { t in t.column("a").defaults(to: Size.large) }
    }
    #expect(schema == [#"CREATE TABLE "t" ("a" DEFAULT 'large')"#])
  }

  @Test func `a default without an SQL literal is refused`() throws {
    let fixture = try SchemaFixture()
    let error = try fixture.failure { db in
      try db.create(table: "t") { t in t.column("a").defaults(to: UInt64.max) }
    }
    #expect(error != nil)
  }

  @Test func `values in SQL fragments become literals`() throws {
    let schema = try SchemaFixture.schema { db in
      try db.create(table: "t") { t in
        t.column(definition: "\(quote: "a") TEXT DEFAULT \(bind: "x")")
        t.constraint(definition: "CHECK (a <> \(bind: "it's"))")
      }
    }
    #expect(schema == [#"CREATE TABLE "t" ("a" TEXT DEFAULT 'x', CHECK (a <> 'it''s'))"#])
  }

  @Test func `names are quoted`() throws {
    let schema = try SchemaFixture.schema { db in
      try db.create(table: "a \"table\"") { t in
        t.column("a \"column\"").indexed()
      }
    }
    #expect(
      schema == [
        #"CREATE TABLE "a ""table""" ("a ""column""")"#,
        #"CREATE INDEX "index_a ""table""_on_a ""column""" ON "a ""table"""("a ""column""")"#,
      ]
    )
  }

  // MARK: Keys and constraints of the table

  @Test func `a table gets its constraints`() throws {
    let schema = try SchemaFixture.schema { db in
      try db.create(table: "t") { t in
        t.column("a", .integer)
        t.column("b", .integer)
        t.primaryKey(["a", "b"], onConflict: .replace)
        t.uniqueKey(["b", "a"], onConflict: .ignore)
        t.uniqueKey(["b"])
        t.check(sql: "a < b")
        t.constraint(sql: "CHECK (b > 0)")
      }
    }
    #expect(
      schema == [
        """
        CREATE TABLE "t" ("a" INTEGER, "b" INTEGER, PRIMARY KEY ("a", "b") ON CONFLICT REPLACE, \
        UNIQUE ("b", "a") ON CONFLICT IGNORE, UNIQUE ("b"), CHECK (a < b), CHECK (b > 0))
        """
      ]
    )
  }

  @Test func `a composite key is built in a closure, and its columns are NOT NULL`() throws {
    let schema = try SchemaFixture.schema { db in
      try db.create(table: "t", options: .withoutRowID) { t in
        t.primaryKey {
          t.column("a", .text)
          t.column("b", .integer)
        }
        t.column("c")
      }
    }
    #expect(
      schema == [
        """
        CREATE TABLE "t" ("a" TEXT NOT NULL, "b" INTEGER NOT NULL, "c", PRIMARY KEY ("a", "b")) WITHOUT ROWID
        """
      ]
    )
  }

  @Test func `indexes and unique constraints are created for columns`() throws {
    let schema = try SchemaFixture.schema { db in
      try db.create(table: "t") { t in
        t.column("a").indexed()
        t.column("b").unique()
      }
    }
    #expect(
      schema == [
        #"CREATE TABLE "t" ("a", "b" UNIQUE)"#, #"CREATE INDEX "index_t_on_a" ON "t"("a")"#,
      ]
    )
  }
}
