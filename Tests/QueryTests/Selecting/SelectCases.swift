import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of selecting columns, expressions, tuples, selections and distinct rows, and of mapping
/// them.
@Suite(.reminders) struct SelectCases {
  @Test func `all rows of a table are selected`() {
    assertQuery(
      Tag.all
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

  @Test func `a condition on a table is a statement`() {
    assertQuery(
      Tag.where { _ in true }
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (1)
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

  @Test func `a column is selected by key path`() {
    assertQuery(
      Tag.select(\.title)
    ) {
      """
      SELECT "tags"."title"
      FROM "tags"
      """
    } results: {
      """
      ┌────────────┐
      │ "car"      │
      │ "kids"     │
      │ "someday"  │
      │ "optional" │
      └────────────┘
      """
    }
  }

  @Test func `a column is selected by a closure`() {
    assertQuery(
      Tag.select { $0.id }
    ) {
      """
      SELECT "tags"."id"
      FROM "tags"
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      │ 2 │
      │ 3 │
      │ 4 │
      └───┘
      """
    }
  }

  @Test func `several columns are selected`() {
    assertQuery(
      Reminder.select { ($0.id, $0.title, $0.isCompleted) }.limit(3)
    ) {
      """
      SELECT "reminders"."id", "reminders"."title", "reminders"."isCompleted"
      FROM "reminders"
      LIMIT 3
      """
    } results: {
      """
      ┌───┬──────────────────────┬───────┐
      │ 1 │ "Groceries"          │ false │
      │ 2 │ "Haircut"            │ false │
      │ 3 │ "Doctor appointment" │ false │
      └───┴──────────────────────┴───────┘
      """
    }
  }

  @Test func `six columns of different types are selected`() {
    assertQuery(
      Reminder.select {
        ($0.id, $0.assignedUserID, $0.dueDate, $0.isFlagged, $0.priority, $0.title)
      }.limit(2)
    ) {
      """
      SELECT "reminders"."id", "reminders"."assignedUserID", "reminders"."dueDate", "reminders"."isFlagged", "reminders"."priority", "reminders"."title"
      FROM "reminders"
      LIMIT 2
      """
    } results: {
      """
      ┌───┬─────┬────────────────────────────────┬───────┬─────┬─────────────┐
      │ 1 │ 1   │ Date(2001-01-01T00:00:00.000Z) │ false │ nil │ "Groceries" │
      │ 2 │ nil │ Date(2000-12-30T00:00:00.000Z) │ true  │ nil │ "Haircut"   │
      └───┴─────┴────────────────────────────────┴───────┴─────┴─────────────┘
      """
    }
  }

  @Test func `a second select appends columns`() {
    assertQuery(
      Reminder.select(\.id).select(\.title).limit(2)
    ) {
      """
      SELECT "reminders"."id", "reminders"."title"
      FROM "reminders"
      LIMIT 2
      """
    } results: {
      """
      ┌───┬─────────────┐
      │ 1 │ "Groceries" │
      │ 2 │ "Haircut"   │
      └───┴─────────────┘
      """
    }
    assertQuery(
      Reminder.select(\.id).select { ($0.title, $0.notes) }.select { $0.priority }.limit(2)
    ) {
      """
      SELECT "reminders"."id", "reminders"."title", "reminders"."notes", "reminders"."priority"
      FROM "reminders"
      LIMIT 2
      """
    } results: {
      """
      ┌───┬─────────────┬───────────────────────┬─────┐
      │ 1 │ "Groceries" │ "Milk, bread, apples" │ nil │
      │ 2 │ "Haircut"   │ ""                    │ nil │
      └───┴─────────────┴───────────────────────┴─────┘
      """
    }
  }

  @Test func `a whole row is selected beside an expression`() {
    assertQuery(
      RemindersList.select { ($0, $0.title.length()) }
    ) {
      """
      SELECT "remindersLists"."id", "remindersLists"."color", "remindersLists"."title", "remindersLists"."position", length("remindersLists"."title")
      FROM "remindersLists"
      """
    } results: {
      """
      ┌──────────────────────┬───┐
      │ RemindersList(       │ 8 │
      │   id: 1,             │   │
      │   color: 4889071,    │   │
      │   title: "Personal", │   │
      │   position: 0        │   │
      │ )                    │   │
      ├──────────────────────┼───┤
      │ RemindersList(       │ 6 │
      │   id: 2,             │   │
      │   color: 15567157,   │   │
      │   title: "Family",   │   │
      │   position: 1        │   │
      │ )                    │   │
      ├──────────────────────┼───┤
      │ RemindersList(       │ 8 │
      │   id: 3,             │   │
      │   color: 11689427,   │   │
      │   title: "Business", │   │
      │   position: 2        │   │
      │ )                    │   │
      └──────────────────────┴───┘
      """
    }
  }

  @Test func `a whole row is selected alone`() {
    assertQuery(
      RemindersList.select { $0 }.limit(1)
    ) {
      """
      SELECT "remindersLists"."id", "remindersLists"."color", "remindersLists"."title", "remindersLists"."position"
      FROM "remindersLists"
      LIMIT 1
      """
    } results: {
      """
      ┌──────────────────────┐
      │ RemindersList(       │
      │   id: 1,             │
      │   color: 4889071,    │
      │   title: "Personal", │
      │   position: 0        │
      │ )                    │
      └──────────────────────┘
      """
    }
  }

  @Test func `expressions are selected`() {
    assertQuery(
      Reminder.select { ($0.title.upper(), $0.id + 100, $0.isCompleted || $0.isFlagged) }.limit(2)
    ) {
      """
      SELECT upper("reminders"."title"), ("reminders"."id") + (100), ("reminders"."isCompleted") OR ("reminders"."isFlagged")
      FROM "reminders"
      LIMIT 2
      """
    } results: {
      """
      ┌─────────────┬─────┬───────┐
      │ "GROCERIES" │ 101 │ false │
      │ "HAIRCUT"   │ 102 │ true  │
      └─────────────┴─────┴───────┘
      """
    }
  }

  @Test func `texts are concatenated`() {
    assertQuery(
      User.select { $0.name + " (" + $0.name.lower() + ")" }
    ) {
      """
      SELECT ((("users"."name") || (' (')) || (lower("users"."name"))) || (')')
      FROM "users"
      """
    } results: {
      """
      ┌─────────────────┐
      │ "Ada (ada)"     │
      │ "Grace (grace)" │
      └─────────────────┘
      """
    }
  }

  @Test func `SQL text is selected`() {
    assertQuery(
      Tag.select { #sql("upper(\($0.title))", as: String.self) }
    ) {
      """
      SELECT upper("tags"."title")
      FROM "tags"
      """
    } results: {
      """
      ┌────────────┐
      │ "CAR"      │
      │ "KIDS"     │
      │ "SOMEDAY"  │
      │ "OPTIONAL" │
      └────────────┘
      """
    }
  }

  @Test func `distinct rows are selected`() {
    assertQuery(
      Reminder.distinct().select(\.priority)
    ) {
      """
      SELECT DISTINCT "reminders"."priority"
      FROM "reminders"
      """
    } results: {
      """
      ┌─────────┐
      │ nil     │
      │ .high   │
      │ .low    │
      │ .medium │
      └─────────┘
      """
    }
    assertQuery(
      Reminder.select(\.priority).distinct()
    ) {
      """
      SELECT DISTINCT "reminders"."priority"
      FROM "reminders"
      """
    } results: {
      """
      ┌─────────┐
      │ nil     │
      │ .high   │
      │ .low    │
      │ .medium │
      └─────────┘
      """
    }
    assertQuery(
      Reminder.distinct().select(\.isFlagged).distinct(false).limit(1)
    ) {
      """
      SELECT "reminders"."isFlagged"
      FROM "reminders"
      LIMIT 1
      """
    } results: {
      """
      ┌───────┐
      │ false │
      └───────┘
      """
    }
  }
}

@Selection struct TitleAndFlag: Equatable {
  let title: String
  let isFlagged: Bool
}

@Selection struct ListAndCount: Equatable {
  let list: RemindersList
  let count: Int
}

@Selection struct TitleAndUser: Equatable {
  let title: String
  let user: User?
}
