import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of recreated tables and everything that depends on them.
@Suite struct RecreateTableTests {
  let fixture: SchemaFixture

  init() throws {
    fixture = try SchemaFixture()
    try fixture.change { db in
      try db.create(table: "item") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text)
        t.column("quantity", .integer)
        t.column("length").generatedAs(sql: "length(name)", .stored)
      }
      try db.create(table: "part") { t in
        t.autoIncrementedPrimaryKey("id")
        t.belongsTo("item", onDelete: .cascade).notNull()
      }
      try db.create(table: "log") { t in t.column("text", .text) }
      try db.create(indexOn: "item", columns: ["name"])
      try db.create(view: "names", as: "SELECT id, name FROM item")
      try db.execute(
        sql: """
          CREATE TRIGGER logged AFTER INSERT ON item BEGIN INSERT INTO log VALUES ('new ' || new.name); END;
          CREATE TRIGGER counted AFTER INSERT ON part BEGIN
            UPDATE item SET quantity = quantity + 1 WHERE id = new.itemId; END;
          INSERT INTO item (id, name, quantity) VALUES (3, 'Nail', 10), (7, 'Saw', NULL), (9, 'Axe', 1);
          DELETE FROM item WHERE id = 9;
          INSERT INTO part (itemId) VALUES (3), (7);
          """
      )
    }
  }

  /// Recreates `item` with new constraints, a new column and no NULL quantities.
  private func recreate(_ db: Database) throws {
    try db.recreate(table: "item") { t in
      t.autoIncrementedPrimaryKey("id")
      t.column("name", .text).notNull().check(sql: "name <> ''")
      t.column("quantity", .integer).notNull().defaults(to: 1)
      t.column("length").generatedAs(sql: "length(name)")
      t.column("notes", .text).defaults(to: "none")
      t.copy(column: "quantity", sql: "ifnull(quantity, 5)")
    }
  }

  private func checkResult() throws {
    #expect(try fixture.values("SELECT id FROM item ORDER BY id") == [3, 7])
    #expect(try fixture.values("SELECT quantity FROM item ORDER BY id") == [11, 5])
    #expect(try fixture.values("SELECT notes FROM item") == ["none", "none"])
    #expect(try fixture.values("SELECT length FROM item ORDER BY id") == [4, 3])
    #expect(try fixture.values("SELECT name FROM names ORDER BY id") == ["Nail", "Saw"])
    #expect(try fixture.values("SELECT count(*) FROM part") == [2])
    #expect(try fixture.values("SELECT count(*) FROM log") == [3])
    try fixture.change { db in
      #expect(try db.indexes(on: "item").map(\.name) == ["index_item_on_name"])
      try db.execute(sql: "INSERT INTO item (name) VALUES ('Drill')")
      try db.execute(sql: "INSERT INTO part (itemId) VALUES (7)")
    }
    #expect(try fixture.values("SELECT max(id) FROM item") == [10])
    #expect(try fixture.values("SELECT quantity FROM item WHERE id = 7") == [6])
    #expect(try fixture.values("SELECT text FROM log").last == "new Drill")
    // Foreign keys of other tables still reference it.
    let error = try fixture.failure { try $0.execute(sql: "INSERT INTO part (itemId) VALUES (99)") }
    #expect(error?.code == .constraint)
    try fixture.change { try $0.execute(sql: "DELETE FROM item") }
    #expect(try fixture.values("SELECT count(*) FROM part") == [0])
  }

  // MARK: Where

  @Test func `works in a transaction with foreign keys enabled`() throws {
    try fixture.change(recreate)
    try checkResult()
    let schema = try fixture.schema()
    #expect(
      schema.contains(
        """
        CREATE TABLE "item" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "name" TEXT NOT NULL CHECK (name <> ''), \
        "quantity" INTEGER NOT NULL DEFAULT 1, "length" GENERATED ALWAYS AS (length(name)) VIRTUAL, \
        "notes" TEXT DEFAULT 'none')
        """
      )
    )
    #expect(
      schema.contains { $0.hasPrefix(#"CREATE TABLE "part" ("id" INTEGER PRIMARY KEY AUTO"#) }
    )
    #expect(schema.contains { $0.contains(#"REFERENCES "item"("id") ON DELETE CASCADE"#) })
  }

  @Test func `works outside of a transaction`() throws {
    try fixture.database.writeWithoutTransaction { db in try recreate(db) }
    try checkResult()
  }

  @Test(arguments: [DatabaseMigrator.ForeignKeyChecks.deferred, .immediate])
  func `works in a migration`(checks: DatabaseMigrator.ForeignKeyChecks) throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("again", foreignKeyChecks: checks) { db in
      try db.recreate(table: "item") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text).notNull()
        t.column("quantity", .integer).notNull().defaults(to: 1)
        t.column("length").generatedAs(sql: "length(name)")
        t.column("notes", .text).defaults(to: "none")
        t.copy(column: "quantity", sql: "ifnull(quantity, 5)")
      }
    }
    try migrator.migrate(fixture.database)
    try checkResult()
  }

  @Test func `restores the connection's options`() throws {
    try fixture.change(recreate)
    for pragma in ["foreign_keys", "legacy_alter_table"] {
      let value = try fixture.values("PRAGMA \(pragma)")
      #expect(value == [pragma == "foreign_keys" ? 1 : 0])
    }
  }

  // MARK: Rows

  @Test func `copies from other columns and expressions, and drops columns`() throws {
    try fixture.change { db in
      try db.drop(indexOn: "item", columns: ["name"])
      try db.execute(sql: "DROP TRIGGER logged; DROP TRIGGER counted; DROP VIEW names")
      try db.recreate(table: "item", options: .strict) { t in
        t.primaryKey("id", .integer)
        t.column("title", .text)
        t.column("long", .integer)
        t.copy(column: "title", from: "name")
        t.copy(column: "long", Column("length") * 100 + Column("item.id"))
        t.copy(column: "long", sql: "item.length * 100 + item.id")
      }
    }
    #expect(try fixture.values("SELECT title FROM item ORDER BY id") == ["Nail", "Saw"])
    #expect(try fixture.values("SELECT long FROM item ORDER BY id") == [403, 307])
  }

  @Test func `keeps the row IDs of a table without a key`() throws {
    try fixture.change { db in
      try db.execute(sql: "INSERT INTO log (rowid, text) VALUES (50, 'fifty')")
      try db.recreate(table: "log") { t in t.column("text", .text).notNull() }
    }
    #expect(try fixture.values("SELECT rowid FROM log WHERE text = 'fifty'") == [50])
    try fixture.change { db in
      try db.recreate(table: "log") { t in
        t.primaryKey("number", .integer)
        t.column("text", .text)
      }
    }
    #expect(try fixture.values("SELECT number FROM log WHERE text = 'fifty'") == [50])
    try fixture.change { db in
      try db.recreate(table: "log", options: .withoutRowID) { t in t.primaryKey("text", .text) }
    }
    #expect(try fixture.values("SELECT count(*) FROM log") == [4])
    try fixture.change { db in
      try db.recreate(table: "log") { t in t.column("text", .text) }
    }
    #expect(try fixture.values("SELECT count(*) FROM log") == [4])
  }

  @Test func `accepts SQL for the new table, and an expression instead of NULL`() throws {
    try fixture.change { db in
      try db.recreate(
        table: "item",
        as: """
          CREATE TABLE item (
            id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,
            quantity INTEGER NOT NULL DEFAULT \(bind: 1), length AS (length(name)), notes DEFAULT 'none'
          )
          """
      ) { t in
        t.copy(column: "quantity", Column("quantity") ?? 5)
      }
    }
    try checkResult()
  }

  @Test func `a table that only mentions AUTOINCREMENT keeps no number`() throws {
    try fixture.change { db in
      try db.recreate(
        table: "item",
        as: """
          CREATE TABLE item (
            id INTEGER PRIMARY KEY /* no AUTOINCREMENT */, name TEXT NOT NULL,
            quantity INTEGER NOT NULL DEFAULT 1, length AS (length(name)), notes DEFAULT 'AUTOINCREMENT'
          )
          """
      ) { t in
        t.copy(column: "quantity", Column("quantity") ?? 5)
      }
    }
    #expect(try fixture.values("SELECT count(*) FROM sqlite_sequence WHERE name = 'item'") == [0])
  }

  @Test func `replaces old indexes of the same name by new ones`() throws {
    try fixture.change { db in
      try db.recreate(table: "item") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text).collate(.nocase).indexed()
        t.column("quantity", .integer).indexed()
      }
      let names = try db.indexes(on: "item").map(\.name)
      #expect(names == ["index_item_on_name", "index_item_on_quantity"])
    }
  }

  @Test func `keeps temporary triggers and recreates temporary tables`() throws {
    try fixture.change { db in
      try db.execute(
        sql: """
          CREATE TEMP TABLE seen (name);
          CREATE TEMP TRIGGER watch AFTER INSERT ON item BEGIN INSERT INTO seen VALUES (new.name); END
          """
      )
      try recreate(db)
      try db.execute(sql: "INSERT INTO item (name) VALUES ('Drill')")
      #expect(try String.fetchAll(db, sql: "SELECT name FROM seen") == ["Drill"])
      try db.recreate(table: "seen") { t in t.column("name", .text).notNull() }
      #expect(try db.objects(in: "temp").map(\.name.name) == ["watch", "seen"])
      #expect(try String.fetchAll(db, sql: "SELECT name FROM seen") == ["Drill"])
    }
  }

  @Test func `keeps the rows of a table that references itself`() throws {
    try fixture.change { db in
      try db.execute(
        sql: """
          CREATE TABLE node (id INTEGER PRIMARY KEY, parent REFERENCES node ON DELETE CASCADE);
          INSERT INTO node VALUES (1, NULL), (2, 1), (3, 2)
          """
      )
      try db.recreate(table: "node") { t in
        t.primaryKey("id", .integer)
        t.column("parent", .integer).references("node", onDelete: .cascade)
      }
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM node") == 3)
      try db.execute(sql: "DELETE FROM node WHERE id = 2")
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM node") == 1)
    }
  }

  // MARK: Failures

  private func expectUnchanged(
    _ body: (Database) throws -> Void
  ) throws -> DatabaseError? {
    let before = try rows()
    let error = try fixture.failure(body)
    #expect(try rows() == before)
    #expect(try fixture.values("PRAGMA foreign_keys") == [1])
    return error
  }

  private func rows() throws -> [[DatabaseValue]] {
    try ["SELECT name FROM item", "SELECT itemId FROM part", "SELECT seq FROM sqlite_sequence"]
      .map(fixture.values)
  }

  @Test func `a row that violates a constraint leaves everything unchanged`() throws {
    let error = try expectUnchanged { db in
      try db.recreate(table: "item") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text)
        t.column("quantity", .integer).notNull()
      }
    }
    #expect(error?.code == .constraint)
    #expect(error?.message.contains("item.quantity") == true)
  }

  @Test func `an index on a removed column leaves everything unchanged`() throws {
    let error = try expectUnchanged { db in
      try db.recreate(table: "item") { t in t.autoIncrementedPrimaryKey("id") }
    }
    #expect(error?.message.contains("The index “index_item_on_name” does not fit") == true)
  }

  @Test func `a view that uses a removed column leaves everything unchanged`() throws {
    let error = try expectUnchanged { db in
      try db.drop(index: "index_item_on_name")
      try db.execute(sql: "DROP TRIGGER logged; DROP TRIGGER counted")
      try db.recreate(table: "item") { t in t.autoIncrementedPrimaryKey("id") }
    }
    #expect(error?.message.contains("error in view names: no such column: name") == true)
  }

  @Test func `a trigger that uses a removed column leaves everything unchanged`() throws {
    let error = try expectUnchanged { db in
      try db.recreate(table: "item") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text)
      }
    }
    #expect(error?.message.contains("trigger counted: no such column: quantity") == true)
  }

  @Test func `a broken foreign key leaves everything unchanged`() throws {
    let error = try expectUnchanged { db in
      try db.recreate(table: "item") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text)
        t.column("quantity", .integer)
        t.copy(column: "id", sql: "id + 100")
      }
    }
    #expect(error?.code == .foreignKey)
    #expect(error?.message.hasPrefix("Recreating the table “item” violates a foreign key") == true)
  }

  @Test(arguments: [
    ("missing", "There is no table “missing”"),
    ("names", "“names” is not a table of the main or temp schema"),
  ])
  func `a missing table or a view is refused`(name: String, message: String) throws {
    let error = try expectUnchanged { db in
      try db.recreate(table: name) { t in t.column("a") }
    }
    #expect(error?.message.hasPrefix(message) == true)
  }

  @Test func `copying from or to a missing column is refused`() throws {
    let new = try expectUnchanged { db in
      try db.recreate(table: "log") { t in
        t.column("text")
        t.copy(column: "txt", from: "text")
      }
    }
    #expect(new?.message.contains("“txt”, which the new table does not store") == true)
    let old = try expectUnchanged { db in
      try db.recreate(table: "log") { t in
        t.column("text")
        t.copy(column: "text", from: "txt")
      }
    }
    #expect(old?.message.contains("“txt”, which the old table does not have") == true)
  }

  @Test func `a statement that creates another table is refused`() throws {
    let error = try expectUnchanged { db in
      try db.recreate(table: "log", as: "CREATE TABLE logs (text)")
    }
    #expect(error?.message.contains("creates a table with another name") == true)
  }

  @Test func `a table that keeps no column of the old one is refused`() throws {
    let error = try expectUnchanged { db in
      try db.recreate(table: "log", options: .withoutRowID) { t in t.primaryKey("other", .text) }
    }
    #expect(error?.message.contains("has no column of the old one") == true)
  }
}
