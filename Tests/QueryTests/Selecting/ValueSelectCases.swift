import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of values, subqueries and rows without a table.
@Suite(.reminders) struct ValueSelectCases {
  @Test func `values are selected without a table`() {
    assertQuery(
      Values(1, "Hello", true)
    ) {
      """
      SELECT 1, 'Hello', 1
      """
    } results: {
      """
      ┌───┬─────────┬──────┐
      │ 1 │ "Hello" │ true │
      └───┴─────────┴──────┘
      """
    }
    assertQuery(
      Values("it's")
    ) {
      """
      SELECT 'it''s'
      """
    } results: {
      #"""
      ┌─────────┐
      │ "it\'s" │
      └─────────┘
      """#
    }
  }

  @Test func `subqueries can be values`() {
    assertQuery(
      Values(Reminder.count(), Tag.count())
    ) {
      """
      SELECT (
        SELECT count(*)
        FROM "reminders"
      ), (
        SELECT count(*)
        FROM "tags"
      )
      """
    } results: {
      """
      ┌────┬───┐
      │ 10 │ 4 │
      └────┴───┘
      """
    }
  }

  @Test func `a subquery can be a column`() {
    assertQuery(
      RemindersList.select { list in
        (list.title, Reminder.where { $0.remindersListID.eq(list.id) }.select { $0.id.count() })
      }
    ) {
      """
      SELECT "remindersLists"."title", (
        SELECT count("reminders"."id")
        FROM "reminders"
        WHERE (("reminders"."remindersListID") = ("remindersLists"."id"))
      )
      FROM "remindersLists"
      """
    } results: {
      """
      ┌────────────┬───┐
      │ "Business" │ 2 │
      │ "Family"   │ 3 │
      │ "Personal" │ 5 │
      └────────────┴───┘
      """
    }
  }

  @Test func `SQLite's rowid`() {
    assertQuery(
      Tag.select { ($0.rowid, $0.title) },
      onlyOnSQLite: .rowid
    ) {
      """
      SELECT "tags"."rowid", "tags"."title"
      FROM "tags"
      """
    } results: {
      """
      ┌───┬────────────┐
      │ 1 │ "car"      │
      │ 2 │ "kids"     │
      │ 3 │ "someday"  │
      │ 4 │ "optional" │
      └───┴────────────┘
      """
    }
  }

  @Test func `SQL text with interpolated columns can be a value`() {
    assertQuery(
      Values(#sql("(SELECT max(\(Reminder.id)) FROM \(Reminder.self))", as: Int.self))
    ) {
      """
      SELECT (SELECT max("reminders"."id") FROM "reminders")
      """
    } results: {
      """
      ┌────┐
      │ 10 │
      └────┘
      """
    }
  }

  @Test func `a statement can be SQL text alone`() {
    assertQuery(
      #sql("SELECT \(Tag.columns) FROM \(Tag.self) ORDER BY \(Tag.title)", as: Tag.self)
    ) {
      """
      SELECT "tags"."id", "tags"."title" FROM "tags" ORDER BY "tags"."title"
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
      │   id: 4,            │
      │   title: "optional" │
      │ )                   │
      ├─────────────────────┤
      │ Tag(                │
      │   id: 3,            │
      │   title: "someday"  │
      │ )                   │
      └─────────────────────┘
      """
    }
    assertQuery(
      #sql(
        "SELECT \(Tag.columns), length(\(Tag.title)) FROM \(Tag.self) WHERE \(Tag.id) < \(bind: 3)",
        as: (Tag, Int).self
      )
    ) {
      """
      SELECT "tags"."id", "tags"."title", length("tags"."title") FROM "tags" WHERE "tags"."id" < 3
      """
    } results: {
      """
      ┌─────────────────┬───┐
      │ Tag(            │ 3 │
      │   id: 1,        │   │
      │   title: "car"  │   │
      │ )               │   │
      ├─────────────────┼───┤
      │ Tag(            │ 4 │
      │   id: 2,        │   │
      │   title: "kids" │   │
      │ )               │   │
      └─────────────────┴───┘
      """
    }
  }

  @Test func `a record can be a statement of its values`() {
    assertQuery(
      Tag(id: 7, title: "x").union(Tag.find(1).select { $0 })
    ) {
      """
      SELECT 7 AS "id", 'x' AS "title"
        UNION
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
      ├────────────────┤
      │ Tag(           │
      │   id: 7,       │
      │   title: "x"   │
      │ )              │
      └────────────────┘
      """
    }
  }

  @Test func `none has no rows`() {
    assertQuery(
      Tag.none
    ) {
      """

      """
    } results: {
      """
      (No results)
      """
    }
  }

  @Test func `rows can be fetched as drafts`() {
    assertQuery(
      Tag.Draft.all.limit(1)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      LIMIT 1
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
    assertQuery(
      Tag.Draft.where { $0.title.eq("kids") }
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."title") = ('kids'))
      """
    } results: {
      """
      ┌─────────────────┐
      │ Tag.Draft(      │
      │   id: 2,        │
      │   title: "kids" │
      │ )               │
      └─────────────────┘
      """
    }
  }
}
