import LiveSQL
import Testing

@Suite struct FetchAllSectionsTests {
  let database: DatabaseQueue

  init() throws { database = try choresDatabase() }

  /// The SQL of the newest live query.
  private var sql: String? { database.liveQueryStatistics.last?.sql }

  @Test func `divides a table by a column`() async throws {
    @FetchAll(sectionBy: \.category, database: database) var chores: [Chore]
    try await $chores.load()
    #expect($chores.sections.lines == ["-: Rest", "Garden: Rake, Mow", "Kitchen: Cook"])
    #expect(
      sql == """
        SELECT "chores"."id", "chores"."title", "chores"."category", "chores"."place", \
        "chores"."effort", "chores"."dueDate", "chores"."roomID", "chores"."category" \
        FROM "chores" ORDER BY "chores"."category"
        """
    )
  }

  @Test func `divides a table by an expression`() async throws {
    @FetchAll(sectionBy: { $0.title.lower() }, database: database) var chores: [Chore]
    try await $chores.load()
    #expect($chores.sections.sectionNames == ["cook", "mow", "rake", "rest"])
  }

  @Test func `the order of the sections comes before the order of the query`() async throws {
    @FetchAll(Chore.order(by: \.title), sectionBy: \.category, database: database) var chores
    try await $chores.load()
    #expect($chores.sections.lines == ["-: Rest", "Garden: Mow, Rake", "Kitchen: Cook"])
    #expect(sql?.hasSuffix(#" ORDER BY "chores"."category", "chores"."title""#) == true)
  }

  @Test func `rows are in the order of their sections`() async throws {
    @FetchAll(Chore.order(by: \.title), sectionBy: \.category, database: database) var chores
    try await $chores.load()
    #expect(chores.map(\.title) == ["Rest", "Mow", "Rake", "Cook"])
    #expect(chores == $chores.sections.flatMap(Array.init))
  }

  @Test func `divides by a column that is never NULL`() async throws {
    @FetchAll(Chore.order(by: \.id), sectionBy: \.title, connection: database) var chores
    try await $chores.load()
    #expect($chores.sections.sectionNames == ["Cook", "Mow", "Rake", "Rest"])
  }

  @Test func `divides by an expression that the table defines`() async throws {
    @FetchAll(Chore.order(by: \.title), sectionBy: \.initial, database: database) var chores
    try await $chores.load()
    #expect($chores.sections.lines == ["C: Cook", "M: Mow", "R: Rake, Rest"])
  }

  @Test func `divides by SQL text`() async throws {
    @FetchAll(
      Chore.order(by: \.title),
      sectionBy: { #sql("substr(\($0.title), 1, 1)") },
      database: database
    )
    var chores
    try await $chores.load()
    #expect($chores.sections.lines == ["C: Cook", "M: Mow", "R: Rake, Rest"])
  }

  @Test func `sections follow the direction of the expression`() async throws {
    @FetchAll(Chore.order(by: \.title), sectionBy: { $0.category.desc() }, database: database)
    var chores
    try await $chores.load()
    #expect($chores.sections.lines == ["Kitchen: Cook", "Garden: Mow, Rake", "-: Rest"])
    #expect(sql?.hasSuffix(#" ORDER BY "chores"."category" DESC, "chores"."title""#) == true)
    #expect(sql?.contains(#""chores"."category" FROM"#) == true)
  }

  @Test func `rows without a name come last if the expression says so`() async throws {
    @FetchAll(Chore.all, sectionBy: { $0.category.asc(nulls: .last) }, database: database)
    var chores
    try await $chores.load()
    #expect($chores.sections.sectionNames == ["Garden", "Kitchen", nil])
    #expect(sql?.hasSuffix(#" ORDER BY "chores"."category" ASC NULLS LAST"#) == true)
  }

  @Test func `a column that is never NULL can have a direction`() async throws {
    @FetchAll(Chore.all, sectionBy: { $0.title.desc() }, database: database) var chores
    try await $chores.load()
    #expect($chores.sections.sectionNames == ["Rest", "Rake", "Mow", "Cook"])
  }

  @Test(arguments: [true, false])
  func `a condition can choose the expression to divide by`(isByCategory: Bool) async throws {
    @FetchAll(
      Chore.order(by: \.title),
      sectionBy: {
        if isByCategory { $0.category.desc(nulls: .last) } else { $0.title.substr(1, 1) }
      },
      database: database
    )
    var chores
    try await $chores.load()
    let expected: [String?] = isByCategory ? ["Kitchen", "Garden", nil] : ["C", "M", "R"]
    #expect($chores.sections.sectionNames == expected)
  }

  private enum Grouping { case category, initial, none }

  @Test func `nil means one section`() async throws {
    for (grouping, count) in [(Grouping.category, 3), (.initial, 3), (.none, 1)] {
      @FetchAll(
        Chore.order(by: \.title),
        sectionBy: {
          switch grouping {
          case .category: $0.category
          case .initial: $0.initial
          case .none: nil
          }
        },
        database: database
      )
      var chores
      try await $chores.load()
      #expect($chores.sections.count == count)
      #expect($chores.plan == .orderedPatch)
    }
  }

  @Test(arguments: [true, false])
  func `a missing branch means one section`(isDivided: Bool) async throws {
    @FetchAll(
      Chore.order(by: \.title),
      sectionBy: { if isDivided { $0.category } },
      database: database
    )
    var chores
    try await $chores.load()
    #expect($chores.sections.count == (isDivided ? 3 : 1))
  }

  @Test func `without an expression, there is one section without a name`() async throws {
    @FetchAll(Chore.order(by: \.title), database: database) var chores
    try await $chores.load()
    #expect($chores.sections.sectionNames == [nil])
    #expect($chores.sections.lines == ["-: Cook, Mow, Rake, Rest"])
    #expect($chores.sections[0].id == nil)
    try await $chores.load(Chore.where { $0.id > 100 })
    #expect($chores.sections.isEmpty)
    #expect($chores.sections.sectionNames.isEmpty)
  }

  @Test func `without rows, there are no sections`() async throws {
    @FetchAll(Chore.where { $0.id > 9 }, sectionBy: \.category, database: database) var chores
    try await $chores.load()
    #expect($chores.sections.isEmpty)
    @FetchAll(Chore.none, sectionBy: \.category, database: database) var none
    try await $none.load()
    #expect($none.sections.isEmpty)
    #expect($none.loadError == nil)
  }

  @Test func `a limit keeps the first rows in the query's own order, which are then divided`()
    async throws
  {
    @FetchAll(Chore.order(by: \.title).limit(3), sectionBy: \.category, database: database)
    var chores
    try await $chores.load()
    #expect($chores.sections.lines == ["Garden: Mow, Rake", "Kitchen: Cook"])
    #expect(chores.map(\.title) == ["Mow", "Rake", "Cook"])
    @FetchAll(
      Chore.order { $0.id.desc() }.limit(2, offset: 1),
      sectionBy: { $0.category.desc() },
      database: database
    )
    var last
    try await $last.load()
    #expect($last.sections.lines == ["Kitchen: Cook", "Garden: Mow"])
  }

  @Test func `divides rows that are fetched at once`() throws {
    @FetchAll(
      Chore.order(by: \.title),
      sectionBy: \.category,
      database: database,
      delivery: .automatic.fetchingImmediately
    )
    var chores
    #expect($chores.sections.lines == ["-: Rest", "Garden: Mow, Rake", "Kitchen: Cook"])
  }

  @Test func `names that a collation makes equal stay in separate sections`() async throws {
    @FetchAll(Chore.order(by: \.id), sectionBy: \.place, database: database) var chores
    try await database.run(
      "UPDATE chores SET place = CASE id WHEN 1 THEN 'a' WHEN 2 THEN 'A' WHEN 3 THEN 'a' ELSE 'A' END"
    )
    try await $chores.load()
    #expect($chores.sections.lines == ["a: Rake, Mow", "A: Cook, Rest"])
    #expect(chores.map(\.id) == [1, 3, 2, 4])
  }

  @Test func `is equal to another property with the same rows`() async throws {
    @FetchAll(sectionBy: \.category, database: database) var chores: [Chore]
    @FetchAll(Chore.order(by: \.category), database: database) var same
    try await $chores.load()
    try await $same.load()
    #expect($chores == $same)
    #expect($chores.sections != $same.sections)
  }
}
