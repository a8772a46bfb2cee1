import LiveSQL
import Testing

/// Tests of foreign keys in definitions.
@Suite struct ForeignKeyDefinitionTests {
  let fixture: SchemaFixture

  init() throws {
    fixture = try SchemaFixture()
    try fixture.change { db in
      try db.create(table: "author") { t in t.autoIncrementedPrimaryKey("id") }
      try db.create(table: "countries") { t in t.primaryKey("code", .text) }
      try db.create(table: "citizenship") { t in
        t.primaryKey {
          t.column("person", .integer)
          t.column("country", .text)
        }
      }
      try db.create(table: "keyless") { t in t.column("a") }
    }
  }

  /// Returns the statements for the tables that a closure creates.
  private func made(_ body: (Database) throws -> Void) throws -> [String] {
    let before = try fixture.schema()
    try fixture.change(body)
    return Array(try fixture.schema().dropFirst(before.count))
  }

  @Test func `a column references a primary key or a column`() throws {
    let schema = try made { db in
      try db.create(table: "book") { t in
        t.column("a", .integer).references("author", onDelete: .cascade, onUpdate: .setNull)
        t.column("b").references("countries", column: "code", deferred: true)
        t.column("c").references("later", column: "id", onDelete: .restrict)
      }
    }
    #expect(
      schema == [
        """
        CREATE TABLE "book" ("a" INTEGER REFERENCES "author"("id") ON DELETE CASCADE ON UPDATE SET NULL, \
        "b" REFERENCES "countries"("code") DEFERRABLE INITIALLY DEFERRED, \
        "c" REFERENCES "later"("id") ON DELETE RESTRICT)
        """
      ]
    )
  }

  @Test(arguments: [
    ("person", "people"), ("child", "children"), ("gradeChild", "gradeChildren"),
    ("people", "person"), ("mouse", "mice"), ("analysis", "analyses"), ("species", "species"),
  ])
  func `a table is found by an irregular plural`(name: String, table: String) throws {
    let schema = try made { db in
      try db.create(table: table) { t in t.autoIncrementedPrimaryKey("id") }
      try db.create(table: "t") { t in t.belongsTo(name, indexed: false) }
    }
    #expect(
      schema.last == "CREATE TABLE \"t\" (\"\(name)Id\" INTEGER REFERENCES \"\(table)\"(\"id\"))"
    )
  }

  @Test func `foreign keys of several columns are table constraints`() throws {
    let schema = try made { db in
      try db.create(table: "passport") { t in
        t.column("person", .integer)
        t.column("country", .text)
        t.foreignKey(["person", "country"], references: "citizenship", onDelete: .cascade)
        t.foreignKey(["person"], references: "people", columns: ["id"], onUpdate: .setDefault)
      }
    }
    #expect(
      schema == [
        """
        CREATE TABLE "passport" ("person" INTEGER, "country" TEXT, \
        FOREIGN KEY ("person", "country") REFERENCES "citizenship"("person", "country") ON DELETE CASCADE, \
        FOREIGN KEY ("person") REFERENCES "people"("id") ON UPDATE SET DEFAULT)
        """
      ]
    )
  }

  @Test func `belongsTo adds the key column and an index`() throws {
    let schema = try made { db in
      try db.create(table: "book") { t in
        t.belongsTo("author", onDelete: .cascade).notNull()
        t.belongsTo("translator", inTable: "author", indexed: false)
        t.belongsTo("editor", inTable: "author").unique()
        t.belongsTo("owner", inTable: "author", indexed: false).unique()
        t.belongsTo("country", deferred: true)
      }
    }
    #expect(
      schema == [
        """
        CREATE TABLE "book" ("authorId" INTEGER NOT NULL REFERENCES "author"("id") ON DELETE CASCADE, \
        "translatorId" INTEGER REFERENCES "author"("id"), "editorId" INTEGER REFERENCES "author"("id"), \
        "ownerId" INTEGER UNIQUE REFERENCES "author"("id"), \
        "countryCode" TEXT REFERENCES "countries"("code") DEFERRABLE INITIALLY DEFERRED)
        """,
        #"CREATE INDEX "index_book_on_authorId" ON "book"("authorId")"#,
        #"CREATE UNIQUE INDEX "index_book_on_editorId" ON "book"("editorId")"#,
        #"CREATE INDEX "index_book_on_countryCode" ON "book"("countryCode")"#,
      ]
    )
  }

  @Test func `belongsTo finds the table by its singular or plural`() throws {
    let schema = try made { db in
      try db.create(table: "boxes") { t in t.primaryKey("id", .integer) }
      try db.create(table: "thing") { t in
        t.belongsTo("authors")
        t.belongsTo("box")
        t.belongsTo("country")
      }
    }
    #expect(schema[1].contains(#""authorsId" INTEGER REFERENCES "author"("id")"#))
    #expect(schema[1].contains(#""boxId" INTEGER REFERENCES "boxes"("id")"#))
    #expect(schema[1].contains(#""countryCode" TEXT REFERENCES "countries"("code")"#))
  }

  @Test func `belongsTo adds all columns of a composite key, also to the primary key`() throws {
    let schema = try made { db in
      try db.create(table: "stamp") { t in
        t.primaryKey {
          t.belongsTo("citizenship")
          t.column("number", .integer)
        }
      }
    }
    #expect(
      schema == [
        """
        CREATE TABLE "stamp" ("citizenshipPerson" INTEGER NOT NULL, "citizenshipCountry" TEXT NOT NULL, \
        "number" INTEGER NOT NULL, PRIMARY KEY ("citizenshipPerson", "citizenshipCountry", "number"), \
        FOREIGN KEY ("citizenshipPerson", "citizenshipCountry") REFERENCES "citizenship"("person", "country"))
        """,
        """
        CREATE INDEX "index_stamp_on_citizenshipPerson_citizenshipCountry" \
        ON "stamp"("citizenshipPerson", "citizenshipCountry")
        """,
      ]
    )
  }

  @Test func `a table can reference itself`() throws {
    let schema = try made { db in
      try db.create(table: "employee") { t in
        t.primaryKey("uuid", .blob)
        t.belongsTo("manager", inTable: "Employee")
        t.column("deputy", .blob).references("employee")
      }
    }
    #expect(
      schema[0] == """
        CREATE TABLE "employee" ("uuid" BLOB PRIMARY KEY NOT NULL, \
        "managerUuid" BLOB REFERENCES "Employee"("uuid"), "deputy" BLOB REFERENCES "employee"("uuid"))
        """
    )
  }

  @Test func `a foreign key is enforced`() throws {
    try fixture.change { db in
      try db.create(table: "book") { t in t.belongsTo("author", onDelete: .cascade).notNull() }
      try db.execute(sql: "INSERT INTO author VALUES (1); INSERT INTO book VALUES (1)")
    }
    let error = try fixture.failure { try $0.execute(sql: "INSERT INTO book VALUES (2)") }
    #expect(error?.code == .constraint)
    try fixture.change { try $0.execute(sql: "DELETE FROM author") }
    #expect(try fixture.values("SELECT * FROM book").isEmpty)
  }

  // MARK: Invalid definitions

  @Test func `an error reports a missing table`() throws {
    let error = try fixture.failure { db in
      try db.create(table: "book") { t in t.belongsTo("publisher") }
    }
    #expect(error?.code == .notFound)
    #expect(error?.message.contains("“publisher”, “publishers”") == true)
    #expect(error?.message.contains("Create that table first") == true)
    let other = try fixture.failure { db in
      try db.create(table: "book") { t in t.column("a").references("publisher") }
    }
    #expect(other?.code == .notFound)
  }

  @Test func `an error explains a reference to a table without a key`() throws {
    let error = try fixture.failure { db in
      try db.create(table: "book") { t in t.belongsTo("keyless") }
    }
    #expect(error?.code == .misuse)
    #expect(error?.message.contains("“keyless”, which declares none") == true)
  }

  @Test func `an error explains one column that references a composite key`() throws {
    let error = try fixture.failure { db in
      try db.create(table: "book") { t in t.column("a").references("citizenship") }
    }
    #expect(error?.message.contains("which has several columns") == true)
  }
}
