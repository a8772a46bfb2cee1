import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests that the compiler finds the fetching method within the expression that builds a statement.
@Suite(.mayBlock) struct ChainTests {
  let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  @Test func `one expression selects and fetches`() throws {
    try database.both { db throws in
      let titles = try Tag.where { _ in true }.order(by: \.id).select(\.title).fetchAll(db)
      #expect(titles == ["car", "kids", "someday", "optional"])
      let ids = try Tag.order(by: \.id).select { $0.id }.limit(2).fetchAll(db)
      #expect(ids == [1, 2])
      let pairs = try Tag.order(by: \.id).select(\.id).select(\.title).limit(1).fetchAll(db)
      #expect(pairs.map(\.1) == ["car"])
      #expect(try Tag.order(by: \.id).select { ($0.id, $0.title) }.map { $1 }.fetchOne(db) == "car")
    }
  }

  @Test func `one expression counts and fetches`() throws {
    try database.both { db throws in
      #expect(try Tag.where { _ in true }.limit(1).count().fetchOne(db) == 4)
      #expect(try Tag.limit(1).count.fetchOne(db) == 4)
      #expect(try Reminder.limit(1).count { $0.isCompleted }.fetchOne(db) != nil)
      let counts = try Tag.group(by: \.id).select(\.title).count().fetchAll(db)
      #expect(counts.map(\.1) == [1, 1, 1, 1])
    }
  }

  @Test func `one expression joins, selects and fetches`() throws {
    let titles = try database.both { db in
      try RemindersTagTitles.tags.order { _, _, tag in tag.id }.select { $2.title }.fetchAll(db)
    }
    #expect(titles.first == "car")
    let rows = try database.both { db in
      try RemindersTagTitles.tags.order { _, _, tag in tag.id }.limit(1).fetchAll(db)
    }
    #expect(rows.map(\.2.title) == ["car"])
  }
}

private enum RemindersTagTitles {
  static var tags: Select<(), Reminder, (ReminderTag, Tag), TupleRow<Reminder, ReminderTag, Tag>> {
    Reminder
      .join(ReminderTag.all) { SQLQueryExpression("\($0.id) = \($1.reminderID)") }
      .join(Tag.all) { SQLQueryExpression("\($1.tagID) = \($2.id)") }
  }
}
