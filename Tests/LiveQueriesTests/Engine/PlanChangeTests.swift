import DatabaseTypes
import IncrementalQueries
import LiveSQL
import LiveSQLTestSupport
import Testing

@testable import LiveEngine
@testable import LiveQueries

/// Schema changes that allow another plan or forbid the current one, which observers must not
/// notice.
@Suite(.timeLimit(.hang)) struct PlanChangeTests {
  let scratch: ScratchDirectory
  let database: DatabasePool

  /// The connection that changes the schema.
  enum Author: CaseIterable { case thisConnection, anotherConnection }

  /// Statements that make the name `reminders` a table, or a view of the same rows.
  private static let view = """
    ALTER TABLE reminders RENAME TO stored;
    CREATE VIEW reminders AS SELECT * FROM stored LIMIT -1;
    """
  private static let table = "DROP VIEW reminders; ALTER TABLE stored RENAME TO reminders;"

  init() throws {
    scratch = try ScratchDirectory()
    database = try DatabasePool(path: scratch.path(of: "plans.db"))
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE reminders (
            id INTEGER PRIMARY KEY, title TEXT NOT NULL, isCompleted INTEGER NOT NULL DEFAULT 0,
            remindersListID INTEGER NOT NULL DEFAULT 1
          );
          INSERT INTO reminders (id, title) VALUES (1, 'Milk'), (2, 'Mail');
          """
      )
    }
  }

  private func run(_ sql: String, by author: Author) async throws {
    switch author {
    case .thisConnection: try await database.run(sql)
    case .anotherConnection:
      let other = try DatabaseQueue(path: scratch.path(of: "plans.db"))
      try await other.run(sql)
      try other.close()
    }
  }

  /// Changes that alternate between rows and plans, each with the keys that remain.
  private static let steps: [(sql: String, ids: [Int])] = [
    (table, [1, 2]),
    ("DELETE FROM reminders WHERE id = 2", [1]),
    ("INSERT INTO reminders (id, title) VALUES (2, 'Mail')", [1, 2]),
    ("DELETE FROM reminders WHERE id = 1", [2]),
    (view, [2]),
    ("INSERT INTO stored (id, title) VALUES (1, 'Milk')", [1, 2]),
    (table, [1, 2]),
    ("UPDATE reminders SET title = 'Renamed' WHERE id = 1", [1, 2]),
    (view, [1, 2]),
    ("DELETE FROM stored WHERE id = 2", [1]),
    ("INSERT INTO stored (id, title) VALUES (3, 'Bread')", [1, 3]),
  ]

  @Test(arguments: Author.allCases)
  func `differences and values lead to the same result with any plan`(author: Author) async throws {
    try await database.run(Self.view)
    @FetchAll(Reminder.order(by: \.id), database: database) var reminders
    try await $reminders.load()
    #expect($reminders.plan?.isRerun == true)
    var differences = $reminders.differences.makeAsyncIterator()
    var followed = try await [Reminder]().followed(by: differences.next())
    for step in Self.steps {
      try await run(step.sql, by: author)
      let fresh = try await database.read { try Reminder.order(by: \.id).fetchAll($0) }
      #expect(fresh.map(\.id) == step.ids)
      #expect(await $reminders.value { $0 == fresh } == fresh)
      while followed != fresh {
        followed = try await followed.followed(by: differences.next())
      }
      try await $reminders.load()
      #expect(reminders == fresh)
    }
  }

  @Test func `a first row becomes a point lookup once its table has row numbers`() async throws {
    let rows = "SELECT id, title, isCompleted, remindersListID FROM stored"
    try await database.run(
      """
      ALTER TABLE reminders RENAME TO stored;
      CREATE TABLE reminders (
        id INT NOT NULL PRIMARY KEY, title TEXT NOT NULL, isCompleted INTEGER, remindersListID INTEGER
      );
      INSERT INTO reminders \(rows)
      """
    )
    @FetchOne(Reminder.find(1), database: database) var reminder: Reminder?
    try await $reminder.load()
    #expect($reminder.plan == .rerun(.unorderedLimit))
    try await database.run("DROP TABLE reminders; ALTER TABLE stored RENAME TO reminders")
    try await $reminder.load()
    #expect($reminder.plan == .pointLookup)
    #expect(reminder?.title == "Milk")
  }

  @Test func `a window plan returns once a row beyond its limit can be decoded`() async throws {
    try await database.run("INSERT INTO reminders (id, title) VALUES (3, x'FF')")
    @FetchAll(Reminder.order(by: \.id).limit(1), database: database) var reminders
    try await $reminders.load()
    #expect($reminders.plan == .rerun(.undecodableRow))
    try await database.run("UPDATE reminders SET title = 'Cocoa' WHERE id = 1")
    try await $reminders.load()
    #expect(reminders.map(\.title) == ["Cocoa"])
    #expect($reminders.plan == .rerun(.undecodableRow))
    try await database.run("UPDATE reminders SET title = 'Bread' WHERE id = 3")
    try await $reminders.load()
    #expect($reminders.plan == .orderedWindow)
    #expect(reminders.map(\.title) == ["Cocoa"])
  }

  @Test func `the plan follows the schema`() async throws {
    @FetchAll(Reminder.order(by: \.id), database: database) var reminders
    try await $reminders.load()
    #expect($reminders.plan == .orderedPatch)
    try await database.run(Self.view)
    try await $reminders.load()
    #expect($reminders.plan == .rerun(.subquery))
    try await database.run("DROP VIEW reminders; CREATE VIEW reminders AS SELECT * FROM stored")
    try await $reminders.load()
    #expect($reminders.plan == .orderedPatch)
    try await database.run("UPDATE stored SET title = 'Seen through' WHERE id = 1")
    try await $reminders.load()
    #expect(reminders.map(\.title).contains("Seen through"))
    try await database.run(Self.table)
    try await $reminders.load()
    #expect($reminders.plan == .orderedPatch)
  }

  @Test(arguments: Author.allCases)
  func `observations and properties of a record request are right with any plan`(author: Author)
    async throws
  {
    try await database.run(Self.view)
    let request = StoredReminder.order(Column("id"))
    var values = ValueObservation.tracking { try request.fetchAll($0) }.values(in: database)
      .makeAsyncIterator()
    @FetchAll(request, database: database) var reminders: [StoredReminder]
    try await $reminders.load()
    var differences = $reminders.differences.makeAsyncIterator()
    var followed = try await [StoredReminder]().followed(by: differences.next())
    for step in Self.steps {
      try await run(step.sql, by: author)
      let fresh = try await database.read { try request.fetchAll($0) }
      #expect(fresh.map(\.id) == step.ids)
      while followed != fresh {
        followed = try await followed.followed(by: differences.next())
      }
      while let value = try await values.next(), value != fresh {}
      #expect(reminders == fresh)
    }
  }
}

private struct StoredReminder: Codable, FetchableRecord, TableRecord, Equatable, Identifiable {
  static let databaseTableName = "reminders"
  let id: Int
  let title: String
}

extension Array where Element: Sendable {
  /// Returns the array after a difference from a sequence was applied.
  fileprivate func followed(by difference: Difference<Element>?) throws -> [Element] {
    try #require(difference).applying(to: self)
  }
}
