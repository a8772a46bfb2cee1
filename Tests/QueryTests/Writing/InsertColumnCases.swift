import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of insertions into named columns.
@Suite(.reminders) struct InsertColumnCases {
  @Test func `some columns can be inserted`() {
    assertQuery(
      Reminder.insert {
        ($0.remindersListID, $0.title, $0.priority)
      } values: {
        (1, "a", .high)
        (2, "b", nil)
      }
      .returning { ($0.id, $0.title, $0.priority) }
    ) {
      """
      INSERT INTO "reminders"
      ("remindersListID", "title", "priority")
      VALUES
      (1, 'a', 3), (2, 'b', NULL)
      RETURNING "id", "title", "priority"
      """
    } results: {
      """
      ┌────┬─────┬───────┐
      │ 11 │ "a" │ .high │
      │ 12 │ "b" │ nil   │
      └────┴─────┴───────┘
      """
    }
  }

  @Test func `one column can be inserted`() {
    assertQuery(
      Tag.insert(\.title) { "a" }.returning(\.self)
    ) {
      """
      INSERT INTO "tags"
      ("title")
      VALUES
      ('a')
      RETURNING "id", "title"
      """
    } results: {
      """
      ┌──────────────┐
      │ Tag(         │
      │   id: 5,     │
      │   title: "a" │
      │ )            │
      └──────────────┘
      """
    }
    assertQuery(
      Tag.insert(\.title) {
        "x"
        "y"
      }
      .returning(\.title)
    ) {
      """
      INSERT INTO "tags"
      ("title")
      VALUES
      ('x'), ('y')
      RETURNING "title"
      """
    } results: {
      """
      ┌─────┐
      │ "x" │
      │ "y" │
      └─────┘
      """
    }
    assertQuery(
      Tag.insert {
        $0.title
      } values: {
        "z"
      }
      .returning(\.title)
    ) {
      """
      INSERT INTO "tags"
      ("title")
      VALUES
      ('z')
      RETURNING "title"
      """
    } results: {
      """
      ┌─────┐
      │ "z" │
      └─────┘
      """
    }
  }

  @Test func `values can be expressions`() {
    assertQuery(
      Tag.insert {
        ($0.id, $0.title)
      } values: {
        (Tag.select { $0.id.max() + 1 } ?? 1, #sql("upper('x')", as: String.self))
      }
      .returning(\.self)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (coalesce((
        SELECT (max("tags"."id")) + (1)
        FROM "tags"
      ), 1), upper('x'))
      RETURNING "id", "title"
      """
    } results: {
      """
      ┌──────────────┐
      │ Tag(         │
      │   id: 5,     │
      │   title: "X" │
      │ )            │
      └──────────────┘
      """
    }
  }

  @Test func `a subquery as a value`() {
    assertQuery(
      Reminder.insert {
        ($0.remindersListID, $0.title)
      } values: {
        (RemindersList.order(by: \.id).select(\.id).limit(1), "x")
      }
      .returning(\.remindersListID)
    ) {
      """
      INSERT INTO "reminders"
      ("remindersListID", "title")
      VALUES
      ((
        SELECT "remindersLists"."id"
        FROM "remindersLists"
        ORDER BY "remindersLists"."id"
        LIMIT 1
      ), 'x')
      RETURNING "remindersListID"
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      └───┘
      """
    }
  }

  @Test func `a selection of the columns can be inserted`() {
    assertQuery(
      Tag.insert { Tag.Columns(id: #bind(90), title: #sql("'t' || 90")) }.returning(\.self)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (90, 't' || 90)
      RETURNING "id", "title"
      """
    } results: {
      """
      ┌────────────────┐
      │ Tag(           │
      │   id: 90,      │
      │   title: "t90" │
      │ )              │
      └────────────────┘
      """
    }
  }

  @Test func `default values can be inserted`() {
    assertQuery(
      Tag.insert().returning(\.self)
    ) {
      """
      INSERT INTO "tags"
      DEFAULT VALUES
      RETURNING "id", "title"
      """
    } results: {
      """
      ┌─────────────┐
      │ Tag(        │
      │   id: 5,    │
      │   title: "" │
      │ )           │
      └─────────────┘
      """
    }
  }

  @Test func `the rows of a SELECT`() {
    assertQuery(
      Tag.insert {
        $0.title
      } select: {
        RemindersList.order(by: \.id).select { $0.title.lower() }
      }
      .returning(\.self)
    ) {
      """
      INSERT INTO "tags"
      ("title")
      SELECT lower("remindersLists"."title")
      FROM "remindersLists"
      ORDER BY "remindersLists"."id"
      RETURNING "id", "title"
      """
    } results: {
      """
      ┌─────────────────────┐
      │ Tag(                │
      │   id: 5,            │
      │   title: "personal" │
      │ )                   │
      ├─────────────────────┤
      │ Tag(                │
      │   id: 6,            │
      │   title: "family"   │
      │ )                   │
      ├─────────────────────┤
      │ Tag(                │
      │   id: 7,            │
      │   title: "business" │
      │ )                   │
      └─────────────────────┘
      """
    }
    assertQuery(
      Tag.insert {
        ($0.id, $0.title)
      } select: {
        RemindersList.where { $0.id > 1 }.select { ($0.id + 100, $0.title.upper() + "!") }
      }
      .returning(\.self)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      SELECT ("remindersLists"."id") + (100), (upper("remindersLists"."title")) || ('!')
      FROM "remindersLists"
      WHERE (("remindersLists"."id") > (1))
      RETURNING "id", "title"
      """
    } results: {
      """
      ┌──────────────────────┐
      │ Tag(                 │
      │   id: 102,           │
      │   title: "FAMILY!"   │
      │ )                    │
      ├──────────────────────┤
      │ Tag(                 │
      │   id: 103,           │
      │   title: "BUSINESS!" │
      │ )                    │
      └──────────────────────┘
      """
    }
  }

  @Test func `the row of Values can be inserted`() {
    assertQuery(
      Tag.insert {
        ($0.id, $0.title)
      } select: {
        Values(70, "seventy")
      }
      .returning(\.self)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      SELECT 70, 'seventy'
      RETURNING "id", "title"
      """
    } results: {
      """
      ┌────────────────────┐
      │ Tag(               │
      │   id: 70,          │
      │   title: "seventy" │
      │ )                  │
      └────────────────────┘
      """
    }
  }
}
