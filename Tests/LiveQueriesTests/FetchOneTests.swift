import LiveSQL
import LiveSQLTestSupport
import Testing

@Suite(.timeLimit(.hang)) struct FetchOneTests {
  let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  @Test func `fetches a count`() async throws {
    @FetchOne(Reminder.count(), database: database) var count = 0
    @FetchOne(Reminder.where(\.isCompleted).count(), database: database) var completed = 0
    @FetchOne(Reminder.count, connection: database) var sameCount = 0
    try await $count.load()
    try await $completed.load()
    try await $sameCount.load()
    #expect((count, completed, sameCount) == (3, 1, 3))
    try await database.run("DELETE FROM reminders WHERE id = 2")
    #expect(await $completed.value { $0 == 0 } == 0)
    #expect(await $count.value { $0 == 2 } == 2)
  }

  @Test func `fetches a value of SQL text`() async throws {
    @FetchOne(#sql("SELECT count(*) FROM reminders WHERE isCompleted"), database: database)
    var completed = 0
    try await $completed.load()
    #expect(completed == 1)
  }

  @Test func `fetches an aggregate that may be NULL`() async throws {
    @FetchOne(Reminder.select { $0.id.max() }, database: database) var last: Int?
    try await $last.load()
    #expect(last == 3)
    try await database.run("DELETE FROM reminders")
    #expect(await $last.value { $0 == nil } == .some(nil))
  }

  @Test func `fetches a row that may be missing`() async throws {
    @FetchOne(Reminder.where { $0.id == 2 }, database: database) var reminder: Reminder?
    try await $reminder.load()
    #expect(reminder?.title == "Mail")
    try await database.run("DELETE FROM reminders WHERE id = 2")
    #expect(await $reminder.value { $0 == nil } == .some(nil))
    #expect($reminder.loadError == nil)
  }

  @Test func `loads nothing for an optional's none`() async throws {
    @FetchOne(Reminder.where { $0.id == 2 }, database: database) var reminder: Reminder?
    try await $reminder.load()
    #expect(reminder != nil)
    try await $reminder.load(Reminder?.none)
    #expect(reminder == nil && $reminder.loadError == nil)
    try await $reminder.load(Reminder.where { $0.id == 1 })
    #expect(reminder?.title == "Milk")
    try await $reminder.load(Reminder.none)
    #expect(reminder == nil)
  }

  @Test func `keeps its value if a required row is missing`() async throws {
    @FetchOne(Reminder.find(1), database: database) var reminder = Reminder(id: 0)
    try await $reminder.load()
    #expect(reminder.title == "Milk")
    try await database.run("DELETE FROM reminders WHERE id = 1")
    await #expect(throws: NotFound.self) { try await $reminder.load() }
    #expect(reminder.title == "Milk")
    #expect($reminder.loadError is NotFound)
    try await database.run("INSERT INTO reminders VALUES (1, 'Tea', 0, 1)")
    #expect(await $reminder.value { $0.title == "Tea" } != nil)
    #expect($reminder.loadError == nil)
  }

  @Test func `fetches the first row of a table`() async throws {
    @FetchOne(database: database) var reminder: Reminder?
    try await $reminder.load()
    #expect(reminder?.id == 1)
  }

  @Test func `observes the row with the key of a record`() async throws {
    let mail = try await database.read { try Reminder.find($0, key: 2) }
    @FetchOne(wrappedValue: mail, database: database) var reminder: Reminder
    try await $reminder.load()
    try await database.run("UPDATE reminders SET title = 'Letter' WHERE id = 2")
    #expect(await $reminder.value { $0.title == "Letter" }?.id == 2)
    #expect($reminder.title == "Letter")
  }

  @Test func `loads a value that may be NULL as it fetches it, even without a row`() async throws {
    let maximum = Reminder.where { $0.id > 100 }.select { $0.id.max() }
    let listID = Reminder.where { $0.id > 100 }.select { $0.id.nullif(1) }
    let query = Reminder.where { $0.id == 1 }.select { $0.id.nullif(1) }
    for query in [maximum, listID, query] {
      @FetchOne(query, database: database) var fetched: Int?
      try await $fetched.load()
      #expect(fetched == nil)
      @FetchOne(Reminder.select { $0.id.max() }, database: database) var loaded: Int?
      try await $loaded.load()
      #expect(loaded == 3)
      try await $loaded.load(query)
      #expect(loaded == nil)
      #expect($loaded.loadError == nil)
    }
    @FetchOne(Reminder.select { $0.id.max() }, database: database) var number: Int?
    try await $number.load(listID)
    try await database.run("INSERT INTO reminders (id, title) VALUES (101, 'Late')")
    #expect(await $number.value { $0 == 101 } == 101)
  }

  @Test func `loads another query`() async throws {
    @FetchOne(Reminder.count(), database: database) var count = 0
    try await $count.load(Reminder.where(\.isCompleted).count())
    #expect(count == 1)
  }
}
