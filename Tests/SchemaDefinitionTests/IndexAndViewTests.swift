import LiveSQL
import Testing

/// Tests of indexes and views that are defined in Swift.
@Suite struct IndexAndViewTests {
  let fixture: SchemaFixture

  init() throws {
    fixture = try SchemaFixture()
    try fixture.change { db in
      try db.create(table: "item") { t in
        t.column("name", .text)
        t.column("quantity", .integer)
      }
      try db.execute(sql: "INSERT INTO item VALUES ('Nail', 100), ('Saw', 1)")
    }
  }

  private func made(_ body: (Database) throws -> Void) throws -> [String] {
    try fixture.change(body)
    return Array(try fixture.schema().dropFirst())
  }

  @Test func `indexes are created on columns and expressions`() throws {
    let schema = try made { db in
      try db.create(index: "a", on: "item", columns: ["name", "quantity"])
      try db.create(index: "b", on: "item", columns: ["name"], options: .unique)
      try db.create(
        index: "c",
        on: "item",
        columns: ["name"],
        condition: "quantity > \(bind: 10) AND name <> \(bind: "it's")"
      )
      try db.create(
        index: "d",
        on: "item",
        expressions: ["name COLLATE NOCASE DESC", "quantity * 2"],
        options: [.unique]
      )
      try db.create(indexOn: "item", columns: ["quantity", "name"])
    }
    #expect(
      schema == [
        #"CREATE INDEX "a" ON "item"("name", "quantity")"#,
        #"CREATE UNIQUE INDEX "b" ON "item"("name")"#,
        #"CREATE INDEX "c" ON "item"("name") WHERE quantity > 10 AND name <> 'it''s'"#,
        #"CREATE UNIQUE INDEX "d" ON "item"(name COLLATE NOCASE DESC, quantity * 2)"#,
        #"CREATE INDEX "index_item_on_quantity_name" ON "item"("quantity", "name")"#,
      ]
    )
  }

  @Test func `an existing index is left alone if requested`() throws {
    let schema = try made { db in
      for _ in 0..<2 { try db.create(indexOn: "item", columns: ["name"], options: .ifNotExists) }
    }
    #expect(schema.count == 1)
  }

  @Test func `indexes are dropped by name and by columns`() throws {
    let schema = try made { db in
      try db.create(index: "a", on: "item", columns: ["name"])
      try db.create(index: "b", on: "item", columns: ["quantity"])
      try db.create(indexOn: "item", columns: ["quantity"])
      try db.drop(index: "a")
      try db.drop(index: "a", ifExists: true)
      try db.drop(indexOn: "item", columns: ["Quantity"])
      #expect(try db.indexes(on: "item").map(\.name) == ["b"])
      try db.drop(indexOn: "item", columns: ["quantity"])
    }
    #expect(schema.isEmpty)
    let error = try fixture.failure { try $0.drop(indexOn: "item", columns: ["name"]) }
    #expect(error?.code == .notFound)
  }

  @Test func `an index without columns or on a missing column is refused`() throws {
    let empty = try fixture.failure { try $0.create(index: "a", on: "item", columns: []) }
    #expect(empty?.message.contains("has no columns") == true)
    let missing = try fixture.failure { try $0.create(index: "a", on: "item", columns: ["x"]) }
    #expect(missing?.message.contains("x") == true)
  }

  @Test func `views are created from SQL and from fragments`() throws {
    let schema = try made { db in
      try db.create(view: "a", sql: "SELECT name FROM item")
      try db.create(
        view: "b",
        columns: ["n"],
        as: "SELECT name FROM item WHERE name = \(bind: "Saw")"
      )
      try db.create(view: "b", options: .ifNotExists, as: "SELECT 1")
    }
    #expect(
      schema == [
        #"CREATE VIEW "a" AS SELECT name FROM item"#,
        #"CREATE VIEW "b" ("n") AS SELECT name FROM item WHERE name = 'Saw'"#,
      ]
    )
    #expect(try fixture.values("SELECT n FROM b") == ["Saw"])
  }

  private struct Item: TableRecord {}

  @Test func `views are created from requests`() throws {
    let schema = try made { db in
      try db.create(
        view: "a",
        columns: ["n"],
        as: Item.filter(Column("name") != "Saw").filter(key: 1).select(Column("name"))
      )
      try db.create(view: "b", as: SQLRequest<Row>(sql: "SELECT ? AS x", arguments: ["it's"]))
    }
    #expect(
      schema == [
        #"CREATE VIEW "a" ("n") AS SELECT "item"."name" FROM "item" WHERE "#
          + #"(("item"."name") <> ('Saw')) AND (("item"."rowid") = (1))"#,
        "CREATE VIEW \"b\" AS SELECT 'it''s' AS x",
      ]
    )
    #expect(try fixture.values("SELECT x FROM b") == ["it's"])
    let error = try fixture.failure { try $0.create(view: "c", as: Item.none()) }
    #expect(error?.message.contains("has no SELECT") == true)
  }

  @Test func `temporary views are created`() throws {
    try fixture.change { db in
      try db.create(view: "a", options: [.temporary, .ifNotExists], as: "SELECT name FROM item")
    }
    #expect(try fixture.schema().count == 1)
    #expect(try fixture.values("SELECT count(*) FROM a") == [2])
  }
}
