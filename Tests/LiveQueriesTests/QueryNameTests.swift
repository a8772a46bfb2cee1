import LiveSQL
import LiveSQLTestSupport
import Testing

/// The short names of the types of functions that return queries.
@Suite(.timeLimit(.hang)) struct QueryNameTests {
  private let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  private func open() -> some Query<Reminder> { Reminder.where { !$0.isCompleted } }
  private func titles() -> some Query<String> {
    #sql("SELECT title FROM reminders ORDER BY title", as: String.self)
  }
  private func pairs() -> some Query<(Reminder, RemindersList)> {
    Reminder.join(RemindersList.all) { $0.remindersListID == $1.id }
  }

  private func count<Row>(_ query: some Query<Row>) throws -> Int {
    try database.read { db in try query.fetchAll(db).count }
  }

  @Test func `a query of any kind is fetched and observed`() async throws {
    #expect(try count(open()) == 2)
    #expect(try count(titles()) == 3)
    #expect(try count(pairs()) == 3)
    @FetchAll(open(), database: database) var reminders
    try await $reminders.load()
    #expect(reminders.map(\.id).sorted() == [1, 3])
  }

  private func selectedTitles() -> some Selected<String, Reminder> { Reminder.select(\.title) }
  private func lines() -> some Selected<ReminderTitles, Reminder, RemindersList> {
    Reminder.join(RemindersList.all) { $0.remindersListID == $1.id }
      .select { ReminderTitles.Columns(reminderTitle: $0.title, remindersListTitle: $1.title) }
  }

  @Test func `a statement that selects is refined`() throws {
    let found = try database.read { db in
      try selectedTitles().asSelect().where { !$0.isCompleted }.order(by: \.title).fetchAll(db)
    }
    #expect(found == ["Bread", "Milk"])
    let line = try database.read { db in
      try lines().asSelect().where { _, list in list.title == "Work" }.limit(1).fetchOne(db)
    }
    #expect(line == ReminderTitles(reminderTitle: "Mail", remindersListTitle: "Work"))
  }

  @Test func `a statement that selects is divided into sections`() throws {
    let sections = try database.read { db in
      try lines().asSelect().order { reminder, _ in reminder.title }
        .fetchAll(db) { _, list in list.title }
    }
    #expect(sections.map(\.name) == ["Home", "Work"])
    #expect(sections.first?.map(\.reminderTitle) == ["Bread", "Milk"])
  }

  @Test func `the types of an application may have these names`() {
    struct Query { var text: String }
    struct Selected<Value> { var value: Value }
    #expect(Query(text: "a").text == "a" && Selected(value: 1).value == 1)
  }
}
