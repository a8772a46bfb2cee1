import LiveSQL
import Testing

/// Definitions in the words of other libraries.
@Suite struct PortedDefinitionTests {
  @Test func `a virtual table needs no closure`() throws {
    let fixture = try SchemaFixture()
    try fixture.change { db in
      try db.create(virtualTable: "page", using: FTS4())
      try db.create(virtualTable: "note", using: FTS3()) { t in t.tokenizer = .porter }
      try db.execute(sql: "INSERT INTO page (content) VALUES ('one word')")
    }
    #expect(try fixture.values("SELECT content FROM page WHERE page MATCH 'word'") == ["one word"])
    let schema = try fixture.schema()
    #expect(schema.contains(#"CREATE VIRTUAL TABLE "page" USING fts4"#))
    #expect(schema.contains(#"CREATE VIRTUAL TABLE "note" USING fts3(tokenize=porter)"#))
    let error = try fixture.failure { try $0.create(virtualTable: "ft", using: FTS5()) }
    #expect(error?.message.contains("“ft” has no columns") == true)
  }

  @Test func `options of a virtual table can be labels`() throws {
    let fixture = try SchemaFixture()
    for _ in 0..<2 {
      try fixture.change { db in
        try db.create(virtualTable: "ft", ifNotExists: true, using: FTS5()) { $0.column("text") }
        try db.create(virtualTable: "page", ifNotExists: true, using: FTS4())
        try db.create(virtualTable: "words", ifNotExists: true, using: "fts5vocab('ft', 'row')")
        try db.create(virtualTable: "kept", temporary: true, ifNotExists: true, using: FTS4())
      }
    }
    #expect(
      try fixture.values("SELECT name FROM temp.sqlite_master WHERE name = 'kept'") == ["kept"]
    )
    #expect(try fixture.values("SELECT name FROM main.sqlite_master WHERE name = 'kept'") == [])
    let error = try fixture.failure { try $0.create(virtualTable: "page", using: FTS4()) }
    #expect(error?.message.contains("already exists") == true)
  }

  @Test func `columns and constraints can be SQL with values`() throws {
    let fixture = try SchemaFixture()
    let size = "X'L"
    try fixture.change { db in
      try db.create(table: "item") { t in
        t.column(literal: "name TEXT")
        t.column(literal: "size TEXT DEFAULT \(size)")
        t.check(literal: "size <> \("none")")
        t.constraint(literal: "UNIQUE (name)")
      }
      try db.alter(table: "item") { t in t.addColumn(literal: "number INTEGER DEFAULT \(7)") }
      try db.execute(sql: "INSERT INTO item (name) VALUES ('a')")
    }
    #expect(try fixture.values("SELECT size FROM item") == ["X'L"])
    #expect(try fixture.values("SELECT number FROM item") == [7])
    for values in ["('a', 'M')", "('b', 'none')"] {
      #expect(throws: DatabaseError.self) {
        try fixture.change { try $0.execute(sql: "INSERT INTO item (name, size) VALUES \(values)") }
      }
    }
  }
}
