import Foundation
import LiveSQL
import LiveSQLTestSupport
import PostgreSQLQueries
import Testing

@Suite(.mayBlock) struct WritingTests {
  let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  @Test func `inserts any number of records and returns their keys`() throws {
    try database.both { db in
      let drafts = (1...40_000).map { Milestone.Draft(remindersListID: 1, title: "\($0)") }
      try Milestone.insert { drafts }.execute(db)
      #expect(try Milestone.fetchCount(db) == 40_003)
      let ids = try Tag.insert {
        Tag.Draft(title: "a")
        Tag(id: 100, title: "b")
      }
      .returning(\.id)
      .fetchAll(db)
      #expect(ids == [5, 100])
    }
  }

  @Test func `inserts columns, defaults and the rows of a SELECT`() throws {
    try database.both { db in
      // In one expression, Swift 6.3 crashes.
      let titles = try Tag.insert().returning(\.title).fetchAll(db)
      #expect(titles == [""])
      // Smaller keys than the generated ones, which SQLite would continue from greater ones.
      let rows = try Tag.insert {
        ($0.id, $0.title)
      } values: {
        (-2, "x")
        (-1, #sql("upper(\(bind: "y"))", as: String.self))
      }
      .returning(\.self)
      .fetchAll(db)
      #expect(rows == [Tag(id: -2, title: "x"), Tag(id: -1, title: "Y")])
      try Tag.insert(\.title) {
        RemindersList.order(by: \.id).select(\.title)
      } onConflict: {
        $0.title
      }.execute(db)
      #expect(try Tag.fetchCount(db) == 10)
      try Tag.insert(\.title) {
        RemindersList.order(by: \.id).select(\.title)
      } onConflict: {
        $0.title
      }.execute(db)
      #expect(try Tag.fetchCount(db) == 10)
    }
  }

  @Test func `upserts`() throws {
    try database.both { db in
      try Tag.upsert { Tag.Draft(id: 1, title: "bus") }.execute(db)
      try Tag.upsert { Tag.Draft(title: "new") }.execute(db)
      #expect(try Tag.find(db, key: 1).title == "bus")
      #expect(try Tag.fetchCount(db) == 5)
    }
    try database.onlyOnSQLite(.assignedTwice) { db in
      let title = try Tag.insert {
        Tag.Draft(title: "kids")
      } onConflict: {
        $0.title
      } doUpdate: {
        $0.title = $1.title
        $0.title += "!"
      }
      .returning(\.title)
      .fetchOne(db)
      #expect(title == "kids!")
    }
  }

  @Test func `updates and deletes`() throws {
    try database.both { db in
      let updated = try Reminder.find([1, 2]).update {
        $0.title += " Pro"
        $0.isCompleted.toggle()
        $0.dueDate = Date(timeIntervalSinceReferenceDate: 0)
        $0.priority = .high
        $0.assignedUserID = nil
      }
      .returning { ($0.id, #sql("length(\($0.title))", as: Int.self), $0.priority) }
      .fetchAll(db)
      #expect(updated.map(\.0) == [1, 2])
      #expect(updated.map(\.2) == [.high, .high])
      var reminder = try Reminder.find(db, key: 1)
      #expect(reminder.title.hasSuffix(" Pro"))
      reminder.title = "x"
      try Reminder.update(reminder).execute(db)
      #expect(try Reminder.find(db, key: 1) == reminder)
      try Reminder.update(from: RemindersList.self) {
        $0.notes = $1.title
      } where: {
        #sql("\($0.remindersListID) = \($1.id)", as: Bool.self)
      }
      .execute(db)
      #expect(try Reminder.find(db, key: 1).notes == RemindersList.find(db, key: 1).title)
      try Reminder.delete(reminder).execute(db)
      try Reminder.find(2).delete().execute(db)
      #expect(try Reminder.fetchCount(db) == 8)
    }
  }

  enum R: AliasName {}

  @Test func `returns expressions of an alias`() throws {
    try database.both { db in
      let titles = try Tag.as(R.self).where { #sql("\($0.id) = 1", as: Bool.self) }.update {
        $0.title += "!"
      }
      .returning { ($0.title, #sql("upper(\($0.title))", as: String.self)) }
      .fetchAll(db)
      #expect(titles.map(\.0) == ["car!"])
      #expect(titles.map(\.1) == ["CAR!"])
    }
  }

  @Test func `triggers run`() throws {
    try database.onlyOnSQLite(.triggers) { db in
      let touch = Reminder.createTemporaryTrigger(
        after: .update(touch: \.dueDate, date: #sql("'2001-01-01 00:00:00.000'"))
      )
      try touch.execute(db)
      try Reminder.createTemporaryTrigger(
        "tag",
        after: .update {
          $0.title
        } forEachRow: { old, new in
          Tag.insert(\.title) { new.title }
        } when: { old, new in
          #sql("\(old.isCompleted) = \(new.isCompleted)", as: Bool.self)
        }
      )
      .execute(db)
      try Reminder.find(1).update { $0.title = "it's" }.execute(db)
      #expect(try Reminder.find(db, key: 1).dueDate == Date(timeIntervalSinceReferenceDate: 0))
      #expect(
        try Tag.where { #sql("\($0.title) = \(bind: "it's")", as: Bool.self) }.fetchCount(db) == 1
      )
      try touch.drop().execute(db)
      try Tag.createTrigger("log", after: .delete { old in Tag.insert(\.title) { "gone" } })
        .execute(db)
      try Tag.find(1).delete().execute(db)
      #expect(
        try Tag.where { #sql("\($0.title) = \(bind: "gone")", as: Bool.self) }.fetchCount(db) == 1
      )
    }
  }

  @Test func `any SQLite version can write the time of a touch`() throws {
    try database.onlyOnSQLite(.triggers) { db in
      let before = Date()
      try Reminder.createTemporaryTrigger(after: .update(touch: \.updatedAt)).execute(db)
      try Reminder.find(1).update { $0.title = "x" }.execute(db)
      let updatedAt = try Reminder.find(db, key: 1).updatedAt
      // The time may be rounded to seconds.
      #expect((before - 1...Date() + 1).contains(updatedAt))
    }
  }

  @Test func `a view has rows`() throws {
    let done = Reminder.where(\.isCompleted).select {
      DoneReminder.Columns(reminderID: $0.id, title: $0.title)
    }
    try database.both { db in
      try DoneReminder.createTemporaryView(as: done).execute(db)
      let count = try Reminder.where(\.isCompleted).fetchCount(db)
      #expect(try DoneReminder.fetchCount(db) == count)
    }
    try database.onlyOnSQLite(.triggers) { db in
      try DoneReminder.createTemporaryTrigger(
        insteadOf: .insert { new in
          Reminder.insert {
            ($0.remindersListID, $0.title, $0.isCompleted)
          } values: {
            (1, new.title, true)
          }
        }
      )
      .execute(db)
      try DoneReminder.insert { DoneReminder(reminderID: 0, title: "new") }.execute(db)
      #expect(
        try DoneReminder.where { #sql("\($0.title) = \(bind: "new")", as: Bool.self) }.fetchCount(
          db
        ) == 1
      )
      try DoneReminder.createTemporaryView(as: done).drop().execute(db)
    }
  }

  @Test func `unset columns get the database's defaults`() throws {
    try database.both { db in
      try #sql(
        """
        CREATE TABLE "lazyItems" (
          "id" TEXT PRIMARY KEY NOT NULL DEFAULT 'unique', "title" TEXT NOT NULL, "note" TEXT DEFAULT 'x'
        )
        """
      )
      .execute(db)
      let items = try LazyItem.insert {
        LazyItem.Draft(title: "a")
        LazyItem.Draft(id: "1", title: "b", note: "c")
        LazyItem(id: "2", title: "d")
      }
      .returning(\.self)
      .fetchAll(db)
      #expect(
        items == [
          LazyItem(id: "unique", title: "a"), LazyItem(id: "1", title: "b", note: "c"),
          LazyItem(id: "2", title: "d"),
        ]
      )
    }
  }

  @Test func `seeds are inserted`() throws {
    try database.both { db in
      for statement in Seeds({
        RemindersList(id: 50, title: "Seeds")
        for title in ["a", "b"] { Reminder.Draft(remindersListID: 50, title: title) }
      }) {
        try statement.execute(db)
      }
      #expect(
        try Reminder.where { #sql("\($0.remindersListID) = \(bind: 50)", as: Bool.self) }
          .fetchCount(db) == 2
      )
      try db.sqlite.seed { Tag.Draft(title: "seed") }
      try db.postgres?.seed { Tag.Draft(title: "seed") }
      #expect(try Tag.fetchCount(db) == 5)
    }
  }
}

@Table struct DoneReminder: Equatable {
  let reminderID: Int
  let title: String
}

@Table struct LazyItem: Equatable {
  @Column(lazyInitializable: true) let id: String
  var title: String
  var note: String?
}
