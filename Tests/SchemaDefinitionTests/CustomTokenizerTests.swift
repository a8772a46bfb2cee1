import LiveSQL
import LiveSQLTestSupport
import Testing

@Table("searchedTexts") private struct SearchedText: FTS5 {
  let rowid: Int
  let text: String
}

/// Tests of tokenizers of FTS5 that the application implements.
@Suite(.timeLimit(.hang)) struct CustomTokenizerTests {
  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      db.add(tokenizer: SynonymTokenizer.self)
      db.add(tokenizer: CommaTokenizer.self)
      db.add(tokenizer: StrayTokenizer.self)
      db.add(tokenizer: ByteTokenizer.self)
      db.add(tokenizer: NestedTokenizer.self)
    }
    return configuration
  }

  private static let synonyms = ["automobile", "car", "auto", "car"]

  private func create(_ tokenizer: FTS5TokenizerDescriptor, in db: Database) throws {
    try db.create(virtualTable: "searchedTexts", using: FTS5()) { t in
      t.tokenizer = tokenizer
      t.column("text")
    }
  }

  /// Creates a table in memory, and inserts texts.
  private func database(
    _ tokenizer: FTS5TokenizerDescriptor,
    _ texts: [String]
  ) throws -> DatabaseQueue {
    let database = try DatabaseQueue(configuration: Self.configuration)
    try database.write { db in
      try create(tokenizer, in: db)
      for text in texts { try insert(text, in: db) }
    }
    return database
  }

  private func insert(_ text: String, in db: Database) throws {
    try db.execute(sql: "INSERT INTO searchedTexts (text) VALUES (?)", arguments: [text])
  }

  private func found(_ pattern: String, in db: Database) throws -> [String] {
    try SearchedText.where { $0.match(pattern) }.order(by: \.rowid).select(\.text).fetchAll(db)
  }

  @Test func `a wrapping tokenizer folds synonyms, and leaves words out`() throws {
    let database = try database(
      SynonymTokenizer.tokenizerDescriptor(arguments: Self.synonyms),
      ["The automobile", "My CAR", "A bike"]
    )
    try database.read { db throws in
      #expect(try found("auto", in: db) == ["The automobile", "My CAR"])
      #expect(try found("\"the\"", in: db) == [])
      let marked = SearchedText.where { $0.match("car") }.select { $0.text.highlight("[", "]") }
      #expect(try marked.fetchAll(db) == ["The [automobile]", "My [CAR]"])
    }
  }

  @Test func `a word at the same place is found, and keeps phrases together`() throws {
    let database = try database(SynonymTokenizer.tokenizerDescriptor(), ["born in the USA now"])
    try database.read { db throws in
      #expect(try found("\"in america now\"", in: db).count == 1)
      #expect(try found("\"in usa now\"", in: db).count == 1)
    }
  }

  @Test func `a tokenizer returns words with their ranges`() throws {
    let database = try database(
      CommaTokenizer.tokenizerDescriptor(),
      ["grüner Tee,Kaffee", ",,", "", "Tee\u{0},🫖"]
    )
    try database.read { db throws in
      #expect(try found("\"grüner tee\"", in: db) == ["grüner Tee,Kaffee"])
      #expect(try found("\"🫖\"", in: db).count == 1)
      let marked = SearchedText.where { $0.match("kaffee") }
        .select { $0.text.highlight("[", "]") }
      #expect(try marked.fetchAll(db) == ["grüner Tee,[Kaffee]"])
    }
  }

  @Test func `ranges beyond the text end at its end`() throws {
    let database = try database(StrayTokenizer.tokenizerDescriptor(), ["word"])
    try database.read { db throws in
      let marked = SearchedText.where { $0.match("word") }.select { $0.text.highlight("[", "]") }
      #expect(try marked.fetchOne(db)?.hasPrefix("word") == true)
    }
  }

  @Test func `text that is not valid UTF-8 is indexed and marked`() throws {
    let database = try database(CommaTokenizer.tokenizerDescriptor(), [])
    try database.write { db throws in
      try db.execute(
        sql: "INSERT INTO searchedTexts (text) VALUES (CAST(x'ff2c61ff2c62ff' AS TEXT))"
      )
      let count = try SearchedText.where { $0.match("\"a\u{fffd}\"") }.fetchCount(db)
      #expect(count == 1)
      _ = try Row.fetchAll(
        db,
        sql: """
          SELECT CAST(highlight(searchedTexts, 0, '[', ']') AS BLOB) FROM searchedTexts
          WHERE searchedTexts MATCH '"b\u{fffd}"'
          """
      )
    }
  }

  @Test func `a tokenizer can work with the bytes`() throws {
    let database = try database(ByteTokenizer.tokenizerDescriptor(), ["abc"])
    try database.read { db throws in
      #expect(try found("\"bc\"", in: db) == ["abc"])
      #expect(try found("\"cb\"", in: db) == [])
      let bytes = try db.makeTokenizer(ByteTokenizer.tokenizerDescriptor())
      #expect(try bytes.tokenize(query: "ab").map(\.token) == ["a", "b"])
    }
  }

  @Test func `a tokenizer can wrap another one of the application`() throws {
    let database = try database(
      NestedTokenizer.tokenizerDescriptor(arguments: Self.synonyms),
      ["An auto"]
    )
    try database.read { db throws in
      let nested = try db.makeTokenizer(
        NestedTokenizer.tokenizerDescriptor(arguments: Self.synonyms)
      )
      #expect(try nested.tokenize(document: "auto usa").map(\.token) == ["rac", "asu", "acirema"])
      #expect(try nested.tokenize(document: "usa").map(\.flags) == [[], .colocated])
      #expect(try nested.tokenize(query: "usa").count == 1)
      #expect(try found("automobile", in: db) == ["An auto"])
    }
    let error = #expect(throws: DatabaseError.self) {
      try database.write { db in try insert("a forbidden one", in: db) }
    }
    #expect(error?.message == "a word is forbidden")
  }

  @Test func `tokenizers of SQLite can be tried out`() throws {
    try DatabaseQueue().read { db throws in
      let tokenizer = try db.makeTokenizer(.porter(wrapping: .unicode61()))
      let words = try tokenizer.tokenize(document: "Connected Cafés")
      #expect(words.map(\.token) == ["connect", "cafe"])
      #expect(try tokenizer.tokenize(query: "").isEmpty)
      let kept = try db.makeTokenizer(.unicode61(tokenCharacters: ["-"]))
      #expect(try kept.tokenize(query: "x-y").map(\.token) == ["x-y"])
      #expect(throws: DatabaseError.self) {
        try db.makeTokenizer(FTS5TokenizerDescriptor(components: []))
      }
      #expect(throws: DatabaseError.self) {
        try db.makeTokenizer(FTS5TokenizerDescriptor(components: ["unicode61", "nonsense", "1"]))
      }
    }
  }

  @Test func `an error makes the statement fail with its message, and changes nothing`() throws {
    let database = try database(CommaTokenizer.tokenizerDescriptor(), ["kept"])
    let error = #expect(throws: DatabaseError.self) {
      try database.write { db in
        try insert("lost", in: db)
        try insert("refused", in: db)
      }
    }
    #expect(error?.code == .tooBig)
    try database.read { db throws in
      #expect(try String.fetchAll(db, sql: "SELECT text FROM searchedTexts") == ["kept"])
      #expect(throws: DatabaseError.self) { try found("\"refused\"", in: db) }
      // What failed before does not explain an error of another kind.
      let other = #expect(throws: DatabaseError.self) { try db.execute(sql: "SELECT nothing") }
      #expect(other?.message.contains("nothing") == true)
    }
    let words = try self.database(SynonymTokenizer.tokenizerDescriptor(), [])
    let refused = #expect(throws: DatabaseError.self) {
      try words.write { db in try insert("a forbidden word", in: db) }
    }
    #expect(refused?.message == "a word is forbidden")
  }

  @Test func `an error about the arguments says what is wrong`() throws {
    let database = try DatabaseQueue(configuration: Self.configuration)
    let error = #expect(throws: DatabaseError.self) {
      try database.write { db in
        try create(SynonymTokenizer.tokenizerDescriptor(arguments: ["alone"]), in: db)
      }
    }
    #expect(error?.message == "a synonym is missing")
  }

  @Test func `an unknown tokenizer is reported, with what to do`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try DatabaseQueue().write { db in try create(CommaTokenizer.tokenizerDescriptor(), in: db) }
    }
    #expect(error?.message.contains("no such tokenizer: commas") == true)
    #expect(error?.explanation.contains("prepareDatabase") == true)
  }

  @Test func `each connection of a pool has the tokenizer, also after the file was opened again`()
    async throws
  {
    let scratch = try ScratchDirectory()
    let path = scratch.path(of: "texts.db")
    do {
      let pool = try DatabasePool(path: path, configuration: Self.configuration)
      try await pool.write { db in
        try create(SynonymTokenizer.tokenizerDescriptor(arguments: Self.synonyms), in: db)
        try insert("My auto", in: db)
      }
      try pool.close()
    }
    let pool = try DatabasePool(path: path, configuration: Self.configuration)
    try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<8 {
        group.addTask { try await pool.read { db in try found("automobile", in: db) } }
      }
      for try await texts in group { #expect(texts == ["My auto"]) }
    }
    let stranger = try DatabaseQueue(path: path)
    let error = #expect(throws: DatabaseError.self) {
      try stranger.read { db in try found("auto", in: db) }
    }
    #expect(error?.message.contains("no such tokenizer") == true)
  }

  @Test func `adding a tokenizer again has no effect`() throws {
    let database = try database(CommaTokenizer.tokenizerDescriptor(), ["a,b"])
    try database.write { db throws in
      db.add(tokenizer: CommaTokenizer.self)
      try insert("b,c", in: db)
      #expect(try found("b", in: db) == ["a,b", "b,c"])
    }
  }

  @Test func `a live search uses the tokenizer`() async throws {
    let database = try database(
      SynonymTokenizer.tokenizerDescriptor(arguments: Self.synonyms),
      ["An automobile"]
    )
    let query = SearchedText.where { $0.match("car") }.order(by: \.rowid).select(\.text)
    @FetchAll(query, database: database) var texts
    try await $texts.load()
    #expect(texts == ["An automobile"])
    try await database.write { db in
      try insert("A bike", in: db)
      try insert("An auto", in: db)
    }
    try await database.liveQueriesCaughtUp()
    #expect(texts == ["An automobile", "An auto"])
  }
}
