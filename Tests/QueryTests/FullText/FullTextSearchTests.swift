import LiveSQL
import Testing

@Table private struct SearchedNote: FTS5 {
  let rowid: Int
  let title: String
  let notes: String
}

@Table private struct SearchedBox: RTree, Equatable {
  let id: Int
  var minX: Double
  var maxX: Double
  var minY: Double
  var maxY: Double
}

struct FullTextSearchTests {
  let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try SearchedNote.createVirtualTable(tokenizer: "porter", prefixes: [2]).execute(db)
      try db.execute(
        sql: """
          INSERT INTO searchedNotes (rowid, title, notes) VALUES
            (1, 'Take a walk', 'apples and pears'), (2, 'Buy apples', 'take two'),
            (3, 'NOT "this" OR that', '')
          """
      )
      try SearchedBox.createVirtualTable().execute(db)
      try SearchedBox.insert {
        SearchedBox(id: 1, minX: 0, maxX: 1, minY: 0, maxY: 1)
        SearchedBox(id: 2, minX: 5, maxX: 6, minY: 0, maxY: 1)
      }.execute(db)
    }
  }

  private func found(_ pattern: String) throws -> [Int] {
    let q = SearchedNote.where { $0.match(pattern) }.order(by: \.rowid).select(\.rowid)
    let _: any SelectStatement<Int, SearchedNote, ()> = q
    return try database.onlyOnSQLite(.fullText) { db in
      let r = try q.fetchAll(db)
      return r
    }
  }

  @Test func `FTS5 queries find rows and mark matches`() throws {
    #expect(try found("take AND apple") == [1, 2])
    try database.onlyOnSQLite(.fullText) { db throws in
      let titles = SearchedNote.where { $0.title.match("take") }
      #expect(
        try titles.select { $0.title.highlight("<", ">") }.fetchAll(db) == ["<Take> a walk"]
      )
      let snippets = SearchedNote.where { $0.match("pears") }
        .select { $0.notes.snippet("<", ">", "…", 2) }
      #expect(try snippets.fetchAll(db) == ["…and <pears>"])
    }
  }

  @Test func `weights determine the order`() throws {
    try database.onlyOnSQLite(.fullText) { db throws in
      let apples = SearchedNote.where { $0.match("apple") }.select(\.rowid)
      #expect(try apples.order { $0.bm25([\.title: 10]) }.fetchAll(db) == [2, 1])
      #expect(try apples.order { $0.bm25([\.notes: 10]) }.fetchAll(db) == [1, 2])
    }
  }

  @Test func `an alias is searched by its column's full name`() throws {
    enum Found: AliasName {}
    let rows = try database.onlyOnSQLite(.fullText) { db in
      try SearchedNote.as(Found.self).where { $0.match("pears") }
        .select { ($0.rowid, $0.title.highlight("<", ">")) }
        .fetchAll(db)
    }
    #expect(rows.map(\.0) == [1])
  }

  @Test(arguments: [
    ("NOT \"this", [3]), ("or", [3]), ("tak wal", []), ("\"", []), ("*", []), ("", []),
    ("that:", [3]), ("(", []), ("\0", []),
  ])
  func `any text can be searched for`(_ text: String, _ rows: [Int]) throws {
    #expect(try found(FTS5Pattern.allWords(of: text)) == rows)
  }

  @Test func `the last word can be a prefix`() throws {
    #expect(try found(FTS5Pattern.allWords(of: "take wal", lastIsPrefix: true)) == [1])
    #expect(try found(FTS5Pattern.allWords(of: "", lastIsPrefix: true)) == [])
  }

  @Test func `boxes are found by ranges and points`() throws {
    try database.onlyOnSQLite(.fullText) { db throws in
      #expect(
        try SearchedBox.where { $0.overlaps(0.5...5, 1...2) }.fetchAll(db).map(\.id) == [1, 2]
      )
      #expect(try SearchedBox.where { $0.isInside(-1...2, 0...1) }.fetchAll(db).map(\.id) == [1])
      #expect(try SearchedBox.where { $0.contains(point: 5.5, 0.5) }.fetchAll(db).map(\.id) == [2])
      #expect(throws: (any Error).self) {
        try SearchedBox.where { $0.contains(point: 1, 2, 3) }.fetchAll(db)
      }
    }
  }
}
