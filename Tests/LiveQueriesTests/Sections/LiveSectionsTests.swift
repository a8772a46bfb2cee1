import LiveSQL
import LiveSQLTestSupport
import Observation
import Synchronization
import Testing

@Suite(.timeLimit(.hang)) struct LiveSectionsTests {
  let database: DatabaseQueue

  init() throws { database = try choresDatabase() }

  @Test func `a row moves to its new section after an update`() async throws {
    @FetchAll(Chore.order(by: \.title), sectionBy: \.category, database: database) var chores
    try await $chores.load()
    try await database.run("UPDATE chores SET category = 'Kitchen' WHERE id = 3")
    #expect(await $chores.isDivided(into: ["-: Rest", "Garden: Rake", "Kitchen: Cook, Mow"]))
    try await database.run("UPDATE chores SET category = NULL WHERE id = 3")
    #expect(await $chores.isDivided(into: ["-: Mow, Rest", "Garden: Rake", "Kitchen: Cook"]))
  }

  @Test func `the first rows of a limit stay those of the query's own order`() async throws {
    let newest = Chore.order { $0.id.desc() }.limit(3)
    @FetchAll(newest, sectionBy: \.category, database: database) var chores
    @FetchAll(newest, sectionBy: { $0.category.desc() }, database: database) var reversed
    try await $chores.load()
    try await $reversed.load()
    #expect($chores.sections.lines == ["-: Rest", "Garden: Mow", "Kitchen: Cook"])
    #expect($chores.plan == .orderedWindow)
    try await database.run("INSERT INTO chores (title, category) VALUES ('Read', 'Attic')")
    #expect(await $chores.isDivided(into: ["-: Rest", "Attic: Read", "Garden: Mow"]))
    #expect(await $reversed.isDivided(into: ["Garden: Mow", "Attic: Read", "-: Rest"]))
    try await database.run("UPDATE chores SET category = 'Garden' WHERE title = 'Rest'")
    #expect(await $chores.isDivided(into: ["Attic: Read", "Garden: Rest, Mow"]))
    #expect(chores.map(\.title) == ["Read", "Rest", "Mow"])
    #expect(await $reversed.isDivided(into: ["Garden: Rest, Mow", "Attic: Read"]))
    try await database.run("DELETE FROM chores WHERE title = 'Rest'")
    #expect(await $chores.isDivided(into: ["Attic: Read", "Garden: Mow", "Kitchen: Cook"]))
  }

  @Test func `sections appear and disappear with their rows`() async throws {
    @FetchAll(Chore.order(by: \.title), sectionBy: \.category, database: database) var chores
    try await $chores.load()
    try await database.run(
      "DELETE FROM chores WHERE id = 2; INSERT INTO chores (title, category) VALUES ('Read', 'Attic')"
    )
    #expect(await $chores.isDivided(into: ["-: Rest", "Attic: Read", "Garden: Mow, Rake"]))
    try await database.run("DELETE FROM chores")
    #expect(await $chores.isDivided(into: []))
    #expect(chores.isEmpty)
  }

  @Test func `a new name of a section is seen even if no selected column changes`() async throws {
    @FetchAll(
      Chore.order(by: \.title).select(\.title),
      sectionBy: \.category,
      database: database
    )
    var titles: [String]
    try await $titles.load()
    let isReported = Mutex(false)
    withObservationTracking {
      _ = $titles.sections
    } onChange: {
      isReported.withLock { $0 = true }
    }
    try await database.run("UPDATE chores SET category = 'Patio' WHERE category = 'Garden'")
    let value = await $titles.value { _ in
      $titles.sections.lines == ["-: Rest", "Kitchen: Cook", "Patio: Mow, Rake"]
    }
    #expect(value != nil)
    #expect(isReported.withLock { $0 })
  }

  @Test func `a write that changes neither rows nor names notifies no one`() async throws {
    @FetchAll(Chore.order(by: \.title), sectionBy: \.category, database: database) var chores
    try await $chores.load()
    let before = database.liveQueryStatistics.last?.updateCount
    try await database.run("UPDATE chores SET category = category")
    try await $chores.load()
    #expect(database.liveQueryStatistics.last?.updateCount == before)
  }

  @Test func `a query with sections has the same plan as without`() async throws {
    @FetchAll(Chore.order(by: \.title), sectionBy: \.category, database: database) var chores
    try await $chores.load()
    #expect($chores.plan == .orderedPatch)
    @FetchAll(Chore.order(by: \.title).limit(2), sectionBy: \.category, database: database)
    var first
    try await $first.load()
    #expect($first.plan == .orderedWindow)
  }

  @Test func `equal queries with equal sections share one live query`() async throws {
    @FetchAll(Chore.order(by: \.title), sectionBy: \.category, database: database) var chores
    @FetchAll(Chore.order(by: \.title), sectionBy: { $0.category }, database: database) var same
    @FetchAll(Chore.order(by: \.title), sectionBy: \.title, database: database) var other
    try await $chores.load()
    try await $same.load()
    try await $other.load()
    #expect(database.liveQueryStatistics.map(\.subscriberCount) == [2, 1])
  }

  @Test func `a query can be loaded with sections, with others and without`() async throws {
    @FetchAll(Chore.order(by: \.title), database: database) var chores
    try await $chores.load()
    try await $chores.load(Chore.order(by: \.title), sectionBy: \.category)
    #expect($chores.sections.lines == ["-: Rest", "Garden: Mow, Rake", "Kitchen: Cook"])
    try await $chores.load(Chore.order(by: \.title)) { $0.initial.desc() }
    #expect($chores.sections.lines == ["R: Rake, Rest", "M: Mow", "C: Cook"])
    try await $chores.load(Chore.order(by: \.title))
    #expect($chores.sections.lines == ["-: Cook, Mow, Rake, Rest"])
  }

  @Test func `a table can be loaded with sections`() async throws {
    @FetchAll(database: database) var chores: [Chore]
    try await $chores.load(sectionBy: \.category)
    #expect($chores.sections.count == 3)
    try await $chores.load(sectionBy: { $0.initial })
    #expect($chores.sections.sectionNames == ["C", "M", "R"])
  }

  @Test func `loading again keeps the sections`() async throws {
    @FetchAll(Chore.order(by: \.title), sectionBy: \.category, database: database) var chores
    try await $chores.load()
    try await $chores.load()
    #expect($chores.sections.count == 3)
  }

  @Test func `other sections of the same rows are reported`() async throws {
    @FetchAll(Chore.where { $0.id == 3 }, sectionBy: \.category, database: database) var chores
    try await $chores.load()
    let isReported = Mutex(false)
    withObservationTracking {
      _ = $chores.sections
    } onChange: {
      isReported.withLock { $0 = true }
    }
    try await $chores.load(Chore.where { $0.id == 3 })
    #expect($chores.sections.sectionNames == [nil])
    #expect(isReported.withLock { $0 })
  }

  @Test func `a property that is assigned brings its sections`() async throws {
    @FetchAll(Chore.order(by: \.title), database: database) var chores
    try await $chores.load()
    $chores = FetchAll(Chore.order(by: \.title), sectionBy: \.category, database: database)
    #expect(
      await $chores.isDivided(into: ["-: Rest", "Garden: Mow, Rake", "Kitchen: Cook"])
    )
  }

  @Test func `sections stay as they are while paused and after a failure`() async throws {
    @FetchAll(Chore.order(by: \.title), sectionBy: \.category, database: database) var chores
    try await $chores.load()
    $chores.pause()
    try await database.run("UPDATE chores SET category = 'Patio' WHERE category = 'Garden'")
    #expect($chores.sections.lines == ["-: Rest", "Garden: Mow, Rake", "Kitchen: Cook"])
    $chores.resume()
    #expect(await $chores.isDivided(into: ["-: Rest", "Kitchen: Cook", "Patio: Mow, Rake"]))
    try await database.run("ALTER TABLE chores RENAME TO gone")
    await #expect(throws: DatabaseError.self) { try await $chores.load() }
    #expect($chores.sections.lines == ["-: Rest", "Kitchen: Cook", "Patio: Mow, Rake"])
  }

  @Test func `a row that changes its section is a moved update`() async throws {
    @FetchAll(Chore.order(by: \.title), sectionBy: \.category, database: database) var chores
    var differences = $chores.differences.makeAsyncIterator()
    #expect(await differences.next()?.inserted.count == 4)
    try await database.run("UPDATE chores SET category = 'Zoo' WHERE id = 3")
    let difference = try #require(await differences.next())
    #expect(difference.counts.removed == 0)
    #expect(difference.counts.inserted == 0)
    #expect(difference.updated.map(\.newElement.id) == [3])
    #expect(difference.updated.first?.isMoved == true)
  }

  @Test func `sections and rows are of the same snapshot while rows move`() async throws {
    @FetchAll(Chore.order(by: \.title), sectionBy: \.category, database: database) var chores
    try await $chores.load()
    let writing = Task {
      for number in 0..<200 {
        let name = ["Attic", "Garden", "Zoo"][number % 3]
        try await database.write { db in
          try Chore.find(number % 4 + 1).update { $0.category = #bind(name) }.execute(db)
        }
      }
      try await database.run("UPDATE chores SET title = 'End' WHERE id = 1")
    }
    for await rows in $chores.values {
      let sections = $chores.sections
      #expect(sections.joined().count == 4)
      #expect(sections.allSatisfy { section in section.allSatisfy { $0.category == section.name } })
      #expect(Set(sections.sectionNames).count == sections.count)
      if rows.contains(where: { $0.title == "End" }) { break }
    }
    try await writing.value
  }
}
