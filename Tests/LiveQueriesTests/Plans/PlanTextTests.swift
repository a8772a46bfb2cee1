import DatabaseTypes
import IncrementalQueries
import LiveSQL
import LiveSQLTestSupport
import Testing

@testable import LiveEngine
@testable import LiveQueries

/// Text in statements, which affects the plan only if it is understood as a whole; the result must
/// be right in any case.
@Suite(.timeLimit(.hang)) struct PlanTextTests {
  let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  /// Changes that move rows into and out of conditions and orders.
  private static let changes = [
    "REPLACE INTO reminders VALUES (4, 'Mail', 0, 3)",
    "UPDATE reminders SET title = 'Milk' WHERE id = 2",
    "UPDATE reminders SET remindersListID = 3 WHERE id = 1",
    "DELETE FROM reminders WHERE id = 3",
    "REPLACE INTO reminders VALUES (0, 'Zero', 1, 9)",
    "UPDATE reminders SET remindersListID = remindersListID + 1",
    "UPDATE reminders SET isCompleted = NOT isCompleted WHERE id > 1",
  ]

  /// Watches a statement through all changes.
  ///
  /// - Returns: Its plan.
  private func follow<Row: Sendable & Equatable>(
    _ statement: some TypedRowQuery<Row>
  ) async throws -> LivePlan? {
    @FetchAll(statement, database: database) var live
    try await $live.load()
    let plan = $live.plan
    for change in Self.changes {
      try await database.run(change)
      let fresh = try await database.read { try statement.fetchAll($0) }
      #expect(await $live.value { $0 == fresh } == fresh, "\(change)")
    }
    return plan
  }

  @Test func `DISTINCT in the text of a column makes the query run again`() async throws {
    let plan = try await follow(
      Reminder.select { _ in #sql("DISTINCT \"title\"", as: String.self) }
    )
    #expect(plan == .rerun(.unknownText))
  }

  @Test func `text with unbalanced parentheses makes the query run again`() async throws {
    let statement = Reminder.where(\.isCompleted)
      .where { _ in
        SQLQueryExpression("remindersListID = 1) OR (remindersListID = 3", as: Bool.self)
      }
      .select(\.title)
    #expect(try await follow(statement) == .rerun(.unknownText))
  }

  @Test func `clauses in the text of a condition, an order or a group make the query run again`()
    async throws
  {
    let condition = Reminder.where { _ in #sql("1 ORDER BY title", as: Bool.self) }.select(\.title)
    #expect(try PlanTextTests.tree(condition) == false)
    let limited = Reminder.select(\.title).order { _ in #sql("title LIMIT 2", as: String.self) }
    #expect(try await follow(limited) == .rerun(.unknownText))
    let grouped = Reminder.group { _ in #sql("isCompleted, title", as: Bool.self) }
      .select { $0.id.count() }
    #expect(try await follow(grouped) == .rerun(.unknownText))
  }

  private static func tree(_ statement: some SelectStatement) throws -> Bool {
    statement._parts.conditions.allSatisfy { ConditionTree($0)?.hasNoClause == true }
  }

  @Test func `a query with text that is understood is patched`() async throws {
    let statement = Reminder.where { _ in #sql("title LIKE 'M%' AND id IN (1, 2, 4)", as: Bool.self)
    }
    .order { _ in #sql("title COLLATE NOCASE DESC", as: String.self) }
    .select(\.title)
    #expect(try await follow(statement) == .orderedPatch)
  }

  @Test(arguments: [
    "strftime('%f')", "strftime ( '%s' )", "datetime()", "unixepoch('subsec')", "date('now')",
    "strftime('%f', 'now')", "strftime('(,)')",
  ])
  func `functions that read the clock are recognised`(text: String) throws {
    let words = FragmentWords([QueryFragment(text)])
    #expect(words.readsClock)
  }

  @Test(arguments: [
    "strftime('%f', createdAt)", "date(createdAt)", "strftime('%Y', date(createdAt, '+1 day'))",
    "title LIKE '%know%'", "snow > 1 IS UNKNOWN", "datetime(createdAt, 'start of day', 'subsec')",
  ])
  func `functions of a column do not read the clock`(text: String) throws {
    #expect(!FragmentWords([QueryFragment(text)]).readsClock)
  }

  @Test func `a limit without an order gives the rows that the statement gives`() async throws {
    #expect(try await follow(Reminder.limit(2).select(\.id)) == .orderedWindow)
    try await database.run(
      "DELETE FROM reminders; INSERT INTO reminders VALUES (1, 'Z', 0, 1), (2, 'A', 0, 1)"
    )
    try await database.run("CREATE INDEX byList ON reminders (remindersListID, title)")
    let indexed = Reminder.where { $0.remindersListID >= 1 }.limit(2).select(\.title)
    #expect(try await follow(indexed) == .rerun(.unorderedLimit))
    @FetchOne(Reminder.where { $0.remindersListID >= 1 }, database: database) var first
    try await $first.load()
    let fresh = try await database.read {
      try Reminder.where { $0.remindersListID >= 1 }.fetchOne($0)
    }
    #expect(first == fresh)
  }

  @Test func `a row in reserve that cannot be decoded is not an error`() async throws {
    try await database.run("INSERT INTO reminders VALUES (9, x'80', 0, 1)")
    @FetchAll(Reminder.order(by: \.id).limit(2), database: database) var reminders
    try await $reminders.load()
    #expect($reminders.loadError == nil)
    #expect(reminders.map(\.id) == [1, 2])
    try await database.run("INSERT INTO reminders VALUES (8, x'80', 0, 1)")
    try await database.run("DELETE FROM reminders WHERE id = 1")
    #expect(await $reminders.value { $0.map(\.id) == [2, 3] } != nil)
    try await database.run("DELETE FROM reminders WHERE id = 2")
    await #expect(throws: (any Error).self) { try await $reminders.load() }
    try await database.run("DELETE FROM reminders WHERE id > 7")
    #expect(await $reminders.value { $0.map(\.id) == [3] } != nil)
  }
  @Test func `a row after the first one that cannot be decoded is not an error`() async throws {
    try await database.run("DELETE FROM reminders; INSERT INTO reminders VALUES (9, x'80', 0, 1)")
    @FetchOne(Reminder.order(by: \.id), database: database) var reminder: Reminder?
    await #expect(throws: (any Error).self) { try await $reminder.load() }
    for id in (3...5).reversed() {
      try await database.run("INSERT INTO reminders VALUES (\(id), 'Milk', 0, 1)")
      #expect(await $reminder.value { $0?.id == id } != nil)
    }
    #expect($reminder.loadError == nil)
  }
}
