import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

@Suite(.mayBlock) struct FetchingTests {
  let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  @Test func `fetches the rows of a table`() throws {
    assertQuery(Tag.all, database: database) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      """
    } results: {
      """
      ┌─────────────────────┐
      │ Tag(                │
      │   id: 1,            │
      │   title: "car"      │
      │ )                   │
      ├─────────────────────┤
      │ Tag(                │
      │   id: 2,            │
      │   title: "kids"     │
      │ )                   │
      ├─────────────────────┤
      │ Tag(                │
      │   id: 3,            │
      │   title: "someday"  │
      │ )                   │
      ├─────────────────────┤
      │ Tag(                │
      │   id: 4,            │
      │   title: "optional" │
      │ )                   │
      └─────────────────────┘
      """
    }
  }

  @Test func `every type of the schema is decoded`() throws {
    let reminder = try database.both { db in try Reminder.find(db, key: 3) }
    #expect(reminder.title == "Doctor appointment")
    #expect(reminder.priority == .high)
    #expect(reminder.dueDate == Date(timeIntervalSinceReferenceDate: 0))
    #expect(reminder.updatedAt == Date(timeIntervalSinceReferenceDate: 1_234_567_890))
    #expect(!reminder.isCompleted)
    #expect(reminder.assignedUserID == nil)
  }

  @Test func `finding a key without a row throws NotFound`() throws {
    #expect(throws: NotFound(table: "reminders")) {
      try database.both { db in try Reminder.find(db, key: 100) }
    }
  }

  @Test func `a table can be fetched, counted and iterated`() throws {
    try database.both { db throws in
      #expect(try Reminder.fetchAll(db).count == 10)
      #expect(try Reminder.fetchCount(db) == 10)
      #expect(try Tag.fetchOne(db)?.title == "car")
      let cursor: QueryCursor<Tag> = try Tag.fetchCursor(db.sqlite)
      #expect(try Array(cursor).map(\.title) == ["car", "kids", "someday", "optional"])
    }
  }

  @Test func `counting the rows of aggregates counts the rows that they give`() throws {
    try database.both { db throws in
      #expect(try Reminder.count().fetchCount(db) == 1)
      #expect(try Reminder.where { $0.isCompleted }.count().fetchCount(db) == 1)
      #expect(try Reminder.where { $0.id < 0 }.count().fetchCount(db) == 1)
      #expect(try Reminder.select { ($0.id.max(), $0.id.min()) }.fetchCount(db) == 1)
      #expect(try Reminder.select { $0.title.jsonGroupArray() }.fetchCount(db) == 1)
      #expect(try Reminder.select { $0.title.upper() }.fetchCount(db) == 10)
      let groups = Reminder.group(by: \.remindersListID).select { $0.id.count() }
      #expect(try groups.fetchCount(db) == groups.fetchAll(db).count)
    }
  }

  @Test func `an empty query is not run`() throws {
    try database.both { db in
      #expect(try Tag.none.fetchAll(db).isEmpty)
      #expect(try Tag.none.fetchOne(db) == nil)
      #expect(try Tag.none.fetchCount(db) == 0)
      #expect(try Tag.none.fetchCursor(db.sqlite).next() == nil)
      try #sql("").execute(db)
    }
  }

  @Test func `SQL text is decoded into values, rows and tuples`() throws {
    assertQuery(#sql("SELECT 1 + \(bind: 2)", as: Int.self), database: database) {
      """
      SELECT 1 + 2
      """
    } results: {
      """
      ┌───┐
      │ 3 │
      └───┘
      """
    }
    assertQuery(
      #sql("SELECT \(Tag.columns), count(*) FROM \(Tag.self)", as: (Tag, Int).self),
      onlyOnSQLite: .ungroupedColumns,
      database: database
    ) {
      """
      ┌────────────────┬───┐
      │ Tag(           │ 4 │
      │   id: 1,       │   │
      │   title: "car" │   │
      │ )              │   │
      └────────────────┴───┘
      """
    }
  }

  @Test func `an optional's none is a query without SQL and rows`() {
    assertQuery(Tag?.none, database: database) {
      ""
    } results: {
      "(No results)"
    }
  }

  struct Counted { var value: Int }
  struct Pair<First, Second> {
    var first: First
    var second: Second
  }

  @Test func `one simple value stays on its line, and generic arguments are omitted`() {
    assertQuery(Tag.select(\.id)) { _ in
      [(Counted(value: 1), Pair(first: 1, second: "a"))]
    } results: {
      """
      ┌─────────────────────────────────┬─────────────────────┐
      │ FetchingTests.Counted(value: 1) │ FetchingTests.Pair( │
      │                                 │   first: 1,         │
      │                                 │   second: "a"       │
      │                                 │ )                   │
      └─────────────────────────────────┴─────────────────────┘
      """
    }
  }

  @Test func `no rows may be expected as an empty text`() {
    assertQuery(#sql("SELECT 1 WHERE 1 = 0", as: Int.self), database: database) {
      "SELECT 1 WHERE 1 = 0"
    } results: {
      ""
    }
  }

  @Test func `an empty result is shown as text`() {
    assertQuery(#sql("SELECT 1 WHERE 1 = 0", as: Int.self), database: database) {
      """
      SELECT 1 WHERE 1 = 0
      """
    } results: {
      """
      (No results)
      """
    }
  }

  @Test func `SQL text with several statements runs all of them`() throws {
    try database.onlyOnSQLite(.tablesByText) { db in
      try #sql(
        "CREATE TABLE a (x); INSERT INTO a VALUES (\(bind: 1)); INSERT INTO a VALUES (\(bind: "b"))"
      )
      .execute(db)
      let count = try #sql("SELECT count(*) FROM a", as: Int.self).fetchOne(db)
      #expect(count == 2)
    }
  }
}
