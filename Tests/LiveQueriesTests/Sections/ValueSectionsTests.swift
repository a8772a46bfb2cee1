import LiveSQL
import LiveSQLTestSupport
import Testing

/// Rows of a property in sections that are named by a value of each row.
@Suite struct ValueSectionsTests {
  let database: DatabaseQueue

  init() throws { database = try choresDatabase() }

  @Test func `a name has the type of the value`() async throws {
    @FetchAll(Chore.order { ($0.title.length(), $0.title) }, database: database) var chores
    try await $chores.load()
    let sections: ResultsSectionCollection<Chore, Int> = $chores.sections(by: \.title.count)
    #expect(sections.sectionNames == [3, 4])
    #expect(sections.map { $0.map(\.title) } == [["Mow"], ["Cook", "Rake", "Rest"]])
    let titles: ResultsSectionCollection<Chore, String> = $chores.sections { $0.title }
    #expect(titles.sectionNames == ["Mow", "Cook", "Rake", "Rest"])
  }

  @Test func `rows of a section are together, in the order of the query`() async throws {
    @FetchAll(Chore.order(by: \.title), database: database) var chores
    try await $chores.load()
    let sections = $chores.sections(by: \.category)
    #expect(sections.sectionNames == ["Kitchen", "Garden", nil])
    #expect(sections[sectionName: "Garden"]?.map(\.title) == ["Mow", "Rake"])
  }

  @Test func `sections follow commits`() async throws {
    @FetchAll(Chore.order { ($0.effort, $0.title) }, database: database) var chores
    try await $chores.load()
    #expect($chores.sections(by: \.effort).sectionNames.last == $chores.wrappedValue.last?.effort)
    try await database.write { db in
      try Chore.all.update { $0.effort = .low }.execute(db)
      try Chore.where { $0.title == "Mow" }.update { $0.effort = .high }.execute(db)
    }
    try await database.liveQueriesCaughtUp()
    let sections = $chores.sections(by: \.effort)
    #expect(sections.sectionNames == [.low, .high])
    #expect(sections.map { $0.map(\.title) } == [["Cook", "Rake", "Rest"], ["Mow"]])
  }

  @Test func `rows of SQL text are divided`() async throws {
    @FetchAll(
      #sql("SELECT \(Chore.columns) FROM \(Chore.self) ORDER BY \(Chore.id)", as: Chore.self),
      database: database
    )
    var chores
    try await $chores.load()
    #expect($chores.sections(by: \.category).count == 3)
  }

  @Test func `fetched rows are divided, and none has no section`() throws {
    let rows = try database.read { db in try Chore.order(by: \.title).fetchAll(db) }
    let sections = ResultsSectionCollection(rows) { $0.title.hasPrefix("R") }
    #expect(sections.sectionNames == [false, true])
    #expect(sections[sectionName: true]?.map(\.title) == ["Rake", "Rest"])
    #expect(ResultsSectionCollection([Chore](), by: \.title).isEmpty)
  }
}
