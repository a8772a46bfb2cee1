import LiveSQL
import Testing

/// Tests of changing, renaming and dropping tables.
@Suite struct AlterTableTests {
  let fixture: SchemaFixture

  init() throws {
    fixture = try SchemaFixture()
    try fixture.change { db in
      try db.create(table: "item") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text).notNull()
      }
      try db.execute(sql: "INSERT INTO item (name) VALUES ('Nail')")
    }
  }

  @Test func `columns are added, renamed and dropped in order`() throws {
    try fixture.change { db in
      try db.alter(table: "item") { t in
        t.add(column: "notes", .text).notNull().defaults(to: "none")
        t.addColumn(sql: "size INTEGER")
        t.addColumn(definition: "\(quote: "color") TEXT DEFAULT \(bind: "red")")
        t.rename(column: "name", to: "title")
        t.drop(column: "size")
      }
    }
    #expect(
      try fixture.schema() == [
        """
        CREATE TABLE "item" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "title" TEXT NOT NULL, \
        "notes" TEXT NOT NULL DEFAULT 'none', "color" TEXT DEFAULT 'red')
        """
      ]
    )
    #expect(try fixture.values("SELECT title || notes || color FROM item") == ["Nailnonered"])
  }

  @Test func `a column is added with a reference and an index`() throws {
    try fixture.change { db in
      try db.alter(table: "item") { t in
        t.add(column: "parent", .integer).references("item", onDelete: .setNull).indexed()
      }
    }
    #expect(try fixture.schema()[0].contains(#""parent" INTEGER REFERENCES "item"("id")"#))
    #expect(try fixture.schema()[1] == #"CREATE INDEX "index_item_on_parent" ON "item"("parent")"#)
  }

  @Test func `belongsTo adds a foreign key column to a table`() throws {
    try fixture.change { db in
      try db.create(table: "people") { t in t.primaryKey("email", .text) }
      try db.alter(table: "item") { t in
        t.belongsTo("person", onDelete: .cascade)
        t.belongsTo("parent", inTable: "item", indexed: false)
        t.belongsTo("owner", inTable: "people", deferred: true).unique()
      }
    }
    let schema = try fixture.schema()
    #expect(
      schema[0].hasSuffix(
        """
        "personEmail" TEXT REFERENCES "people"("email") ON DELETE CASCADE, \
        "parentId" INTEGER REFERENCES "item"("id"), \
        "ownerEmail" TEXT REFERENCES "people"("email") DEFERRABLE INITIALLY DEFERRED)
        """
      )
    )
    #expect(
      schema.suffix(2) == [
        #"CREATE INDEX "index_item_on_personEmail" ON "item"("personEmail")"#,
        #"CREATE UNIQUE INDEX "index_item_on_ownerEmail" ON "item"("ownerEmail")"#,
      ]
    )
    let error = try fixture.failure { db in
      try db.create(table: "place") { t in
        t.primaryKey {
          t.column("aisle", .integer)
          t.column("shelf", .integer)
        }
      }
      try db.alter(table: "item") { t in t.belongsTo("place") }
    }
    #expect(error?.message.contains("`recreate(table:)`") == true)
  }

  @Test func `a failed change leaves the table unchanged`() throws {
    let error = try fixture.failure { db in
      try db.alter(table: "item") { t in
        t.add(column: "notes", .text)
        t.drop(column: "missing")
      }
    }
    #expect(error?.message.contains("missing") == true)
    try fixture.database.writeWithoutTransaction { (db) throws in
      #expect(throws: DatabaseError.self) {
        try db.alter(table: "item") { t in
          t.add(column: "notes", .text)
          t.drop(column: "missing")
        }
      }
      #expect(try db.columns(in: "item").count == 2)
    }
  }

  @Test func `a strict table refuses a type that it does not know`() throws {
    try fixture.change { db in
      try db.create(table: "strict", options: .strict) { $0.column("a", .text) }
    }
    let error = try fixture.failure { db in
      try db.alter(table: "strict") { $0.add(column: "b", .boolean) }
    }
    #expect(error?.message.contains("Make it `.integer`") == true)
  }

  @Test func `an error reports a missing table`() throws {
    let error = try fixture.failure { db in
      try db.alter(table: "missing") { $0.add(column: "b", .boolean) }
    }
    #expect(error?.code == .notFound)
  }

  @Test func `tables are renamed and dropped`() throws {
    try fixture.change { db in
      try db.create(view: "names", as: "SELECT name FROM item")
      try db.rename(table: "item", to: "product")
    }
    #expect(try fixture.values("SELECT * FROM names") == ["Nail"])
    try fixture.change { db in
      try db.drop(view: "names")
      try db.drop(table: "product")
      try db.drop(table: "product", ifExists: true)
      try db.drop(view: "names", ifExists: true)
    }
    #expect(try fixture.schema().isEmpty)
    let error = try fixture.failure { try $0.drop(table: "product") }
    #expect(error?.code == .notFound)
  }
}
