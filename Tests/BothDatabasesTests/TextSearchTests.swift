import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@Table("recipes") struct Recipe: Equatable, Identifiable {
  let id: Int
  var title = ""
  var notes: String?
}

@Table("recipeTexts") struct RecipeText: FTS5 {
  let rowid: Int
  let title: String
}

/// PostgreSQL's full-text search.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct TextSearchTests {
  let scratch: PostgresScratchDatabase
  let db: PostgresConnection

  init() throws {
    scratch = try PostgresScratchDatabase(on: .streaming)
    db = try scratch.connect()
    try Recipe.createTable().execute(db)
    try Recipe.insert {
      Recipe(id: 1, title: "Apple pie", notes: "Bake the apples with sugar")
      Recipe(id: 2, title: "Pancakes", notes: "Serve with apple sauce, and ice cold cream")
      Recipe(id: 3, title: "Soup", notes: nil)
      Recipe(id: 4, title: "Fish & chips", notes: "Don't fry it too long; a soup of peas beside it")
    }
    .execute(db)
    try db.execute(script: "CREATE PUBLICATION livesql FOR ALL TABLES")
  }

  private func ids(_ query: TextSearchQuery) throws -> [Int] {
    try Recipe.where { $0.words.matches(query) }.order(by: \.id).select(\.id).fetchAll(db)
  }

  @Test func `words are found in any form, in several columns, and if one is NULL`() throws {
    #expect(try ids(.web("apple", in: .english)) == [1, 2])
    #expect(try ids(.web("APPLES", in: .english)) == [1, 2])
    #expect(try ids(.web("soups", in: .english)) == [3, 4])
    #expect(try ids(.words("apple cream", in: .english)) == [2])
    #expect(try ids(.phrase("ice cold", in: .english)) == [2])
    #expect(try ids(.phrase("cold ice", in: .english)) == [])
    let simple = Recipe.where {
      $0.notes.textSearchVector(.simple).matches(.words("apple", in: .simple))
    }
    #expect(try simple.select(\.id).fetchAll(db) == [2])
  }

  @Test func `any typed text is a valid query`() throws {
    #expect(try ids(.web("apple -cream", in: .english)) == [1])
    #expect(try ids(.web("pie or soup", in: .english)) == [1, 3, 4])
    #expect(try ids(.web("\"ice cold\"", in: .english)) == [2])
    let odd = [
      "", " ", "'", "\"", "\\", ":*", "&", "a & | b", "(((", "!", "<->", "don't", "c++", "\"open",
      "-", "or or", "%_",
      "\u{1F370}", "\\'", "'':*", "a'b\\", "the", "'\u{301}", "\\\u{301}", "a'\u{301}b",
    ]
    for text in odd {
      _ = try ids(.web(text, in: .english))
      _ = try ids(.words(text, in: .english))
      _ = try ids(.phrase(text, in: .english))
      _ = try ids(.typed(text, in: .english))
    }
    #expect(try ids(.web("", in: .english)) == [])
    #expect(try ids(.typed("", in: .english)) == [])
    #expect(try ids(.typed("appl", in: .english)) == [1, 2])
    #expect(try ids(.typed("sug app", in: .english)) == [])
    #expect(try ids(.typed("sugar app", in: .english)) == [1])
    #expect(try ids(.typed("don't f", in: .english)) == [4])
  }

  @Test func `queries are combined, and only raw ones can be invalid`() throws {
    let apple = TextSearchQuery.words("apple", in: .english)
    let cream = TextSearchQuery.words("cream", in: .english)
    #expect(try ids(apple.and(cream)) == [2])
    #expect(try ids(apple.or(.words("soup", in: .english))) == [1, 2, 3, 4])
    #expect(try ids(apple.and(cream.negated())) == [1])
    #expect(try ids(.words("cold", in: .english).followed(by: cream)) == [2])
    #expect(try ids(.expression("apple & !cream", in: .english)) == [1])
    let error = #expect(throws: PostgresError.self) {
      try ids(.expression("apple &", in: .english))
    }
    #expect(error?.code == .syntaxError)
    #expect(throws: PostgresError.self) { try ids(.web("apple", in: "klingon")) }
  }

  @Test func `ranks follow weights, and headlines mark the matches`() throws {
    let query = TextSearchQuery.web("soup", in: .english)
    let ranked = Recipe.where { $0.words.matches(query) }
    let vector = { (recipe: Recipe.TableColumns) in
      recipe.title.textSearchVector(.english).weighted(.a)
        .joined(with: recipe.notes.textSearchVector(.english).weighted(.d))
    }
    let byTitle = ranked.order { vector($0).rank(query).desc() }
    #expect(try byTitle.select(\.id).fetchAll(db) == [3, 4])
    let byNotes = ranked.order {
      vector($0).rank(query, weights: TextSearchWeights(a: 0, d: 1), normalization: .belowOne)
        .desc()
    }
    #expect(try byNotes.select(\.id).fetchAll(db) == [4, 3])
    let ranks = try ranked.order(by: \.id).select { vector($0).coverDensityRank(query) }.fetchAll(
      db
    )
    #expect(ranks.count == 2 && ranks[0] > ranks[1])
    let odd = TextSearchHeadlineOptions(start: "\"[, 'a\\", stop: "]\"=")
    let headlines = try Recipe.where { $0.id == 4 }
      .select { $0.notes.textSearchHeadline(query, in: .english, odd) }.fetchAll(db)
    #expect(headlines == ["Don't fry it too long; a \"[, 'a\\soup]\"= of peas beside it"])
    let accent = TextSearchHeadlineOptions(start: "\"\u{301}", stop: "]")
    let accented = try Recipe.where { $0.id == 4 }
      .select { $0.notes.textSearchHeadline(query, in: .english, accent) }.fetchAll(db)
    #expect(accented == ["Don't fry it too long; a \"\u{301}soup] of peas beside it"])
    var short = TextSearchHeadlineOptions(start: "[", stop: "]")
    (short.maximumWords, short.minimumWords) = (4, 2)
    let shortened = try Recipe.find(4).select {
      $0.notes.textSearchHeadline(query, in: .english, short)
    }
    .fetchOne(db)
    #expect(shortened?.contains("[soup]") == true && shortened?.contains("Don't") == false)
  }

  @Test func `a search in a generated column uses its index`() throws {
    try Recipe.addTextSearchColumn("search") {
      $0.title.textSearchVector(.english).weighted(.a)
        .joined(with: $0.notes.textSearchVector(.english))
    }
    .execute(db)
    try Recipe.createTextSearchIndex(on: "search").execute(db)
    try Recipe.createTextSearchIndex(on: "search", ifNotExists: true).execute(db)
    try Recipe.createTextSearchIndex("title") { $0.title.textSearchVector(.english) }.execute(db)
    let found = Recipe.where {
      $0.textSearchVector(column: "search").matches(.web("apples", in: .english))
    }
    #expect(try found.order(by: \.id).select(\.id).fetchAll(db) == [1, 2])
    try Recipe.find(3).update { $0.title = "Apple soup" }.execute(db)
    #expect(try found.fetchCount(db) == 3)
    let byTitle = Recipe.where {
      $0.title.textSearchVector(.english).matches(.web("pie", in: .english))
    }
    try db.execute(script: "SET enable_seqscan = off")
    #expect(try plan(of: found).contains("recipes_search"))
    #expect(try plan(of: byTitle).contains("recipes_title"))
    #expect(try db.schemaDifferences([Recipe.self]).isEmpty)
  }

  /// Returns the server's plan of a query, with its values.
  private func plan(of query: some TypedSQL.Statement) throws -> String {
    let (sql, bindings) = query.query.render(for: .postgres)
    guard case .text(let text)? = bindings.first, bindings.count == 1 else { return "" }
    let known = sql.replacingOccurrences(of: "$1", with: "'\(text)'")
    return try db.execute("EXPLAIN " + known).values().map { row in
      if case .text(let line)? = row.first { line } else { "" }
    }
    .joined(separator: "\n")
  }

  @Test func `live queries over a search are patched, and exact`() async throws {
    let live = PostgresLiveDatabase(scratch.configuration)
    defer { live.close() }
    let found = Recipe.where { $0.words.matches(.web("soup -fish", in: .english)) }.order(
      by: \.title
    )
    var results = live.values(of: found).makeAsyncIterator()
    let first = try #require(try await results.next())
    #expect(first.rows.map(\.id) == [3])
    #expect(first.plan == .orderedPatch)
    try Recipe.find(1).update { $0.notes = "Rather a soup" }.execute(db)
    let second = try #require(try await results.next())
    #expect(second.rows.map(\.id) == [1, 3])
    try Recipe.find(3).update { $0.notes = "of fishes" }.execute(db)
    let third = try #require(try await results.next())
    #expect(third.rows.map(\.id) == [1])
    #expect(third.rows == (try found.fetchAll(db)))
  }

  @Test func `each database's error names the right search`() throws {
    let onSQLite = try DatabaseQueue()
    let error = #expect(throws: (any Error).self) {
      try onSQLite.write { db in
        try Recipe.createTable().execute(db)
        return try Recipe.where { $0.words.matches(.web("apple", in: .english)) }.fetchAll(db)
      }
    }
    #expect("\(String(describing: error))".contains("FTS5"))
    let ofSQLite = #expect(throws: PostgresError.self) {
      try RecipeText.where { $0.match("apple") }.fetchAll(db)
    }
    #expect("\(String(describing: ofSQLite))".contains("textSearchVector"))
  }
}

extension Recipe.TableColumns {
  /// The words of a recipe.
  var words: SQLQueryExpression<TextSearchVector> {
    title.textSearchVector(.english).joined(with: notes.textSearchVector(.english))
  }
}
