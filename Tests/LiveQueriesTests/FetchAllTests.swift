import LiveSQL
import LiveSQLTestSupport
import Observation
import Synchronization
import Testing

@Table struct Reminder: Identifiable, Equatable {
  let id: Int
  var title = ""
  var isCompleted = false
  var remindersListID = 1
}

@Table struct RemindersList: Identifiable, Equatable {
  let id: Int
  var title = ""
}

@Selection struct ReminderTitles: Equatable {
  let reminderTitle: String
  let remindersListTitle: String
}

/// Creates a database with reminders.
func remindersDatabase() throws -> DatabaseQueue {
  let database = try DatabaseQueue()
  try database.write { db in
    try db.execute(
      sql: """
        CREATE TABLE remindersLists (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
        CREATE TABLE reminders (
          id INTEGER PRIMARY KEY,
          title TEXT NOT NULL,
          isCompleted INTEGER NOT NULL DEFAULT 0,
          remindersListID INTEGER NOT NULL DEFAULT 1
        );
        INSERT INTO remindersLists VALUES (1, 'Home'), (2, 'Work');
        INSERT INTO reminders VALUES (1, 'Milk', 0, 1), (2, 'Mail', 1, 2), (3, 'Bread', 0, 1);
        """
    )
  }
  return database
}

extension DatabaseWriter {
  /// Runs statements.
  func run(_ sql: String) async throws {
    try await write { try $0.execute(sql: sql) }
  }
}

extension FetchProperty {
  /// Returns the next value that satisfies a condition.
  func value(where isWanted: (Value) -> Bool) async -> Value? {
    for await value in values where isWanted(value) { return value }
    return nil
  }
}

@Suite struct FetchAllTests {
  let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  @Test func `fetches a table by default`() async throws {
    @FetchAll(database: database) var reminders: [Reminder]
    try await $reminders.load()
    #expect(reminders.map(\.title) == ["Milk", "Mail", "Bread"])
    #expect($reminders.count == 3)
    try await $reminders.load()
    #expect(!$reminders.isLoading)
    #expect($reminders.loadError == nil)
  }

  @Test func `fetches the rows that a query selects`() async throws {
    @FetchAll(Reminder.order(by: \.title), database: database) var byTitle
    @FetchAll(
      Reminder.where(\.isCompleted).order { $0.title.desc() },
      connection: database
    )
    var completed
    @FetchAll(Reminder.select(\.title), database: database) var titles: [String]
    try await $byTitle.load()
    try await $completed.load()
    try await $titles.load()
    #expect(byTitle.map(\.id) == [3, 2, 1])
    #expect(completed.map(\.id) == [2])
    #expect(titles == ["Milk", "Mail", "Bread"])
  }

