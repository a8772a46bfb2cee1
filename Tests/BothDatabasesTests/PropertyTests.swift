import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

/// Properties that are fetched from either database.
@Suite(.mayBlock, .timeLimit(.hang)) struct PropertyTests {
  @Test(arguments: DatabaseKind.available)
  func `rows follow writes by patches, with their differences`(kind: DatabaseKind) async throws {
    let fixture = try NotesFixture(kind)
    let open = Note.where { !$0.isDone }.order(by: \.title)
    @FetchAll(open, database: fixture.database) var notes
    try await $notes.load()
    #expect(notes.map(\.title) == ["Eggs", "Milk"])
    var differences = $notes.differences.makeAsyncIterator()
    _ = await differences.next()
    try await fixture.write { db in
      try Note.find(2).update { $0.isDone = false }.execute(db)
      try Note.insert { Note(id: 4, title: "Salt") }.execute(db)
    }
    #expect(notes.map(\.title) == ["Bread", "Eggs", "Milk", "Salt"])
    #expect(await differences.next()?.counts.inserted == 2)
    #expect($notes.plan?.isRerun == false)
    #expect($notes.loadError == nil)
  }

  @Test(arguments: DatabaseKind.available)
  func `two spellings of a character are two queries`(kind: DatabaseKind) async throws {
    let fixture = try NotesFixture(kind)
    try await fixture.write { db in
      try Note.find(1).update { $0.title = "\u{e9}" }.execute(db)
      try Note.find(2).update { $0.title = "e\u{301}" }.execute(db)
    }
    let (one, other) = ("\u{e9}", "e\u{301}")
    @FetchAll(Note.where { $0.title == one }, database: fixture.database) var composed
    @FetchAll(Note.where { $0.title == other }, database: fixture.database) var decomposed
    try await $composed.load()
    try await $decomposed.load()
    #expect(composed.map(\.id) == [1])
    #expect(decomposed.map(\.id) == [2])
  }

  @Test(arguments: DatabaseKind.available)
  func `one value, one row, a count, and a missing row are fetched`(kind: DatabaseKind) async throws
  {
    let fixture = try NotesFixture(kind)
    let database = fixture.database
    @FetchOne(Note.count(), database: database) var count = 0
    @FetchOne(Note.find(2), database: database) var bread: Note?
    @FetchOne(Note.order { $0.title.desc() }.select(\.title), database: database) var last: String?
    @FetchOne(database: database) var milk = Note(id: 1)
    try await $count.load()
    try await $bread.load()
    try await $last.load()
    try await $milk.load()
    #expect(count == 3 && bread?.title == "Bread" && last == "Milk" && milk.title == "Milk")
    try await fixture.write { db in
      try Note.find(2).delete().execute(db)
      try Note.find(1).update { $0.title = "Oat milk" }.execute(db)
    }
    #expect(count == 2 && bread == nil && last == "Oat milk" && milk.title == "Oat milk")
    try await fixture.write { db in try Note.delete().execute(db) }
    #expect(count == 0 && last == nil && milk.title == "Oat milk")
    #expect($milk.loadError is NotFound)
  }

  @Test(arguments: DatabaseKind.available)
  func `rows are fetched in sections`(kind: DatabaseKind) async throws {
    let fixture = try NotesFixture(kind)
    @FetchAll(Note.order(by: \.title), sectionBy: \.shelf, database: fixture.database) var notes
    try await $notes.load()
    #expect($notes.sections.map(\.name) == [nil, "Dairy"])
    #expect($notes.sections.map { $0.map(\.title) } == [["Bread"], ["Eggs", "Milk"]])
    try await fixture.write { db in
      try Note.find(2).update { $0.shelf = "Bakery" }.execute(db)
    }
    #expect($notes.sections.map(\.name) == ["Bakery", "Dairy"])
  }

  @Test(arguments: DatabaseKind.available)
  func `a limit keeps the first rows of the query's order, in sections`(kind: DatabaseKind)
    async throws
  {
    let fixture = try NotesFixture(kind)
    let last = Note.order { $0.title.desc() }.limit(2)
    @FetchAll(last, sectionBy: \.shelf, database: fixture.database) var notes
    @FetchAll(last, sectionBy: { $0.shelf.desc() }, database: fixture.database) var reversed
    try await $notes.load()
    try await $reversed.load()
    #expect($notes.sections.map { $0.map(\.title) } == [["Milk", "Eggs"]])
    try await fixture.write { db in
      try Note.where { $0.title.eq("Milk") }.update { $0.shelf = "Zoo" }.execute(db)
    }
    #expect($notes.sections.map(\.name) == ["Dairy", "Zoo"])
    #expect($notes.sections.map { $0.map(\.title) } == [["Eggs"], ["Milk"]])
    #expect($reversed.sections.map(\.name) == ["Zoo", "Dairy"])
    try await fixture.write { db in
      try Note.where { $0.title.eq("Milk") }.delete().execute(db)
    }
    #expect($notes.sections.map(\.name) == [nil, "Dairy"])
    #expect($reversed.sections.map(\.name) == ["Dairy", nil])
  }

  @Test(arguments: DatabaseKind.available)
  func `joins, groups and SQL text are live`(kind: DatabaseKind) async throws {
    let fixture = try NotesFixture(kind)
    let shelves = Note.group(by: \.shelf).order(by: \.shelf).select { ($0.shelf, $0.id.count()) }
    @FetchAll(shelves, database: fixture.database) var counts: [(String?, Int)]
    @FetchAll(
      #sql("SELECT title FROM notes ORDER BY title", as: String.self),
      database: fixture.database
    ) var titles
    try await $counts.load()
    try await $titles.load()
    #expect(counts.map(\.1) == [1, 2] && titles == ["Bread", "Eggs", "Milk"])
    try await fixture.write { db in
      try Note.find(2).update { $0.shelf = "Dairy" }.execute(db)
      try Note.find(1).delete().execute(db)
    }
    #expect(counts.map(\.0) == ["Dairy"] && counts.map(\.1) == [2])
    #expect(titles == ["Bread", "Eggs"])
  }

  @Test(arguments: DatabaseKind.available)
  func `a query follows a migration that changes no row, and the tables that it reads afterwards`(
    kind: DatabaseKind
  ) async throws {
    let fixture = try NotesFixture(kind)
    try await fixture.write { db in
      try db.execute(sql: "CREATE TABLE others (id integer PRIMARY KEY, title text NOT NULL)")
      try db.execute(sql: "INSERT INTO others VALUES (1, 'Other')")
      try db.execute(sql: "CREATE VIEW shown AS SELECT title FROM notes")
    }
    @FetchAll(
      #sql("SELECT title FROM shown ORDER BY title", as: String.self),
      database: fixture.database
    )
    var titles
    try await $titles.load()
    #expect(titles == ["Bread", "Eggs", "Milk"])
    var migrator = NotesFixture.migrator
    migrator.registerMigration(
      "another view",
      onEither: { db in
        try db.execute(sql: "DROP VIEW shown; CREATE VIEW shown AS SELECT title FROM others")
      }
    )
    try fixture.database.migrate(by: migrator)
    try await fixture.database.liveQueriesCaughtUp(within: .hang)
    #expect(titles == ["Other"])
    try await fixture.write { db in
      try db.execute(sql: "UPDATE others SET title = 'Changed' WHERE id = 1")
    }
    #expect(titles == ["Changed"])
  }

  struct Summary: EitherFetchKeyRequest {
    struct Value: Equatable, Sendable {
      var titles: [String] = []
      var count = 0
    }

    func fetch(_ db: any SQLConnection) throws -> Value {
      Value(
        titles: try Note.where(\.isDone).select(\.title).order(by: \.title).fetchAll(db),
        count: try Note.fetchCount(db)
      )
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `several queries are fetched in one snapshot`(kind: DatabaseKind) async throws {
    let fixture = try NotesFixture(kind)
    @Fetch(Summary(), database: fixture.database) var summary = Summary.Value()
    try await $summary.load()
    #expect(summary == Summary.Value(titles: ["Bread"], count: 3))
    try await fixture.write { db in
      try Note.find(1).update { $0.isDone = true }.execute(db)
      try Note.find(3).delete().execute(db)
    }
    #expect(summary == Summary.Value(titles: ["Bread", "Milk"], count: 2))
  }

  @Test(arguments: DatabaseKind.available)
  func `another query can be loaded, and the default database is used`(
    kind: DatabaseKind
  ) async throws {
    let fixture = try NotesFixture(kind)
    try await withDependencies {
      $0.defaultLiveDatabase = fixture.database
    } operation: {
      @FetchAll var notes: [Note]
      try await $notes.load()
      #expect(notes.count == 3)
      try await $notes.load(Note.where(\.isDone))
      #expect(notes.map(\.title) == ["Bread"])
      try await fixture.write { db in try Note.find(2).delete().execute(db) }
      #expect(notes.isEmpty)
    }
  }

  @Test(.requiresPostgres) func `an unsupported property says what to write instead`()
    async throws
  {
    struct OnSQLite: FetchKeyRequest {
      func fetch(_ db: Database) throws -> Int { try Note.fetchCount(db) }
    }
    let fixture = try NotesFixture(.postgres)
    @Fetch(OnSQLite(), database: fixture.database) var count = 0
    #expect("\(try #require($count.loadError))".contains("EitherFetchKeyRequest"))
    @FetchAll(#sql("SELECT id, shelf, title, \"isDone\" FROM notes"), database: fixture.database)
    var notes: [Note]
    await #expect(throws: PostgresError.self) { try await $notes.load() }
    #expect("\(try #require($notes.loadError))".contains("columns are decoded in the order"))
  }

  @Test(arguments: DatabaseKind.available)
  func `a closed database ends its live queries`(kind: DatabaseKind) async throws {
    let fixture = try NotesFixture(kind)
    @FetchAll(Note.all, database: fixture.database) var notes
    try await $notes.load()
    var values = $notes.values.makeAsyncIterator()
    _ = await values.next()
    try fixture.database.close()
    #expect(await values.next() == nil)
    #expect(notes.count == 3)
    let late = FetchAll(Note.all, database: fixture.database)
    await #expect(throws: (any Error).self) { try await late.load() }
  }
}
