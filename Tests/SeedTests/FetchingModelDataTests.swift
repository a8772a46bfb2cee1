import Foundation
import LiveSQL
import Testing

/// The blocks of the page “Fetching model data”.
@Suite struct FetchingModelDataTests {
  /// Creates a value whose default database has the reminders, with the columns that they have
  /// there.
  private static func made<Made>(
    withLists: Bool = false,
    _ make: () throws -> Made
  ) throws -> Made {
    let database = try DatabaseQueue()
    try database.write { db in try db.execute(sql: withLists ? tables + lists : tables) }
    return try withDependencies {
      $0.defaultDatabase = database
    } operation: {
      try make()
    }
  }

  private static let tables = """
    CREATE TABLE reminders (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, dueAt TEXT, isCompleted INTEGER NOT NULL
    );
    INSERT INTO reminders VALUES
      (1, 'Milk', '2030-01-01 00:00:00.000', 0), (2, 'Bread', NULL, 1), (3, 'Mail', NULL, 1);
    """

  private static let lists = """
    CREATE TABLE remindersLists (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
    INSERT INTO remindersLists VALUES (1, 'Home'), (2, 'Work');
    ALTER TABLE reminders ADD COLUMN remindersListID INTEGER NOT NULL DEFAULT 1;
    UPDATE reminders SET remindersListID = 2 WHERE id = 2;
    """

  @Test func `all reminders, also by their titles`() async throws {
    let all = try Self.made { FetchingModelData.All() }
    try await all.$reminders.load()
    #expect(all.reminders.map(\.title) == ["Milk", "Bread", "Mail"])
    #expect(all.reminders[0].dueAt == Date(timeIntervalSince1970: 1_893_456_000))
    let ordered = try Self.made { FetchingModelData.ByTitle() }
    try await ordered.$reminders.load()
    #expect(ordered.reminders.map(\.title) == ["Bread", "Mail", "Milk"])
  }

  @Test func `completed reminders, also of SQL text`() async throws {
    let completed = try Self.made { FetchingModelData.Completed() }
    try await completed.$completedReminders.load()
    #expect(completed.completedReminders.map(\.title) == ["Mail", "Bread"])
    let ofText = try Self.made { FetchingModelData.CompletedOfText() }
    try await ofText.$completedReminders.load()
    #expect(ofText.completedReminders.map(\.title) == ["Mail", "Bread"])
    let ofCheckedText = try Self.made { FetchingModelData.CompletedOfCheckedText() }
    try await ofCheckedText.$completedReminders.load()
    #expect(ofCheckedText.completedReminders.map(\.title) == ["Mail", "Bread"])
  }

  @Test func `titles of reminders with those of their lists`() async throws {
    let titles = try Self.made(withLists: true) { FetchingModelData.TwoTables.Titles() }
    try await titles.$records.load()
    #expect(titles.records.map(\.reminderTitle) == ["Milk", "Bread", "Mail"])
    #expect(titles.records.map(\.remindersListTitle) == ["Home", "Work", "Home"])
  }

  @Test func `numbers of reminders, also of SQL text`() async throws {
    let all = try Self.made { FetchingModelData.Count() }
    try await all.$remindersCount.load()
    #expect(all.remindersCount == 3)
    let completed = try Self.made { FetchingModelData.CompletedCount() }
    try await completed.$completedRemindersCount.load()
    #expect(completed.completedRemindersCount == 2)
    let ofText = try Self.made { FetchingModelData.CompletedCountOfText() }
    try await ofText.$completedRemindersCount.load()
    #expect(ofText.completedRemindersCount == 2)
  }

  @Test func `several queries of one transaction`() async throws {
    let latest = try Self.made { FetchingModelData.latest() }
    try await latest.third().load()
    #expect(latest.first().map(\.title) == ["Bread", "Mail"])
    #expect(latest.second() == 3)
  }
}
