import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of updates by values, expressions, operators, subqueries and records.
@Suite(.reminders) struct UpdateCases {
  @Test func `a column of all rows can be updated`() {
    assertQuery(
      Tag.update { $0.title = "x" + $0.title }.returning(\.title)
    ) {
      """
      UPDATE "tags"
      SET "title" = ('x') || ("tags"."title")
      RETURNING "title"
      """
    } results: {
      """
      ┌─────────────┐
      │ "xcar"      │
      │ "xkids"     │
      │ "xsomeday"  │
      │ "xoptional" │
      └─────────────┘
      """
    }
  }

  @Test func `filtered rows can be updated`() {
    assertQuery(
      Reminder.where(\.isFlagged).update { $0.isFlagged = false }.returning {
        ($0.id, $0.isFlagged)
      }
    ) {
      """
      UPDATE "reminders"
      SET "isFlagged" = 0
      WHERE ("reminders"."isFlagged")
      RETURNING "id", "isFlagged"
      """
    } results: {
      """
      ┌───┬───────┐
      │ 2 │ false │
      │ 6 │ false │
      └───┴───────┘
      """
    }
  }

  @Test func `conditions can follow the update`() {
    assertQuery(
      Reminder.update { $0.isCompleted = true }.where { $0.id < 3 }.where(\.isFlagged).returning(
        \.id
      )
    ) {
      """
      UPDATE "reminders"
      SET "isCompleted" = 1
      WHERE (("reminders"."id") < (3)) AND ("reminders"."isFlagged")
      RETURNING "id"
      """
    } results: {
      """
      ┌───┐
      │ 2 │
      └───┘
      """
    }
  }

  @Test func `rows can be updated by key`() {
    assertQuery(
      Reminder.find(1).update { $0.isCompleted.toggle() }.returning(\.isCompleted)
    ) {
      """
      UPDATE "reminders"
      SET "isCompleted" = NOT ("reminders"."isCompleted")
      WHERE (("reminders"."id") IN ((1)))
      RETURNING "isCompleted"
      """
    } results: {
      """
      ┌──────┐
      │ true │
      └──────┘
      """
    }
    assertQuery(
      Reminder.update { $0.isCompleted.toggle() }.find([1, 2]).returning { ($0.id, $0.isCompleted) }
    ) {
      """
      UPDATE "reminders"
      SET "isCompleted" = NOT ("reminders"."isCompleted")
      WHERE (("reminders"."id") IN ((1), (2)))
      RETURNING "id", "isCompleted"
      """
    } results: {
      """
      ┌───┬───────┐
      │ 1 │ false │
      │ 2 │ true  │
      └───┴───────┘
      """
    }
  }

  @Test func `operators can update columns`() {
    assertQuery(
      Reminder.find(1).update {
        $0.title += " Pro"
        $0.notes.append("!")
        $0.remindersListID += 1
      }
      .returning { ($0.title, $0.notes, $0.remindersListID) }
    ) {
      """
      UPDATE "reminders"
      SET "title" = ("reminders"."title") || (' Pro'), "notes" = ("reminders"."notes") || ('!'), "remindersListID" = ("reminders"."remindersListID") + (1)
      WHERE (("reminders"."id") IN ((1)))
      RETURNING "title", "notes", "remindersListID"
      """
    } results: {
      """
      ┌─────────────────┬────────────────────────┬───┐
      │ "Groceries Pro" │ "Milk, bread, apples!" │ 2 │
      └─────────────────┴────────────────────────┴───┘
      """
    }
    assertQuery(
      RemindersList.find(1).update {
        $0.position -= 1
        $0.color *= 2
      }
      .returning { ($0.position, $0.color) }
    ) {
      """
      UPDATE "remindersLists"
      SET "position" = ("remindersLists"."position") - (1), "color" = ("remindersLists"."color") * (2)
      WHERE (("remindersLists"."id") IN ((1)))
      RETURNING "position", "color"
      """
    } results: {
      """
      ┌────┬─────────┐
      │ -1 │ 9778142 │
      └────┴─────────┘
      """
    }
  }

