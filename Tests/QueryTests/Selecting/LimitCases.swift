import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of limits and offsets.
@Suite(.reminders) struct LimitCases {
  @Test func `a limit and an offset restrict the rows`() {
    assertQuery(
      Tag.limit(2)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      LIMIT 2
      """
    } results: {
      """
      ┌─────────────────┐
      │ Tag(            │
      │   id: 1,        │
      │   title: "car"  │
      │ )               │
      ├─────────────────┤
      │ Tag(            │
      │   id: 2,        │
      │   title: "kids" │
      │ )               │
      └─────────────────┘
      """
    }
    assertQuery(
      Tag.limit(2).offset(1)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      LIMIT 2 OFFSET 1
      """
    } results: {
      """
      ┌────────────────────┐
      │ Tag(               │
      │   id: 2,           │
      │   title: "kids"    │
      │ )                  │
      ├────────────────────┤
      │ Tag(               │
      │   id: 3,           │
      │   title: "someday" │
      │ )                  │
      └────────────────────┘
      """
    }
    assertQuery(
      Tag.offset(3)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      LIMIT -1 OFFSET 3
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
    assertQuery(
      Tag.limit(2, offset: 2)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      LIMIT 2 OFFSET 2
      """
    } results: {
      """
      ┌─────────────────────┐
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

  @Test func `the last limit applies`() {
    assertQuery(
      Tag.limit(1).limit(3).select(\.id)
    ) {
      """
      SELECT "tags"."id"
      FROM "tags"
      LIMIT 3
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      │ 2 │
      │ 3 │
      └───┘
      """
    }
  }

  @Test func `nil is no limit`() {
    let count: Int? = nil
    assertQuery(
      Tag.limit(count).offset(count)
    ) {
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

  @Test func `a limit can be an expression`() {
    assertQuery(
      Tag.limit { _ in #sql("1 + 1", as: Int.self) }.offset { _ in 1 }
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      LIMIT 1 + 1 OFFSET 1
      """
    } results: {
      """
      ┌────────────────────┐
      │ Tag(               │
      │   id: 2,           │
      │   title: "kids"    │
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

  @Test func `a limit can be a subquery`() {
    assertQuery(
      Tag.limit { _ in RemindersList.count() }
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      LIMIT (
        SELECT count(*)
        FROM "remindersLists"
      )
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
      │   id: 2,           │
      │   title: "kids"    │
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
}
