import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests that texts which look like SQL, or would break it, work as values, names and patterns.
@Suite(.mayBlock) struct BadTextTests {
  static let texts = [
    "", " ", "'", "\"", "''", "\"\"", "`", "[", "]", ";", "--", "/*", "?", "?1", ":a", "@a", "$a",
    "'; DROP TABLE \"tags\"; --", "\") OR 1=1 --", "%", "_", "\\", "\\%", "*", "AND OR NOT NEAR",
    "\"unclosed", "a\0b", "\0", "\n\r\t", "é", "e\u{301}", "👨‍👩‍👧", "\u{FFFF}", "\u{202E}abc",
    "\u{1}\u{2}",
    String(repeating: "x", count: 100_000),
  ]

  let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  /// The reason why a text is only for SQLite, if there is one.
  private func reason(_ text: String) -> SQLiteOnly? { text.contains("\0") ? .texts : nil }

  @Test(arguments: texts) func `any text is a value`(_ text: String) throws {
    try database.both(unless: reason(text)) { db throws in
      let id = try User.insert { User.Draft(name: text) }.returning(\.id).fetchOne(db)
      #expect(try User.where { $0.name.eq(text) }.fetchAll(db).map(\.name) == [text])
      #expect(try User.where { $0.name == text }.select(\.id).fetchOne(db) == id)
      #expect(try User.where { $0.name.in([text, "nobody"]) }.select(\.id).fetchOne(db) == id)
      #expect(try User.where { #sql("\($0.name) = \(bind: text)") }.select(\.id).fetchOne(db) == id)
      #expect(try Values(text).fetchOne(db) == text)
      try User.find(1).update { $0.name = text }.execute(db)
      #expect(try User.find(db, key: 1).name == text)
      try User.where { $0.name.eq(text) }.delete().execute(db)
      #expect(try User.select(\.name).fetchAll(db) == ["Grace"])
      #expect(try Tag.fetchCount(db) == 4)
    }
  }

  @Test(arguments: texts) func `any text is one of many values`(_ text: String) throws {
    try database.both(unless: reason(text)) { db throws in
      try User.insert { User.Draft(name: text) }.execute(db)
      let names = (1...2_000).map { "n\($0)" } + [text]
      #expect(try User.where { $0.name.in(names) }.fetchAll(db).map(\.name) == [text])
    }
  }

  @Test(arguments: texts) func `any text is part of a pattern`(_ text: String) throws {
    // LIKE stops at a NUL, and refuses long patterns.
    let isFound = !text.contains("\0") && text.utf8.count < 50_000
    try database.both(unless: isFound ? nil : .sizes) { db throws in
      try User.insert { User.Draft(name: "<\(text)>") }.execute(db)
      let pattern = LikePattern.containing("<" + text)
      let query = User.where { $0.name.like(pattern, escape: "\\") }
      if isFound {
        #expect(try query.fetchAll(db).map(\.name) == ["<\(text)>"])
      } else {
        _ = try? query.fetchAll(db)
      }
      _ = try? User.where { $0.name.like(text) }.fetchAll(db)
      try db.onlyOnSQLite(.glob) { db in
        _ = try? User.where { $0.name.glob(text) }.fetchAll(db)
      }
      #expect(try User.fetchCount(db) == 3)
    }
  }

  @Test(arguments: texts) func `any text can be searched for`(_ text: String) throws {
    try database.onlyOnSQLite(.fullText) { db throws in
      for pattern in [
        FTS5Pattern.allWords(of: text), FTS5Pattern.anyWord(of: text), FTS5Pattern.phrase(text),
        FTS5Pattern.allWords(of: text, lastIsPrefix: true),
      ] {
        _ = try SearchedText.where { $0.match(pattern) }.fetchAll(db)
      }
      // An invalid query only throws an error.
      _ = try? SearchedText.where { $0.match(text) }.fetchAll(db)
    }
  }

  @Test(arguments: texts) func `any text without a NUL is a name`(_ text: String) throws {
    let excuse = text.utf8.count < 50_000 ? reason(text) : .sizes
    try database.both(unless: excuse) { db throws in
      let create: SQLQueryExpression<()> = #sql(
        "CREATE TABLE \(quote: "t" + text) (\(quote: "c" + text) TEXT)"
      )
      guard !text.contains("\0") else {
        #expect(throws: (any Error).self) { try create.execute(db) }
        return
      }
      guard text.utf8.count < 50_000 else {
        _ = try? create.execute(db)
        return
      }
      try create.execute(db)
      try #sql("INSERT INTO \(quote: "t" + text) (\(quote: "c" + text)) VALUES ('x')").execute(db)
      let query: SQLQueryExpression<String> =
        #sql("SELECT \(quote: "t" + text).\(quote: "c" + text) FROM \(quote: "t" + text)")
      #expect(try query.fetchAll(db) == ["x"])
    }
  }

  @Test func `any text without a NUL is a literal in a trigger`() throws {
    for (index, text) in Self.texts.enumerated() where !text.contains("\0") {
      try database.onlyOnSQLite(.triggers) { db throws in
        try Tag.createTemporaryTrigger(
          "t\(index)",
          after: .insert { _ in User.insert(\.name) { text } }
        )
        .execute(db)
        try Tag.insert { Tag.Draft(title: "tag \(index)") }.execute(db)
        try #sql("DROP TRIGGER \(quote: "t\(index)")").execute(db)
        #expect(try User.order { $0.id.desc() }.fetchOne(db)?.name == text)
      }
    }
  }
}

@Table("reminderTexts") struct SearchedText: FTS5 {
  let rowid: Int
  let title: String
  let notes: String
}