  @Test func `expressions can be assigned`() {
    assertQuery(
      Reminder.find(1).update { $0.title = $0.title.upper() }.returning(\.title)
    ) {
      """
      UPDATE "reminders"
      SET "title" = upper("reminders"."title")
      WHERE (("reminders"."id") IN ((1)))
      RETURNING "title"
      """
    } results: {
      """
      ┌─────────────┐
      │ "GROCERIES" │
      └─────────────┘
      """
    }
    assertQuery(
      Reminder.find(1).update { $0.title = #sql("'SQL'") }.returning(\.title)
    ) {
      """
      UPDATE "reminders"
      SET "title" = 'SQL'
      WHERE (("reminders"."id") IN ((1)))
      RETURNING "title"
      """
    } results: {
      """
      ┌───────┐
      │ "SQL" │
      └───────┘
      """
    }
    assertQuery(
      Reminder.find(2).update { $0.notes = $0.title }.returning(\.notes)
    ) {
      """
      UPDATE "reminders"
      SET "notes" = "reminders"."title"
      WHERE (("reminders"."id") IN ((2)))
      RETURNING "notes"
      """
    } results: {
      """
      ┌───────────┐
      │ "Haircut" │
      └───────────┘
      """
    }
  }

  @Test func `a CASE can be assigned`() {
    assertQuery(
      Reminder.find([1, 2]).update {
        $0.title = Case().when($0.isFlagged, then: $0.title + "!").else($0.title)
      }
      .returning(\.title)
    ) {
      """
      UPDATE "reminders"
      SET "title" = CASE WHEN "reminders"."isFlagged" THEN ("reminders"."title") || ('!') ELSE "reminders"."title" END
      WHERE (("reminders"."id") IN ((1), (2)))
      RETURNING "title"
      """
    } results: {
      """
      ┌─────────────┐
      │ "Groceries" │
      │ "Haircut!"  │
      └─────────────┘
      """
    }
  }

  @Test func `optional columns can be assigned NULL`() {
    assertQuery(
      Reminder.find(1).update {
        $0.dueDate = nil
        $0.assignedUserID = 2
      }
      .returning { ($0.dueDate, $0.assignedUserID) }
    ) {
      """
      UPDATE "reminders"
      SET "dueDate" = NULL, "assignedUserID" = 2
      WHERE (("reminders"."id") IN ((1)))
      RETURNING "dueDate", "assignedUserID"
      """
    } results: {
      """
      ┌─────┬───┐
      │ nil │ 2 │
      └─────┴───┘
      """
    }
  }

  @Test func `bound values can be assigned`() {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    let nobody: Int? = nil
    assertQuery(
      Reminder.find(1).update {
        $0.dueDate = #bind(date)
        $0.assignedUserID = #bind(nobody)
        $0.priority = #bind(.low)
      }
      .returning { ($0.dueDate, $0.assignedUserID, $0.priority) }
    ) {
      """
      UPDATE "reminders"
      SET "dueDate" = '2001-01-01 00:00:00.000', "assignedUserID" = NULL, "priority" = 1
      WHERE (("reminders"."id") IN ((1)))
      RETURNING "dueDate", "assignedUserID", "priority"
      """
    } results: {
      """
      ┌────────────────────────────────┬─────┬──────┐
      │ Date(2001-01-01T00:00:00.000Z) │ nil │ .low │
      └────────────────────────────────┴─────┴──────┘
      """
    }
  }

  @Test func `Swift values can be assigned`() {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    let title = "a title"
    assertQuery(
      Reminder.find(1).update {
        $0.updatedAt = date
        $0.dueDate = date
        $0.title = title
        $0.priority = .medium
      }
      .returning { ($0.updatedAt, $0.dueDate, $0.title, $0.priority) }
    ) {
      """
      UPDATE "reminders"
      SET "updatedAt" = '2001-01-01 00:00:00.000', "dueDate" = '2001-01-01 00:00:00.000', "title" = 'a title', "priority" = 2
      WHERE (("reminders"."id") IN ((1)))
      RETURNING "updatedAt", "dueDate", "title", "priority"
      """
    } results: {
      """
      ┌────────────────────────────────┬────────────────────────────────┬───────────┬─────────┐
      │ Date(2001-01-01T00:00:00.000Z) │ Date(2001-01-01T00:00:00.000Z) │ "a title" │ .medium │
      └────────────────────────────────┴────────────────────────────────┴───────────┴─────────┘
      """
    }
  }

  @Test func `subqueries`() {
    assertQuery(
      Reminder.find(1).update {
        $0.notes = RemindersList.order(by: \.title).select(\.title).limit(1)
      }
      .returning(\.notes)
    ) {
      """
      UPDATE "reminders"
      SET "notes" = (
        SELECT "remindersLists"."title"
        FROM "remindersLists"
        ORDER BY "remindersLists"."title"
        LIMIT 1
      )
      WHERE (("reminders"."id") IN ((1)))
      RETURNING "notes"
      """
    } results: {
      """
      ┌────────────┐
      │ "Business" │
      └────────────┘
      """
    }
    assertQuery(
      Reminder.find(1).update {
        $0.assignedUserID = User.select { $0.id.max() }
      }
      .returning(\.assignedUserID)
    ) {
      """
      UPDATE "reminders"
      SET "assignedUserID" = (
        SELECT max("users"."id")
        FROM "users"
      )
      WHERE (("reminders"."id") IN ((1)))
      RETURNING "assignedUserID"
      """
    } results: {
      """
      ┌───┐
      │ 2 │
      └───┘
      """
    }
  }

  @Test func `an assignment can depend on a condition`() {
    let newTitle: String? = "changed"
    let isDone = false
    assertQuery(
      Reminder.find(1).update {
        if let newTitle { $0.title = newTitle }
        if isDone { $0.isCompleted = true }
      }
      .returning(\.title)
    ) {
      """
      UPDATE "reminders"
      SET "title" = 'changed'
      WHERE (("reminders"."id") IN ((1)))
      RETURNING "title"
      """
    } results: {
      """
      ┌───────────┐
      │ "changed" │
      └───────────┘
      """
    }
  }

  @Test func `an update without assignments is not run`() {
    assertQuery(
      Tag.update { _ in }.returning(\.id)
    ) {
      """

      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Tag.find(1).update { _ in }
    ) {
      """

      """
    } results: {
      """
      (No results)
      """
    }
  }
}
