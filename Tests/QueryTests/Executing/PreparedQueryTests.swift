import Foundation
import LiveSQL
import Testing

/// Tests of queries that are built once and run with different values.
struct PreparedQueryTests {
  let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  @Test func `a query runs with different values each time`() throws {
    let query = PreparedQuery { (list: Parameter<Int>, isCompleted: Parameter<Bool>) in
      Reminder
        .where { $0.remindersListID.eq(list) && $0.isCompleted.eq(isCompleted) }
        .order(by: \.id)
        .select(\.id)
    }
    try database.read { db throws in
      #expect(try query.fetchAll(db, 1, false) == [1, 2, 3, 5])
      #expect(try query.fetchAll(db, 1, true) == [4])
      #expect(try query.fetchAll(db, 3, true) == [10])
      #expect(try query.fetchOne(db, 2, false) == 6)
      #expect(try query.fetchOne(db, 9, false) == nil)
      #expect(try Array(query.fetchCursor(db, 2, false)) == [6, 8])
    }
    #expect(query.sql.hasSuffix(#"(("reminders"."isCompleted") = (?))) ORDER BY "reminders"."id""#))
  }

  @Test func `a query can return rows, pairs and tuples`() throws {
    let byKey = PreparedQuery { (key: Parameter<Int>) in Tag.find(key) }
    let pairs = PreparedQuery { (key: Parameter<Int>) in
      Reminder.find(key).join(RemindersList.all) { $0.remindersListID.eq($1.id) }
    }
    let values = PreparedQuery { (key: Parameter<Int>) in
      Tag.find(key).select { ($0.id, $0.title) }
    }
    try database.read { db throws in
      #expect(try byKey.fetchOne(db, 1)?.title == "car")
      #expect(try byKey.fetchOne(db, 2)?.title == "kids")
      #expect(try pairs.fetchOne(db, 6).map(\.1.title) == "Family")
      #expect(try values.fetchOne(db, 3).map(\.1) == "someday")
    }
  }

  @Test func `a parameter can be used twice and beside values`() throws {
    let query = PreparedQuery { (text: Parameter<String>, limit: Parameter<Int>) in
      Tag
        .where { ($0.title.eq(text) || $0.title.eq("kids")) && $0.title.neq("car") }
        .where { $0.id.lt(limit) || $0.title.eq(text) }
        .select(\.id)
    }
    try database.read { db throws in
      #expect(try query.fetchAll(db, "someday", 3) == [2, 3])
      #expect(try query.fetchAll(db, "car", 2) == [])
      #expect(try query.fetchAll(db, "optional", 1) == [4])
    }
  }

  @Test func `statements without a result can be executed`() throws {
    let rename = PreparedQuery { (key: Parameter<Int>, title: Parameter<String>) in
      Tag.find(key).update { $0.title = title }
    }
    try database.write { db in
      try rename.execute(db, 1, "bus")
      try rename.execute(db, 2, "toys")
      #expect(try Tag.select(\.title).fetchAll(db) == ["bus", "toys", "someday", "optional"])
    }
  }

  @Test func `a value that cannot be stored throws`() throws {
    let query = PreparedQuery { (date: Parameter<Date>) in
      Reminder.where { $0.updatedAt.eq(date) }
    }
    #expect(throws: DatabaseError.self) {
      try database.read { db in
        _ = try query.fetchAll(db, Date(timeIntervalSince1970: 1e15))
      }
    }
  }

  @Test func `a query continues to work after a schema change`() throws {
    let query = PreparedQuery { (key: Parameter<Int>) in Tag.find(key) }
    try database.write { db in
      #expect(try query.fetchOne(db, 1)?.title == "car")
      try #sql("ALTER TABLE tags ADD COLUMN extra").execute(db)
      #expect(try query.fetchOne(db, 1)?.title == "car")
    }
  }
}
