import LiveSQL
import LiveSQLTestSupport
import Synchronization
import Testing

struct Reminders: FetchKeyRequest {
  var text = ""

  struct Value: Equatable {
    var completedReminders: [Reminder] = []
    var remindersCount = 0
  }

  func fetch(_ db: Database) throws -> Value {
    try Value(
      completedReminders: Reminder.where { $0.isCompleted && $0.title.contains(text) }.fetchAll(db),
      remindersCount: Reminder.fetchCount(db)
    )
  }
}

@Suite(.timeLimit(.hang)) struct FetchTests {
  let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  @Test func `fetches several queries in one snapshot`() async throws {
    @Fetch(Reminders(), database: database) var reminders = Reminders.Value()
    try await $reminders.load()
    #expect(reminders.completedReminders.map(\.id) == [2])
    #expect(reminders.remindersCount == 3)
    try await database.run(
      "UPDATE reminders SET isCompleted = 1; DELETE FROM reminders WHERE id = 1"
    )
    let value = await $reminders.value { $0.remindersCount == 2 }
    #expect(value?.completedReminders.count == 2)
  }

  @Test func `loads another request`() async throws {
    @Fetch(Reminders(), database: database) var reminders = Reminders.Value()
    try await $reminders.load(Reminders(text: "x"))
    #expect(reminders.completedReminders.isEmpty)
    #expect($reminders.remindersCount == 3)
  }

  @Test func `runs only for commits that touch what it read`() async throws {
    let counter = FetchCounter()
    @Fetch(CountedTitles(counter: counter), database: database) var titles: [String] = []
    try await $titles.load()
    let before = counter.count
    try await database.run("UPDATE remindersLists SET title = 'x'")
    try await database.run("UPDATE reminders SET isCompleted = 1")
    try await database.run("INSERT INTO reminders (title) VALUES ('Tea')")
    #expect(await $titles.value { $0.count == 4 } != nil)
    // If a commit is not quite finished when the request is fetched, the request is fetched once
    // more.
    #expect(counter.count <= before + 2)
  }

  @Test func `equal requests are fetched once`() async throws {
    let counter = FetchCounter()
    @Fetch(CountedTitles(counter: counter), database: database) var left: [String] = []
    try await $left.load()
    let before = counter.count
    @Fetch(
      CountedTitles(counter: counter),
      database: database,
      delivery: .automatic.fetchingLater
    ) var right: [String] = []
    #expect(await $right.value { $0.count == 3 } != nil)
    #expect(counter.count == before)
  }

  @Test func `keeps its value if the request throws, and recovers`() async throws {
    @Fetch(FailingRequest(), database: database) var count = -1
    try await $count.load()
    #expect(count == 3)
    try await database.run("DELETE FROM reminders")
    await #expect(throws: FailingRequest.NoReminders.self) { try await $count.load() }
    #expect(count == 3)
    #expect($count.loadError is FailingRequest.NoReminders)
    try await database.run("INSERT INTO reminders (title) VALUES ('Tea')")
    #expect(await $count.value { $0 == 1 } == 1)
    #expect($count.loadError == nil)
  }

  @Test func `cannot write to the database`() async throws {
    @Fetch(WritingRequest(), database: database) var count = 0
    await #expect(throws: DatabaseError.self) { try await $count.load() }
  }
}

/// A counter of the fetches of a request; requests with the same counter are equal.
final class FetchCounter: Sendable, Hashable {
  private let value = Atomic<Int>(0)

  var count: Int { value.load(ordering: .sequentiallyConsistent) }

  func add() { value.add(1, ordering: .sequentiallyConsistent) }

  static func == (left: FetchCounter, right: FetchCounter) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

struct CountedTitles: FetchKeyRequest {
  let counter: FetchCounter

  func fetch(_ db: Database) throws -> [String] {
    counter.add()
    return try Reminder.select(\.title).fetchAll(db)
  }
}

private struct FailingRequest: FetchKeyRequest {
  struct NoReminders: Error {}

  func fetch(_ db: Database) throws -> Int {
    let count = try Reminder.fetchCount(db)
    if count == 0 { throw NoReminders() }
    return count
  }
}

private struct WritingRequest: FetchKeyRequest {
  func fetch(_ db: Database) throws -> Int {
    try Reminder.delete().execute(db)
    return 0
  }
}
