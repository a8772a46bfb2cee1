import LiveSQL
import Testing

/// Tests of tables in attached databases, whose names are prefixed with their schema's.
@Suite struct AttachedSchemaTests {
  let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.writeWithoutTransaction { try $0.execute(sql: "ATTACH ':memory:' AS archive") }
  }

  private func schema(_ db: Database) throws -> [String] {
    try db.objects(in: "archive").filter { !$0.isInternal }.compactMap(\.sql)
  }

  @Test func `tables of a schema are created, altered and dropped`() throws {
    try database.write { db throws in
      try db.create(table: "archive.author") { t in t.autoIncrementedPrimaryKey("id") }
      try db.create(table: "archive.book") { t in
        t.primaryKey("id", .integer)
        t.column("title", .text).notNull().indexed()
        t.belongsTo("author")
        t.column("parent").references("archive.book")
      }
      #expect(
        try schema(db).dropFirst() == [
          """
          CREATE TABLE "book" ("id" INTEGER PRIMARY KEY, "title" TEXT NOT NULL, \
          "authorId" INTEGER REFERENCES "author"("id"), "parent" REFERENCES "book"("id"))
          """,
          #"CREATE INDEX "index_book_on_title" ON "book"("title")"#,
          #"CREATE INDEX "index_book_on_authorId" ON "book"("authorId")"#,
        ]
      )
      #expect(try db.tables(in: "main").allSatisfy(\.isInternal))
      try db.alter(table: "archive.book") { t in
        t.add(column: "year", .integer).indexed()
        t.belongsTo("translator", inTable: "archive.author")
        t.drop(column: "parent")
      }
      try db.create(index: "byYear", on: "archive.book", columns: ["year", "title"])
      try db.create(indexOn: "archive.book", columns: ["year", "id"])
      let names = try db.indexes(on: "book", in: "archive").map(\.name)
      #expect(
        names == [
          "index_book_on_title", "index_book_on_authorId", "index_book_on_year",
          "index_book_on_translatorId", "byYear", "index_book_on_year_id",
        ]
      )
      try db.drop(indexOn: "archive.book", columns: ["year", "id"])
      try db.drop(index: "archive.byYear")
      #expect(try db.indexes(on: "book", in: "archive").count == 4)
      try db.create(view: "archive.titles", as: "SELECT title FROM book")
      try db.create(virtualTable: "archive.words", using: FTS5()) { t in t.column("title") }
      try db.execute(sql: "INSERT INTO archive.words VALUES ('x')")
      try db.drop(view: "archive.titles")
      try db.drop(table: "archive.words")
      try db.rename(table: "archive.book", to: "novel")
      try db.execute(sql: "INSERT INTO archive.novel (title) VALUES ('x')")
      try db.drop(table: "archive.novel")
      #expect(try db.tables(in: "archive").filter { !$0.isInternal }.map(\.name.name) == ["author"])
    }
  }

  @Test func `a dot belongs to the name if no schema precedes it`() throws {
    try database.write { db throws in
      try db.create(table: "other.item") { t in t.column("a").indexed() }
      try db.create(table: "main.item") { t in t.column("a") }
      try db.create(table: "temp.item") { t in t.column("b") }
      let names = try db.tables(in: "main").filter { !$0.isInternal }.map(\.name.name)
      #expect(names == ["item", "other.item"])
      #expect(try db.columns(in: "item", in: "temp").map(\.name) == ["b"])
      #expect(try db.indexes(on: "other.item").map(\.name) == ["index_other.item_on_a"])
      try db.drop(table: "other.item")
    }
  }

  @Test func `an error reports references and full-text tables across schemas`() throws {
    try database.write { db throws in
      try db.create(table: "author") { t in t.autoIncrementedPrimaryKey("id") }
      let error = #expect(throws: DatabaseError.self) {
        try db.create(table: "archive.book") { t in t.belongsTo("author", inTable: "main.author") }
      }
      #expect(error?.message.contains("another schema") == true)
      let search = #expect(throws: DatabaseError.self) {
        try db.create(table: "doc") { t in t.column("title", .text) }
        try db.create(virtualTable: "archive.doc_ft", using: FTS5()) { t in
          t.synchronize(withTable: "doc")
          t.column("title")
        }
      }
      #expect(search?.message.contains("another schema") == true)
    }
  }
}
