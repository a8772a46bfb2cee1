import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of finding rows by key with a cached statement.
@Suite(.mayBlock) struct FindingTests {
  let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  @Test func `a row is found by its key repeatedly`() throws {
    try database.both { db throws in
      for _ in 0..<3 {
        #expect(try Tag.find(1).fetchOne(db)?.title == "car")
        #expect(try Tag.find(2).fetchOne(db)?.title == "kids")
        #expect(try Tag.find(100).fetchOne(db) == nil)
        #expect(try Tag.find(3).fetchAll(db).map(\.title) == ["someday"])
        #expect(try Tag.find(3).fetchCount(db) == 1)
        #expect(try Tag.find(db, key: 4).title == "optional")
        #expect(try Tag.unscoped.find(4).fetchOne(db)?.title == "optional")
      }
    }
  }

  @Test func `a key is combined with other conditions`() throws {
    try database.both { db throws in
      #expect(try Reminder.find(4).fetchOne(db) != nil)
      #expect(try Reminder.find(4).where(\.isCompleted).fetchOne(db) != nil)
      #expect(try Reminder.find(4).where { !$0.isCompleted }.fetchOne(db) == nil)
      #expect(try Reminder.where { !$0.isCompleted }.find(4).fetchOne(db) == nil)
      #expect(try Reminder.find(4).find(5).fetchOne(db) == nil)
      #expect(try Reminder.find(4).or(Reminder.find(5)).fetchAll(db).map(\.id) == [4, 5])
      #expect(try Reminder.find(4).not().fetchCount(db) == 9)
      #expect(try (Reminder.find(4) + Reminder.where(\.isCompleted)).fetchCount(db) == 1)
      #expect(try Reminder.find(4).and(Reminder.none).fetchOne(db) == nil)
    }
  }

  @Test func `finding by key is a condition in SQL`() {
    let query = Tag.find(1)
    let expected = #"WHERE (("tags"."id") IN ((1)))"#
    #expect(query.query.description(layout: .singleLine).hasSuffix(expected))
    #expect(query.select(\.title).query.description(layout: .singleLine).hasSuffix(expected))
    #expect(query.delete().query.description(layout: .singleLine).hasSuffix(expected))
    #expect(
      query.where { $0.id.gt(0) }.query.description(layout: .singleLine)
        .hasSuffix(#"WHERE (("tags"."id") IN ((1))) AND (("tags"."id") > (0))"#)
    )
    #expect(
      query.as(Other.self).query.description(layout: .singleLine)
        .hasSuffix(#"WHERE (("others"."id") IN ((1)))"#)
    )
  }

  @Test func `a default scope applies to finding by key`() throws {
    try database.both { db throws in
      #expect(try OpenReminder.find(1).fetchOne(db) != nil)
      #expect(try OpenReminder.find(4).fetchOne(db) == nil)
      #expect(try OpenReminder.unscoped.find(4).fetchOne(db) != nil)
      #expect(try OpenReminder.find(4).fetchOne(db) == nil)
      #expect(throws: NotFound(table: "reminders")) { try OpenReminder.find(db, key: 4) }
      #expect(try OpenReminder.find(db, key: 1).id == 1)
    }
  }

  @Test func `a changed row is found with its new values`() throws {
    try database.both { db in
      for title in ["a", "b"] {
        try Tag.find(1).update { $0.title = title }.execute(db)
        #expect(try Tag.find(1).fetchOne(db)?.title == title)
      }
      try Tag.find(1).delete().execute(db)
      #expect(try Tag.find(1).fetchOne(db) == nil)
    }
    try database.onlyOnSQLite(.tablesByText) { db in
      try #sql("ALTER TABLE tags ADD COLUMN extra").execute(db)
      #expect(try Tag.find(2).fetchOne(db)?.title == "kids")
    }
  }

  @Test func `keys can be texts, UUIDs and representations`() throws {
    try database.both { db in
      try Note.createTable().execute(db)
      try ByteNote.createTable().execute(db)
      let id = UUID()
      try Note.insert { Note(id: id, text: "a") }.execute(db)
      try ByteNote.insert { ByteNote(id: id, text: "b") }.execute(db)
      #expect(try Note.find(id).fetchOne(db)?.text == "a")
      #expect(try Note.find(UUID()).fetchOne(db) == nil)
      #expect(try ByteNote.find(#bind(id)).fetchOne(db)?.text == "b")
      #expect(try ByteNote.find(db, key: id).text == "b")
    }
  }

  @Test func `rows are found by the keys that a statement selects`() throws {
    try database.both { db in
      let keys = Tag.where { $0.id > 2 }.select(\.id)
      #expect(try Tag.find(keys).order(by: \.id).select(\.id).fetchAll(db) == [3, 4])
      #expect(try Tag.where { $0.id < 4 }.find(keys).select(\.id).fetchAll(db) == [3])
      #expect(try Tag.order { $0.id.desc() }.find(keys).select(\.id).fetchAll(db) == [4, 3])
      #expect(try Tag.find(ReminderTag.select(\.tagID)).fetchCount(db) == 4)
      #expect(try Tag.find(keys.union(Tag.find(1).select(\.id))).fetchCount(db) == 3)
      #expect(try Tag.find(Tag.none.select(\.id)).fetchAll(db).isEmpty)
      #expect(try Tag.as(Other.self).find(keys).fetchCount(db) == 2)
      #expect(try Tag.Draft.find(keys).fetchCount(db) == 2)
      #expect(try Tag.find(Tag.select { $0.id.max() ?? 0 }).fetchAll(db).map(\.id) == [4])
      try Tag.find(keys).update { $0.title += "!" }.execute(db)
      #expect(
        try Tag.order(by: \.id).select(\.title).fetchAll(db).filter { $0.hasSuffix("!") }.count == 2
      )
      try Tag.find(keys).delete().execute(db)
      #expect(try Tag.select(\.id).fetchAll(db) == [1, 2])
    }
  }

  @Test func `finding a row works while a cursor is on it`() throws {
    try database.read { db throws in
      let cursor = try Tag.find(1).fetchCursor(db)
      #expect(try Tag.find(1).fetchOne(db)?.title == "car")
      #expect(try cursor.next()?.title == "car")
    }
  }
}

private enum Other: AliasName {}

@Table("reminders") struct OpenReminder: Equatable {
  let id: Int
  var isCompleted = false

  static let all = Self.where { !$0.isCompleted }
}

@Table struct Note: Equatable {
  let id: UUID
  var text = ""
}

@Table("bytes") struct ByteNote: Equatable {
  @Column(as: UUID.BytesRepresentation.self) let id: UUID
  var text = ""
}
