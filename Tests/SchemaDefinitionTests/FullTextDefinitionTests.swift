import LiveSQL
import Testing

/// Tests of full-text tables and R*Trees that are defined in Swift.
@Suite struct FullTextDefinitionTests {
  @Test func `columns and options are written`() throws {
    let schema = try SchemaFixture.schema { db in
      try db.create(virtualTable: "doc_ft", using: FTS5()) { t in
        t.tokenizer = .porter(
          wrapping: .unicode61(removesDiacritics: false, separators: ["-", "'"])
        )
        t.prefixes = [3, 2]
        t.detail = .column
        t.columnSize = false
        t.column("title")
        t.column("author").notIndexed()
      }
    }
    #expect(
      schema[0] == """
        CREATE VIRTUAL TABLE "doc_ft" USING fts5("title", "author" UNINDEXED, \
        tokenize='porter unicode61 remove_diacritics 0 separators ''''''-''', prefix='2 3', columnsize='0', \
        detail='column')
        """
    )
  }

  @Test(arguments: [
    (FTS5TokenizerDescriptor.ascii(tokenCharacters: ["-"]), "x-y"), (.unicode61(), "café"),
    (.unicode61(tokenCharacters: ["-", "'\u{301}"]), "x-y"),
    (.unicode61(categories: "L* N*"), "word"), (.porter(), "connection"),
    (.porter(wrapping: .ascii()), "connected"), (.trigram(), "onnec"),
    (.trigram(isCaseSensitive: true), "onnec"),
  ])
  func `each tokenizer divides text into words`(tokenizer: FTS5TokenizerDescriptor, word: String)
    throws
  {
    let fixture = try SchemaFixture()
    try fixture.change { db in
      try db.create(virtualTable: "ft", using: FTS5()) { t in
        t.tokenizer = tokenizer
        t.column("text")
      }
      try db.execute(
        sql: "INSERT INTO ft VALUES ('a x-y cafe and café words word connections connected')"
      )
      let found = try Int.fetchOne(
        db,
        sql: "SELECT count(*) FROM ft WHERE ft MATCH ?",
        arguments: ["\"\(word)\""]
      )
      #expect(found == 1)
    }
  }

  @Test func `an existing virtual table is left alone if requested`() throws {
    let fixture = try SchemaFixture()
    for _ in 0..<2 {
      try fixture.change { db in
        try db.create(virtualTable: "ft", options: .ifNotExists, using: FTS5()) {
          $0.column("text")
        }
        try db.create(virtualTable: "words", options: .ifNotExists, using: "fts5vocab('ft', 'row')")
      }
    }
    let error = try fixture.failure { db in
      try db.create(virtualTable: "ft", using: FTS5()) { $0.column("text") }
    }
    #expect(error?.message.contains("already exists") == true)
  }

  @Test func `a contentless table indexes texts without storing them`() throws {
    let fixture = try SchemaFixture()
    try fixture.change { db in
      try db.create(virtualTable: "ft", using: FTS5()) { t in
        t.content = ""
        t.column("text")
      }
      try db.execute(sql: "INSERT INTO ft (rowid, text) VALUES (7, 'seven')")
    }
    #expect(try fixture.values("SELECT rowid FROM ft WHERE ft MATCH 'seven'") == [7])
  }

  @Test func `an error reports missing columns`() throws {
    let fixture = try SchemaFixture()
    let text = try fixture.failure { try $0.create(virtualTable: "ft", using: FTS5()) { _ in } }
    #expect(text?.message.contains("“ft” has no columns") == true)
    let box = try fixture.failure { try $0.create(virtualTable: "box", using: RTree()) { _ in } }
    #expect(box?.message.contains("“box” has no dimension") == true)
  }

  @Test func `an R*Tree has a key, dimensions and other columns`() throws {
    let fixture = try SchemaFixture()
    try fixture.change { db in
      try db.create(virtualTable: "box", using: RTree()) { t in
        t.key("place")
        t.dimension("minX", "maxX")
        t.dimension("minY", "maxY")
        t.column("name")
      }
      try db.create(virtualTable: "cell", using: RTree(holdsIntegers: true)) { t in
        t.dimension("a", "b")
      }
      try db.execute(
        sql: "INSERT INTO box VALUES (1, 0, 1, 0, 1, 'here'), (2, 5, 6, 5, 6, 'there')"
      )
    }
    let schema = try fixture.schema()
    #expect(
      schema.contains(
        #"CREATE VIRTUAL TABLE "box" USING rtree("place", "minX", "maxX", "minY", "maxY", +"name")"#
      )
    )
    #expect(schema.contains(#"CREATE VIRTUAL TABLE "cell" USING rtree_i32("id", "a", "b")"#))
    #expect(try fixture.values("SELECT name FROM box WHERE minX > 3") == ["there"])
  }
}