  @Test func `fetches the rows that SQL text selects`() async throws {
    @FetchAll(
      #sql("SELECT * FROM reminders WHERE isCompleted ORDER BY title DESC"),
      database: database
    )
    var completed: [Reminder]
    @FetchAll(
      #sql(
        """
        SELECT \(Reminder.columns)
        FROM \(Reminder.self)
        WHERE \(Reminder.isCompleted)
        ORDER BY \(Reminder.title) DESC
        """
      ),
      database: database
    )
    var sameReminders: [Reminder]
    try await $completed.load()
    try await $sameReminders.load()
    #expect(completed.map(\.id) == [2])
    #expect(sameReminders == completed)
  }

  @Test func `fetches a selection of a join, and follows each table`() async throws {
    @FetchAll(
      Reminder
        .join(RemindersList.all) { $0.remindersListID.eq($1.id) }
        .order { reminder, _ in reminder.id }
        .select {
          ReminderTitles.Columns(reminderTitle: $0.title, remindersListTitle: $1.title)
        },
      database: database
    )
    var records
    try await $records.load()
    #expect(records.map(\.remindersListTitle) == ["Home", "Work", "Home"])
    try await database.run("UPDATE remindersLists SET title = 'Office' WHERE id = 2")
    let value = await $records.value { $0.count == 3 && $0[1].remindersListTitle == "Office" }
    #expect(value != nil)
  }

  @Test func `changes when a commit touches its rows`() async throws {
    @FetchAll(Reminder.where { !$0.isCompleted }, database: database) var open
    try await $open.load()
    #expect(open.count == 2)
    try await database.run("UPDATE reminders SET isCompleted = 0")
    #expect(await $open.value { $0.count == 3 } != nil)
    #expect(open.count == 3)
  }

  @Test func `loads another query, and keeps the rows until its first result`() async throws {
    @FetchAll(Reminder.order(by: \.id), database: database) var reminders
    try await $reminders.load()
    try await $reminders.load(Reminder.where(\.isCompleted))
    #expect(reminders.map(\.id) == [2])
    try await database.run("INSERT INTO reminders VALUES (4, 'Tea', 1, 1)")
    #expect(await $reminders.value { $0.map(\.id) == [2, 4] } != nil)
  }

  @Test func `follows the query of a property that is assigned`() async throws {
    @FetchAll(Reminder.order(by: \.id), database: database) var reminders
    try await $reminders.load()
    $reminders = FetchAll(Reminder.where(\.isCompleted), database: database)
    #expect(await $reminders.value { $0.map(\.id) == [2] } != nil)
  }

  @Test func `has no query for a selection or a plain value until one is loaded`() async throws {
    @FetchAll var titles: [String] = ["none"]
    @FetchAll var records: [ReminderTitles] = []
    #expect(titles == ["none"])
    #expect(records.isEmpty)
    #expect(!$records.isLoading)
    #expect($records.plan == nil)
    try await $titles.load(Reminder.select(\.title), database: database)
    #expect(titles.count == 3)
  }

  @Test func `fetches at once if its delivery asks for it`() throws {
    @FetchAll(database: database, delivery: .automatic.fetchingImmediately) var reminders:
      [Reminder]
    #expect(reminders.count == 3)
  }

  @Test func `has differences keyed by the primary key`() async throws {
    @FetchAll(Reminder.order(by: \.title), database: database) var reminders
    var differences = $reminders.differences.makeAsyncIterator()
    #expect(await differences.next()?.inserted.count == 3)
    try await database.write { db in
      try db.execute(sql: "UPDATE reminders SET title = 'Aubergine' WHERE id = 1")
      try db.execute(sql: "DELETE FROM reminders WHERE id = 2")
    }
    let difference = try #require(await differences.next())
    #expect(difference.counts == DifferenceCounts(removed: 1, updated: 1))
    #expect(difference.updated.first?.newElement.title == "Aubergine")
  }

  @Test func `keeps its rows if the query fails, and recovers`() async throws {
    @FetchAll(RemindersList.all, database: database) var lists
    try await $lists.load()
    try await database.run("ALTER TABLE remindersLists RENAME TO gone")
    await #expect(throws: DatabaseError.self) { try await $lists.load() }
    #expect(lists.count == 2)
    #expect($lists.loadError is DatabaseError)
    try await database.run("ALTER TABLE gone RENAME TO remindersLists; DELETE FROM remindersLists")
    #expect(await $lists.value(where: \.isEmpty) != nil)
    #expect($lists.loadError == nil)
  }

  @Test func `is equal to another property with the same rows`() async throws {
    @FetchAll(Reminder.order(by: \.id), database: database) var left
    @FetchAll(Reminder.order(by: \.id), database: database) var right
    try await $left.load()
    try await $right.load()
    #expect($left == $right)
    try await $right.load(Reminder.none)
    #expect($left != $right)
  }

  @Test func `has a plan that says how it is kept up to date`() async throws {
    @FetchAll(Reminder.order(by: \.title), database: database) var reminders
    try await $reminders.load()
    #expect($reminders.plan == .orderedPatch)
    @FetchAll(#sql("SELECT * FROM reminders"), database: database) var same: [Reminder]
    try await $same.load()
    #expect($same.plan == .keyedPatch)
    @FetchOne(#sql("SELECT title FROM reminders ORDER BY title"), database: database) var first = ""
    try await $first.load()
    #expect($first.plan == .orderedWindow)
    @FetchAll(#sql("SELECT 1 UNION SELECT 2"), database: database) var numbers: [Int]
    try await $numbers.load()
    #expect($numbers.plan == .rerun(.text))
  }

  @Test(.timeLimit(.hang))
  func `a commit that cannot be decoded is read together with the commit that fixes it`()
    async throws
  {
    @FetchAll(Reminder.order(by: \.id), database: database) var reminders
    try await $reminders.load()
    try await database.run(
      """
      INSERT INTO reminders (id, title) VALUES (4, 'Sound');
      INSERT INTO reminders (id, title) VALUES (5, x'ff')
      """
    )
    await until { $reminders.loadError != nil }
    #expect($reminders.loadError is DecodingFailure)
    try await database.run("UPDATE reminders SET title = 'Renamed' WHERE id = 5")
    let found = await $reminders.value { $0.last?.title == "Renamed" }
    #expect(found?.map(\.id) == [1, 2, 3, 4, 5])
  }

  @Test(.timeLimit(.hang))
  func `a commit on which a function fails is read together with the next one`() async throws {
    let fails = Mutex(false)
    try await database.write { db in
      let function = DatabaseFunction("checked", argumentCount: 1, pure: true) { arguments in
        if fails.withLock({ $0 }) { throw DatabaseFunctionFailure() }
        return arguments[0]
      }
      db.add(function: function)
      // With this many rows, the query does not run again for one touched row.
      try db.execute(
        sql: """
          WITH RECURSIVE n(id) AS (SELECT 4 UNION ALL SELECT id + 1 FROM n WHERE id < 5000)
          INSERT INTO reminders (id, title) SELECT id, '' FROM n
          """
      )
    }
    @FetchAll(Reminder.where { #sql("checked(\($0.id)) > 0") }, database: database)
    var reminders
    try await $reminders.load()
    fails.withLock { $0 = true }
    try await database.run("INSERT INTO reminders (id, title) VALUES (5001, 'Unread')")
    await until { $reminders.loadError != nil }
    fails.withLock { $0 = false }
    try await database.run("INSERT INTO reminders (id, title) VALUES (5002, 'Read')")
    let found = await $reminders.value { $0.contains { $0.id == 5002 } }
    #expect(found?.count == 5002)
    #expect($reminders.loadError == nil)
  }

  private struct DatabaseFunctionFailure: Error {}

  @MainActor
  @Test(.timeLimit(.hang))
  func `a property on the main actor keeps its result when another one is released`() async throws {
    let query = Reminder.order(by: \.id)
    @FetchAll(query, database: database, delivery: .immediate) var elsewhere
    try await $elsewhere.load()
    @FetchAll(query, database: database, delivery: .mainActor) var here
    try await $here.load()
    do {
      @FetchAll(query, database: database, delivery: .mainActor) var other
      try await $other.load()
      #expect(other == here)
    }
    #expect(here.count == 3)
    for count in 4...5 {
      try await database.run("INSERT INTO reminders (title) VALUES ('New')")
      #expect(await $here.value { $0.count == count } != nil)
      #expect(here.count == count)
    }
  }
}
