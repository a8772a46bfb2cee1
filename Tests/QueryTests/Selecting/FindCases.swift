import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of finding rows by their keys.
@Suite(.reminders) struct FindCases {
  @Test func `a row is found by key`() {
    assertQuery(
      Tag.find(1)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") IN ((1)))
      """
    } results: {
      """
      ┌────────────────┐
      │ Tag(           │
      │   id: 1,       │
      │   title: "car" │
      │ )              │
      └────────────────┘
      """
    }
  }

  @Test func `a row is found by the key of another row`() throws {
    try remindersDatabase().read { db in
      let tag = try #require(try Tag.all.fetchOne(db))
      #expect(try Tag.find(tag.primaryKey).fetchOne(db) == tag)
    }
  }

  @Test func `rows are found by several keys`() {
    assertQuery(
      Tag.find([1, 3])
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") IN ((1), (3)))
      """
    } results: {
      """
      ┌────────────────────┐
      │ Tag(               │
      │   id: 1,           │
      │   title: "car"     │
      │ )                  │
      ├────────────────────┤
      │ Tag(               │
      │   id: 3,           │
      │   title: "someday" │
      │ )                  │
      └────────────────────┘
      """
    }
  }

  @Test func `finding by key adds a condition`() {
    assertQuery(
      Reminder.where(\.isCompleted).find(4).select(\.title)
    ) {
      """
      SELECT "reminders"."title"
      FROM "reminders"
      WHERE ("reminders"."isCompleted") AND (("reminders"."id") IN ((4)))
      """
    } results: {
      """
      ┌───────────────┐
      │ "Take a walk" │
      └───────────────┘
      """
    }
    assertQuery(
      Reminder.select(\.title).find(4)
    ) {
      """
      SELECT "reminders"."title"
      FROM "reminders"
      WHERE (("reminders"."id") IN ((4)))
      """
    } results: {
      """
      ┌───────────────┐
      │ "Take a walk" │
      └───────────────┘
      """
    }
    assertQuery(
      Reminder.all.find([4, 5]).select(\.title)
    ) {
      """
      SELECT "reminders"."title"
      FROM "reminders"
      WHERE (("reminders"."id") IN ((4), (5)))
      """
    } results: {
      """
      ┌───────────────────────┐
      │ "Take a walk"         │
      │ "Buy concert tickets" │
      └───────────────────────┘
      """
    }
  }

  @Test func `an expression can be the key`() {
    assertQuery(
      Tag.find(#sql("1 + 1", as: Int.self))
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") IN ((1 + 1)))
      """
    } results: {
      """
      ┌─────────────────┐
      │ Tag(            │
      │   id: 2,        │
      │   title: "kids" │
      │ )               │
      └─────────────────┘
      """
    }
  }

  @Test func `a draft is found by key`() {
    assertQuery(
      Tag.Draft.find(1)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") IN ((1)))
      """
    } results: {
      """
      ┌────────────────┐
      │ Tag.Draft(     │
      │   id: 1,       │
      │   title: "car" │
      │ )              │
      └────────────────┘
      """
    }
  }

  @Test func `a generic function can find by key`() {
    func row<T: PrimaryKeyedTable>(_ table: T.Type, _ key: some QueryExpression<T.PrimaryKey>)
      -> Where<T>
    { table.find(key) }
    assertQuery(
      row(Tag.self, 2)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") IN ((2)))
      """
    } results: {
      """
      ┌─────────────────┐
      │ Tag(            │
      │   id: 2,        │
      │   title: "kids" │
      │ )               │
      └─────────────────┘
      """
    }
  }

  @Test func `the key column can be selected and ordered by`() {
    assertQuery(
      Tag.select { $0.primaryKey }.limit(1)
    ) {
      """
      SELECT "tags"."id"
      FROM "tags"
      LIMIT 1
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      └───┘
      """
    }
    assertQuery(
      Tag.order { $0.primaryKey.desc() }.limit(1)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      ORDER BY "tags"."id" DESC
      LIMIT 1
      """
    } results: {
      """
      ┌─────────────────────┐
      │ Tag(                │
      │   id: 4,            │
      │   title: "optional" │
      │ )                   │
      └─────────────────────┘
      """
    }
  }

  @Test func `keys can be counted`() {
    assertQuery(
      Reminder.join(ReminderTag.all) { $0.primaryKey.eq($1.reminderID) }.select { reminder, _ in
        reminder.count(distinct: true)
      }
    ) {
      """
      SELECT count(DISTINCT "reminders"."id")
      FROM "reminders"
      JOIN "remindersTags" ON ("reminders"."id") = ("remindersTags"."reminderID")
      """
    } results: {
      """
      ┌───┐
      │ 3 │
      └───┘
      """
    }
  }
}
