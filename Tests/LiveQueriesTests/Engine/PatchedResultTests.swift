import DatabaseTypes
import IncrementalQueries
import LiveSQL
import LiveSQLTestSupport
import Synchronization
import Testing

@testable import LiveEngine
@testable import LiveQueries

@Suite(.timeLimit(.hang)) struct PatchedResultTests {
  let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  private func plan(of query: some SelectStatementOf<Reminder> & Sendable) async throws -> LivePlan?
  {
    let reminders = FetchAll(query, database: database)
    try await reminders.load()
    return reminders.plan
  }

  @Test func `each kind of query has its plan`() async throws {
    #expect(try await plan(of: Reminder.find(2).asSelect()) == .pointLookup)
    #expect(try await plan(of: Reminder.where(\.isCompleted).asSelect()) == .keyedPatch)
    #expect(try await plan(of: Reminder.order(by: \.title)) == .orderedPatch)
    #expect(try await plan(of: Reminder.order(by: \.title).limit(2)) == .orderedWindow)
    #expect(try await plan(of: Reminder.all.distinct()) == .distinctRows)
    let first = Reminder.first(ofEach: \.remindersListID) { $0.title }.asSelect()
    #expect(try await plan(of: first) == .firstRows)
    @FetchOne(Reminder.count(), database: database) var count = 0
    try await $count.load()
    #expect($count.plan == .aggregate)
    @Fetch(OpenCount(), database: database) var open = 0
    try await $open.load()
    #expect($open.plan == .rerun(.closure))
  }

  @Test func `a commit of one row is patched, and the statistics count it`() async throws {
    @FetchAll(Reminder.order(by: \.title), database: database) var reminders
    try await $reminders.load()
    try await database.run("UPDATE reminders SET title = 'Aubergine' WHERE id = 1")
    #expect(await $reminders.value { $0.first?.title == "Aubergine" } != nil)
    let statistics = try #require(database.liveQueryStatistics.first)
    #expect(statistics.patchCount == 1)
    #expect(statistics.plan == .orderedPatch)
    #expect(statistics.subscriberCount == 1)
    // A run steps through three rows, the patch through the touched row only, and its verification
    // through all rows.
    let verified = PatchVerification.isOn ? 3 : 0
    #expect(statistics.steppedRowCount == statistics.runCount * 3 + 1 + verified)
    #expect(statistics.lastCause == .thisProcess)
    #expect(statistics.sql.hasPrefix("SELECT \"reminders\".\"id\""))
  }

  @Test func `loading again counts as a run, not as a patch`() async throws {
    @FetchAll(Reminder.order(by: \.title), database: database) var reminders
    try await $reminders.load()
    try await $reminders.load()
    let statistics = try #require(database.liveQueryStatistics.first)
    #expect(statistics.patchCount == 0)
    #expect(statistics.runCount >= 2)
  }

  @Test func `a slow consumer gets one difference for several commits`() async throws {
    @FetchAll(Reminder.order(by: \.id), database: database) var reminders
    var differences = $reminders.differences.makeAsyncIterator()
    var rows = try [Reminder]().applying(await differences.next())
    for step in 4...9 {
      try await database.run("INSERT INTO reminders VALUES (\(step), 'New', 0, 1)")
      try await database.run("UPDATE reminders SET title = 'Step \(step)' WHERE id = 1")
      try await database.run("DELETE FROM reminders WHERE id = \(step - 2)")
      try await $reminders.load()
    }
    rows = try rows.applying(await differences.next())
    #expect(rows == reminders)
    #expect(rows.map(\.id) == [1, 8, 9])
  }

  @Test func `changes that cancel each other out between two reads give no difference`()
    async throws
  {
    @FetchAll(Reminder.order(by: \.id), database: database) var reminders
    var differences = $reminders.differences.makeAsyncIterator()
    _ = await differences.next()
    try await database.run("UPDATE reminders SET title = 'Tea' WHERE id = 1")
    try await $reminders.load()
    try await database.run("UPDATE reminders SET title = 'Milk' WHERE id = 1")
    try await $reminders.load()
    try await database.run("DELETE FROM reminders WHERE id = 3")
    let difference = try #require(await differences.next())
    #expect(difference.counts == DifferenceCounts(removed: 1))
  }

  @Test func `a paused property does not change`() async throws {
    @FetchAll(Reminder.order(by: \.id), database: database) var reminders
    try await $reminders.load()
    $reminders.pause()
    #expect($reminders.isPaused)
    #expect(database.liveQueryStatistics.isEmpty)
    try await database.run("DELETE FROM reminders WHERE id = 3")
    #expect(reminders.count == 3)
    $reminders.resume()
    #expect(await $reminders.value { $0.count == 2 } != nil)
    #expect(!$reminders.isPaused)
  }

  @Test func `loading another query gives the difference from the previous one`() async throws {
    @FetchAll(Reminder.order(by: \.id), database: database) var reminders
    var differences = $reminders.differences.makeAsyncIterator()
    var rows = try [Reminder]().applying(await differences.next())
    try await database.run("DELETE FROM reminders WHERE id = 3")
    try await $reminders.load()
    try await $reminders.load(Reminder.where(\.isCompleted))
    while rows != reminders { rows = try rows.applying(await differences.next()) }
    #expect(rows.map(\.id) == [2])
  }

  @Test func `equal queries share one result`() async throws {
    @FetchAll(Reminder.order(by: \.id), database: database) var left
    @FetchAll(Reminder.order(by: \.id), database: database) var right
    try await $left.load()
    try await $right.load()
    let statistics = database.liveQueryStatistics
    #expect(statistics.count == 1)
    #expect(statistics.first?.subscriberCount == 2)
  }

  @Test func `a copy that somebody holds stays as it was`() async throws {
    @FetchAll(Reminder.order(by: \.id), database: database) var reminders
    try await $reminders.load()
    let held = reminders
    try await database.run("UPDATE reminders SET title = 'Tea' WHERE id = 1")
    #expect(await $reminders.value { $0.first?.title == "Tea" } != nil)
    #expect(held.first?.title == "Milk")
  }

  @Test func `merged change sets contain each row once`() {
    let sets = [1, 2, 1].enumerated().map { index, id in
      ChangeSet(
        number: index,
        origin: .thisProcess,
        tables: [
          "reminders": .rows([
            Change(key: .rowID(id), old: .unknown, new: .unknown, columns: .some(["c\(index)"]))
          ])
        ]
      )
    }
    let merged = ChangeSet(merging: sets)
    guard case .rows(let rows) = merged.tables["reminders"] else {
      Issue.record("the merged change set should contain rows")
      return
    }
    #expect(rows.count == 2)
    let first = rows.first { $0.key == .rowID(1) }
    #expect(first?.columns == .some(["c0", "c2"]))
  }
}

private struct OpenCount: FetchKeyRequest {
  func fetch(_ db: Database) throws -> Int { try Reminder.where { !$0.isCompleted }.fetchCount(db) }
}

extension [Reminder] {
  fileprivate func applying(_ difference: Difference<Reminder>?) throws -> [Reminder] {
    try #require(difference).applying(to: self)
  }
}
