import LiveSQL
import Testing

@Table nonisolated struct Fact: Equatable {
  let id: Int
  var body: String
}

nonisolated struct SearchResults: Equatable {
  var facts: [Fact] = []
}

nonisolated struct SearchRequest: FetchKeyRequest {
  let text: String

  func fetch(_ db: Database) throws -> SearchResults {
    try SearchResults(facts: Fact.where { $0.body.contains(text) }.fetchAll(db))
  }
}

@Suite struct SearchModelTests {
  @Test func `a model searches for each text that it is given`() async throws {
    let database = try DatabaseQueue()
    try await database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE facts (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
          INSERT INTO facts VALUES (1, 'one'), (2, 'two'), (3, 'three')
          """
      )
    }
    let model = withDependencies {
      $0.defaultDatabase = database
    } operation: {
      SearchModel()
    }
    try await model.$results.load()
    #expect(model.results.facts.map(\.id) == [1, 2, 3])
    model.searchText = "tw"
    for await results in model.$results.values where results.facts.count == 1 { break }
    #expect(model.results.facts.map(\.body) == ["two"])
  }
}
