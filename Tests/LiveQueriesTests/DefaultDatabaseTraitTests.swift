import LiveSQL
import LiveSQLTestSupport
import Testing

/// The trait that gives each test its own default database.
@Suite(.defaultDatabase { try remindersDatabase() }) struct DefaultDatabaseTraitTests {
  @Dependency(\.defaultDatabase) private var database

  @Test(arguments: [1, 2])
  func `properties and expectations use the database of the test`(id: Int) async throws {
    @FetchAll(Reminder.order(by: \.id)) var reminders
    try await $reminders.load()
    #expect(reminders.count == 3)
    try await database.run("DELETE FROM reminders WHERE id = \(id)")
    try await $reminders.load()
    #expect(reminders.count == 2)
    assertQuery(Reminder.where { $0.id.eq(id) }.select(\.id)) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE (("reminders"."id") = (\(id)))
      """
    } results: {
      "(No results)"
    }
  }

  @Test func `expectations prefer the database that the test names`() throws {
    let other = try remindersDatabase()
    try other.write { db in try Reminder.delete().execute(db) }
    withTestDatabase(other) {
      assertQuery(Reminder.count()) {
        """
        SELECT count(*)
        FROM "reminders"
        """
      } results: {
        """
        ┌───┐
        │ 0 │
        └───┘
        """
      }
    }
  }

  @Test(.defaultDatabase { try DatabaseQueue() })
  func `a test can replace the database of its suite`() async throws {
    let tables = try await database.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema")
    }
    #expect(tables == 0)
  }
}
