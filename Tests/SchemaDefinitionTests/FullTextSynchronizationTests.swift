import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of full-text tables that follow the table with the texts.
@Suite struct FullTextSynchronizationTests {
  let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try db.create(table: "doc") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("code", .text).unique()
        t.column("title", .text)
        t.column("body", .text)
      }
      try db.create(
        index: "folded",
        on: "doc",
        expressions: ["body COLLATE NOCASE"],
        options: .unique
      )
      try db.execute(
        sql: "INSERT INTO doc VALUES (1, 'a', 'one', 'first'), (2, 'b', 'two', 'second')"
      )
      try db.create(virtualTable: "doc_ft", using: FTS5()) { t in
        t.tokenizer = .porter()
        t.column("title")
        t.column("body")
        t.synchronize(withTable: "doc")
      }
    }
  }

  private func found(_ pattern: String) throws -> [Int] {
    try database.read { db in
      try Int.fetchAll(
        db,
        sql: "SELECT rowid FROM doc_ft WHERE doc_ft MATCH ? ORDER BY rowid",
        arguments: [pattern]
      )
    }
  }

  private func write(_ sql: String) throws {
    try database.write { db in
      try db.execute(sql: sql)
      // FTS5 compares the index with the texts, and throws if they differ.
      try db.execute(sql: "INSERT INTO doc_ft (doc_ft, rank) VALUES ('integrity-check', 1)")
    }
  }

  @Test func `existing rows are indexed`() throws {
    #expect(try found("one") == [1])
    #expect(try found("second") == [2])
  }

  @Test func `insertions, updates and deletions are followed`() throws {
    try write("INSERT INTO doc (title) VALUES ('three')")
    #expect(try found("three") == [3])
    try write("UPDATE doc SET title = 'drei', id = 30 WHERE id = 3")
    #expect(try found("three").isEmpty && found("drei") == [30])
    try write("DELETE FROM doc WHERE id = 30")
    #expect(try found("drei").isEmpty)
    try write("DELETE FROM doc")
    #expect(try found("one OR two").isEmpty)
  }

  @Test(arguments: [
    // Conflicts on the row ID, a unique column, a unique index that ignores case, and two of them
    // at once.
    ("INSERT OR REPLACE INTO doc (id, title) VALUES (1, 'new')", [2]),
    ("REPLACE INTO doc (code, title) VALUES ('b', 'new')", [1]),
    ("REPLACE INTO doc (body, title) VALUES ('FIRST', 'new')", [2]),
    ("REPLACE INTO doc (id, code, title) VALUES (1, 'b', 'new')", []),
    ("UPDATE OR REPLACE doc SET code = 'b', title = 'new' WHERE id = 1", []),
    ("UPDATE OR REPLACE doc SET id = 2, title = 'new' WHERE id = 1", []),
    // Here no row is replaced.
    ("INSERT OR IGNORE INTO doc (id, title) VALUES (1, 'ignored'), (9, 'new')", [1, 2]),
    (
      "INSERT INTO doc (id, code) VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET title = 'new'", [2]
    ),
    (
      "INSERT INTO doc (id, title) VALUES (-1, 'minus'); INSERT INTO doc (title) VALUES ('new')",
      [1, 2]
    ),
  ])
  func `the replacement of rows is followed`(sql: String, remaining: [Int]) throws {
    try write(sql)
    #expect(try found("one OR two") == remaining)
    #expect(try found("new").count == 1)
    try write("INSERT INTO doc (title) VALUES ('next')")
    #expect(try found("next").count == 1)
  }

  @Test func `the index matches the table after random writes`() throws {
    var random = SeededGenerator(seed: 1)
    let words = ["one", "two", "three", "four"]
    let prefixes = ["INSERT OR REPLACE", "INSERT OR IGNORE", "UPDATE OR REPLACE", "DELETE"]
    for _ in 0..<150 {
      let id = Int.random(in: 1...8, using: &random)
      let code = "c\(Int.random(in: 1...5, using: &random))"
      let title = words.randomElement(using: &random) ?? "one"
      switch prefixes.randomElement(using: &random) {
      case "DELETE"?: try write("DELETE FROM doc WHERE id = \(id)")
      case "UPDATE OR REPLACE"?:
        try write(
          "UPDATE OR REPLACE doc SET id = \(id), code = '\(code)', title = '\(title)' WHERE code > '\(code)' LIMIT 1"
            .replacing(" LIMIT 1", with: "")
            .replacing("id = \(id), ", with: "")
            .replacing("code > '\(code)'", with: "id = \(Int.random(in: 1...8, using: &random))")
        )
      case let verb?:
        try write("\(verb) INTO doc (id, code, title) VALUES (\(id), '\(code)', '\(title)')")
      case nil: break
      }
    }
    try database.read { db in
      for word in words {
        let inTable = try Int.fetchAll(
          db,
          sql: "SELECT id FROM doc WHERE title = ? ORDER BY id",
          arguments: [word]
        )
        let inIndex = try Int.fetchAll(
          db,
          sql: "SELECT rowid FROM doc_ft WHERE doc_ft MATCH ? ORDER BY rowid",
          arguments: [word]
        )
        #expect(inTable == inIndex)
      }
    }
  }

  @Test func `a recreated table is followed`() throws {
    try database.write { db in
      try db.recreate(table: "doc") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("code", .text).unique()
        t.column("title", .text).notNull().defaults(to: "")
        t.column("body", .text)
        t.copy(column: "title", sql: "title || ' again'")
      }
    }
    #expect(try found("again") == [1, 2])
    try write("REPLACE INTO doc (code, title) VALUES ('a', 'fresh')")
    #expect(try found("again") == [2] && found("fresh") == [3])
  }

  @Test func `dropping the triggers ends the synchronization`() throws {
    try database.write { db in
      try db.drop(table: "doc_ft")
      try db.dropFTS5SynchronizationTriggers(forTable: "doc_ft")
      try db.execute(sql: "INSERT INTO doc (title) VALUES ('more')")
      let names = try db.objects().filter { !$0.isInternal }.map(\.name.name)
      #expect(names == ["doc", "folded"])
    }
  }

  @Test func `rows of a table without a key are found by row ID`() throws {
    try database.write { db in
      try db.create(table: "note") { t in t.column("text") }
      try db.create(virtualTable: "note_ft", using: FTS5()) { t in
        t.column("text")
        t.synchronize(withTable: "note")
      }
      try db.execute(sql: "INSERT INTO note (rowid, text) VALUES (40, 'forty')")
      let rowID = try Int.fetchOne(db, sql: "SELECT rowid FROM note_ft WHERE note_ft MATCH 'forty'")
      #expect(rowID == 40)
    }
  }

  // MARK: Tables that cannot be followed

  private func message(_ body: (Database) throws -> Void) throws -> String {
    let error = #expect(throws: DatabaseError.self) { try database.write { try body($0) } }
    return error?.message ?? ""
  }

  @Test func `an error reports a table without row IDs`() throws {
    let message = try message { db in
      try db.create(table: "plain", options: .withoutRowID) { t in t.primaryKey("text", .text) }
      try db.create(virtualTable: "plain_ft", using: FTS5()) { t in
        t.column("text")
        t.synchronize(withTable: "plain")
      }
    }
    #expect(message.contains("cannot follow “plain”, which is WITHOUT ROWID"))
  }

  @Test func `an error reports a missing table or column`() throws {
    let table = try message { db in
      try db.create(virtualTable: "x_ft", using: FTS5()) { t in
        t.column("text")
        t.synchronize(withTable: "missing")
      }
    }
    #expect(table == "There is no table “missing”.")
    let column = try message { db in
      try db.create(virtualTable: "x_ft", using: FTS5()) { t in
        t.column("text")
        t.synchronize(withTable: "doc")
      }
    }
    #expect(column.contains("which has no column “text”"))
  }

  @Test func `an untrusted schema is reported when the full-text table is created`() throws {
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA trusted_schema = OFF") }
    let untrusted = try DatabaseQueue(configuration: configuration)
    do {
      try untrusted.write { db in
        try db.create(table: "doc") { t in t.column("title") }
        try db.create(virtualTable: "doc_ft", using: FTS5()) { t in
          t.column("title")
          t.synchronize(withTable: "doc")
        }
      }
    } catch let error as DatabaseError {
      // Later versions of SQLite consider full-text tables innocuous.
      #expect(error.message.hasPrefix("unsafe use of virtual table"))
      #expect(try untrusted.read { try $0.objects() }.isEmpty)
    }
  }
}
