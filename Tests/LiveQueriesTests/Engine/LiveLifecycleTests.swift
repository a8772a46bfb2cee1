import Foundation
import LiveSQL
import LiveSQLTestSupport
import Synchronization
import Testing

/// Live queries whose database is replaced, erased, migrated or closed.
@Suite(.timeLimit(.hang)) struct LiveLifecycleTests {
  /// Properties of each plan on one database.
  private struct Properties {
    @FetchAll var all: [Reminder]
    @FetchAll var ordered: [Reminder]
    @FetchAll var window: [Reminder]
    @FetchAll var distinct: [String]
    @FetchOne var count: Int
    @FetchOne var first: Reminder?

    init(_ database: any DatabaseWriter) {
      _all = FetchAll(Reminder.all, database: database)
      _ordered = FetchAll(Reminder.order(by: \.title), database: database)
      _window = FetchAll(Reminder.order { $0.id.desc() }.limit(1), database: database)
      _distinct = FetchAll(Reminder.select(\.title).distinct(), database: database)
      _count = FetchOne(wrappedValue: 0, Reminder.count(), database: database)
      _first = FetchOne(Reminder.find(1).asSelect(), database: database)
    }

    func load() async throws {
      try await $all.load()
      try await $ordered.load()
      try await $window.load()
      try await $distinct.load()
      try await $count.load()
      try await $first.load()
    }

    /// Waits until all properties show these reminders.
    func show(_ reminders: [Reminder]) async -> Bool {
      let last = reminders.max { $0.id < $1.id }.map { [$0] } ?? []
      let all = await $all.value { $0.sorted { $0.id < $1.id } == reminders }
      let ordered = await $ordered.value { $0 == reminders.sorted { $0.title < $1.title } }
      let window = await $window.value { $0 == last }
      let distinct = await $distinct.value { Set($0) == Set(reminders.map(\.title)) }
      let count = await $count.value { $0 == reminders.count }
      let first = await $first.value { $0 == reminders.first { $0.id == 1 } }
      return all != nil && ordered != nil && window != nil && distinct != nil && count != nil
        && first != nil
    }
  }

  private let database: DatabaseQueue
  private let rows = [
    Reminder(id: 1, title: "Milk", isCompleted: false, remindersListID: 1),
    Reminder(id: 2, title: "Mail", isCompleted: true, remindersListID: 2),
    Reminder(id: 3, title: "Bread", isCompleted: false, remindersListID: 1),
  ]

  init() throws { database = try remindersDatabase() }

  @Test func `a restored database is shown, and so are later writes to it`() async throws {
    let other = try remindersDatabase()
    try await other.run("INSERT INTO reminders VALUES (4, 'Apples', 0, 1)")
    let properties = Properties(database)
    try await properties.load()
    #expect(await properties.show(rows))
    try await database.restore(from: other)
    let restored = rows + [Reminder(id: 4, title: "Apples", isCompleted: false, remindersListID: 1)]
    #expect(await properties.show(restored))
    try await database.run("DELETE FROM reminders WHERE id = 4")
    #expect(await properties.show(rows))
  }

  @Test func `erasing the database is a load error until its tables are created again`()
    async throws
  {
    let properties = Properties(database)
    try await properties.load()
    let schema = try await database.read { db in
      try db.objects().compactMap(\.sql).joined(separator: ";")
    }
    try await database.erase()
    await #expect(throws: DatabaseError.self) { try await properties.$all.load() }
    #expect(properties.$all.loadError is DatabaseError)
    #expect(properties.all == rows)
    try await database.run(schema)
    #expect(await properties.show([]))
    #expect(properties.$all.loadError == nil)
    try await database.run("INSERT INTO reminders VALUES (1, 'Milk', 0, 1)")
    #expect(await properties.show([rows[0]]))
  }

  @Test func `live queries follow a migration that recreates their table`() async throws {
    let properties = Properties(database)
    try await properties.load()
    var migrator = DatabaseMigrator()
    migrator.registerMigration("make anew") { db in
      try db.execute(
        sql: """
          CREATE TABLE new (
            id INTEGER PRIMARY KEY, title TEXT NOT NULL COLLATE NOCASE,
            isCompleted INTEGER NOT NULL DEFAULT 0, remindersListID INTEGER NOT NULL DEFAULT 1
          );
          INSERT INTO new SELECT * FROM reminders WHERE id <> 2;
          DROP TABLE reminders;
          ALTER TABLE new RENAME TO reminders;
          """
      )
    }
    try await migrator.migrate(database)
    #expect(await properties.show([rows[0], rows[2]]))
    try await database.run("UPDATE reminders SET title = 'Butter' WHERE id = 3")
    var butter = rows[2]
    butter.title = "Butter"
    #expect(await properties.show([rows[0], butter]))
  }

  @Test func `closing a database ends sequences, and properties keep their values`() async throws {
    let properties = Properties(database)
    try await properties.load()
    let sequence = Task {
      var counts: [Int] = []
      for await value in properties.$all.values { counts.append(value.count) }
      return counts
    }
    #expect(await properties.show(rows))
    try database.close()
    #expect(await sequence.value.allSatisfy { $0 == 3 })
    #expect(properties.ordered.count == 3)
    #expect(properties.count == 3)
    await #expect(throws: (any Error).self) { try await properties.$all.load() }
    #expect(properties.all == rows)
  }

  @Test @MainActor func `an observer can write when it is notified`() async throws {
    @FetchOne(Reminder.count(), database: database) var count = 0
    try await $count.load()
    let database = database
    let failures = Mutex(0)
    let token = observe {
      guard count < 20 else { return }
      do {
        try database.write { try $0.execute(sql: "INSERT INTO reminders (title) VALUES ('New')") }
      } catch { failures.withLock { $0 += 1 } }
    }
    // It may run once more than there are changes, and then write once more.
    let last = try #require(await $count.value { $0 >= 20 })
    #expect(last <= 22)
    token.cancel()
    #expect(failures.withLock { $0 } == 0)
  }

  @Test func `a consumer that stops asking holds at most one result`() async throws {
    @FetchAll(Reminder.order(by: \.id), database: database) var reminders
    var abandoned = $reminders.values.makeAsyncIterator()
    _ = await abandoned.next()
    for id in 4...60 {
      try await database.run("INSERT INTO reminders (id, title) VALUES (\(id), 'New')")
    }
    try await $reminders.load()
    // One result, however many came before; then nothing until the next commit.
    #expect(await abandoned.next()?.count == 60)
    try await database.run("DELETE FROM reminders WHERE id = 60")
    #expect(await abandoned.next()?.count == 59)
  }
}
