import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of the queries on the page “Fetching model data”.
@Suite(.mayBlock) struct FetchingModelDataTests {
  @Table
  struct Reminder: Equatable {
    let id: Int
    var title = ""
    @Column(as: Date.ISO8601Representation?.self)
    var dueAt: Date?
    var isCompleted = false
    var remindersListID: RemindersList.ID
  }

  @Table
  struct RemindersList: Identifiable {
    let id: Int
    var title = ""
  }

  @Selection
  struct Record: Equatable {
    let reminderTitle: String
    let remindersListTitle: String
  }

  /// Runs a closure on both databases, with two lists and three reminders.
  private func both<Value>(
    unless reason: SQLiteOnly? = nil,
    _ body: (BothConnections) throws -> Value
  ) throws -> Value {
    try DatabaseQueue().both(unless: reason) { db throws in
      try RemindersList.createTable().execute(db)
      try Reminder.createTable().execute(db)
      try db.seed {
        RemindersList(id: 1, title: "Home")
        RemindersList(id: 2, title: "Work")
        Reminder(id: 1, title: "Groceries", remindersListID: 1)
        Reminder(id: 2, title: "Call", isCompleted: true, remindersListID: 2)
        Reminder(
          id: 3,
          title: "Mail",
          dueAt: Date(timeIntervalSince1970: 0),
          isCompleted: true,
          remindersListID: 2
        )
      }
      return try body(db)
    }
  }

  @Test func `all records are fetched`() throws {
    let reminders = try both { db in try Reminder.all.fetchAll(db) }
    #expect(reminders.map(\.title) == ["Groceries", "Call", "Mail"])
    #expect(reminders[2].dueAt == Date(timeIntervalSince1970: 0))
  }

  @Test func `records are ordered by title`() throws {
    let reminders = try both { db in try Reminder.order(by: \.title).fetchAll(db) }
    #expect(reminders.map(\.title) == ["Call", "Groceries", "Mail"])
  }

  @Test func `completed records are ordered by title in descending order`() throws {
    let reminders = try both { db throws in
      try Reminder.where(\.isCompleted).order { $0.title.desc() }.fetchAll(db)
    }
    #expect(reminders.map(\.title) == ["Mail", "Call"])
  }

  @Test func `records are fetched by SQL text`() throws {
    let query: SQLQueryExpression<Reminder> =
      #sql("SELECT * FROM reminders where isCompleted ORDER BY title DESC")
    let reminders = try both(unless: .unquotedNames) { db in try query.fetchAll(db) }
    #expect(reminders.map(\.title) == ["Mail", "Call"])
  }

  @Test func `records are fetched by SQL text with checked names`() throws {
    let query: SQLQueryExpression<Reminder> = #sql(
      """
      SELECT \(Reminder.columns)
      FROM \(Reminder.self)
      WHERE \(Reminder.isCompleted)
      ORDER BY \(Reminder.title) DESC
      """
    )
    let reminders = try both { db in try query.fetchAll(db) }
    #expect(reminders.map(\.title) == ["Mail", "Call"])
  }

  @Test func `titles of two tables are joined`() throws {
    let records = try both { db throws in
      try Reminder
        .join(RemindersList.all) { $0.remindersListID.eq($1.id) }
        .select {
          Record.Columns(
            reminderTitle: $0.title,
            remindersListTitle: $1.title
          )
        }
        .fetchAll(db)
    }
    #expect(records.first == Record(reminderTitle: "Groceries", remindersListTitle: "Home"))
    #expect(records.count == 3)
  }

  @Test func `records are counted`() throws {
    try both { db throws in
      #expect(try Reminder.count().fetchOne(db) == 3)
      #expect(try Reminder.where(\.isCompleted).count().fetchOne(db) == 2)
      let count: SQLQueryExpression<Int> =
        #sql("SELECT count(*) FROM reminders WHERE isCompleted")
      #expect(try db.onlyOnSQLite(.unquotedNames) { db in try count.fetchOne(db) } == 2)
    }
  }

  @Test func `several queries run in one transaction`() throws {
    struct Value {
      var completedReminders: [Reminder] = []
      var remindersCount = 0
    }
    let value = try both { db throws in
      try Value(
        completedReminders: Reminder.where(\.isCompleted).fetchAll(db),
        remindersCount: Reminder.fetchCount(db)
      )
    }
    #expect(value.completedReminders.count == 2)
    #expect(value.remindersCount == 3)
  }
}
