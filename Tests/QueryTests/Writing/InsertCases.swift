import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of inserting records, drafts, values and the rows of a SELECT, and of conflicts.
@Suite(.reminders) struct InsertCases {
  @Test func `a draft can be inserted`() {
    assertQuery(
      Tag.insert { Tag.Draft(title: "new") }.returning(\.self)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (NULL, 'new')
      RETURNING "id", "title"
      """
    } results: {
      """
      ┌────────────────┐
      │ Tag(           │
      │   id: 5,       │
      │   title: "new" │
      │ )              │
      └────────────────┘
      """
    }
  }

  @Test func `a draft with many columns can be inserted`() {
    assertQuery(
      Reminder.insert { Reminder.Draft(remindersListID: 1, title: "Check email") }.returning(\.id)
    ) {
      """
      INSERT INTO "reminders"
      ("id", "assignedUserID", "dueDate", "isCompleted", "isFlagged", "notes", "priority", "remindersListID", "title", "updatedAt")
      VALUES
      (NULL, NULL, NULL, 0, 0, '', NULL, 1, 'Check email', '2040-02-14 23:31:30.000')
      RETURNING "id"
      """
    } results: {
      """
      ┌────┐
      │ 11 │
      └────┘
      """
    }
  }

  @Test func `a record can be inserted`() {
    assertQuery(
      Tag.insert { Tag(id: 100, title: "it's") }.returning(\.self)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (100, 'it''s')
      RETURNING "id", "title"
      """
    } results: {
      #"""
      ┌──────────────────┐
      │ Tag(             │
      │   id: 100,       │
      │   title: "it\'s" │
      │ )                │
      └──────────────────┘
      """#
    }
  }

  @Test func `several records and drafts`() {
    assertQuery(
      Tag.insert {
        Tag(id: 10, title: "a")
        Tag.Draft(title: "b")
        Tag.Draft(id: 20, title: "c")
      }
      .returning(\.id),
      onlyOnSQLite: .keysAfterInserted
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (10, 'a'), (NULL, 'b'), (20, 'c')
      RETURNING "id"
      """
    } results: {
      """
      ┌────┐
      │ 10 │
      │ 11 │
      │ 20 │
      └────┘
      """
    }
  }

  @Test func `an array can be inserted`() {
    let tags = [Tag(id: 10, title: "a"), Tag(id: 11, title: "b")]
    let drafts = ["x", "y"].map { Tag.Draft(title: $0) }
    assertQuery(
      Tag.insert { tags }.returning(\.title)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (10, 'a'), (11, 'b')
      RETURNING "title"
      """
    } results: {
      """
      ┌─────┐
      │ "a" │
      │ "b" │
      └─────┘
      """
    }
    assertQuery(
      Tag.insert { drafts }.returning(\.id)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (NULL, 'x'), (NULL, 'y')
      RETURNING "id"
      """
    } results: {
      """
      ┌────┐
      │ 12 │
      │ 13 │
      └────┘
      """
    }
  }

  @Test func `rows can be built with a loop and a condition`() {
    let hasMore = true
    assertQuery(
      Tag.insert {
        for title in ["a", "b"] {
          Tag.Draft(title: title)
        }
        if hasMore {
          Tag(id: 50, title: "c")
        } else {
          Tag(id: 51, title: "d")
        }
      }
      .returning(\.title)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (NULL, 'a'), (NULL, 'b'), (50, 'c')
      RETURNING "title"
      """
    } results: {
      """
      ┌─────┐
      │ "a" │
      │ "b" │
      │ "c" │
      └─────┘
      """
    }
  }

  @Test func `an insertion of no rows is not run`() {
    assertQuery(
      Tag.insert { [Tag]() }
    ) {
      """

      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Tag.insert(\.title) { [String]() }
    ) {
      """

      """
    } results: {
      """
      (No results)
      """
    }
  }

  @Test func `conflict resolution for a violated constraint`() {
    assertQuery(
      Tag.insert(or: .ignore) { Tag(id: 1, title: "bus") }.returning(\.id)
    ) {
      """
      INSERT OR IGNORE INTO "tags"
      ("id", "title")
      VALUES
      (1, 'bus')
      RETURNING "id"
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Tag.insert(or: .replace) { Tag(id: 1, title: "bus") }.returning(\.self),
      onlyOnSQLite: .conflictResolution
    ) {
      """
      INSERT OR REPLACE INTO "tags"
      ("id", "title")
      VALUES
      (1, 'bus')
      RETURNING "id", "title"
      """
    } results: {
      """
      ┌────────────────┐
      │ Tag(           │
      │   id: 1,       │
      │   title: "bus" │
      │ )              │
      └────────────────┘
      """
    }
  }

  @Test func `an error`() {
    assertQuery(
      Tag.insert { Tag.Draft(title: "CAR") }.returning(\.id)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (NULL, 'CAR')
      RETURNING "id"
      """
    } results: {
      """
      UNIQUE constraint failed: tags.title. (SQLite error 2067) Database: :memory:. Statement: INSERT INTO "tags" ("id", "title") VALUES (?, ?) RETURNING "id"
      """
    }
  }

  @Test func `a table without a key can be inserted into`() {
    assertQuery(
      ReminderTag.insert { ReminderTag(reminderID: 5, tagID: 1) }.returning(\.self)
    ) {
      """
      INSERT INTO "remindersTags"
      ("reminderID", "tagID")
      VALUES
      (5, 1)
      RETURNING "reminderID", "tagID"
      """
    } results: {
      """
      ┌──────────────────┐
      │ ReminderTag(     │
      │   reminderID: 5, │
      │   tagID: 1       │
      │ )                │
      └──────────────────┘
      """
    }
  }

  @Test func `an insertion needs no result`() {
    assertQuery(
      Tag.insert { Tag.Draft(title: "quiet") }
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (NULL, 'quiet')
      """
    } results: {
      """
      (No results)
      """
    }
  }

  @Test func `values can be dates and NULL`() {
    assertQuery(
      Reminder.insert {
        ($0.remindersListID, $0.dueDate, $0.assignedUserID)
      } values: {
        (1, Date(timeIntervalSinceReferenceDate: 0), 2)
        (1, nil, nil)
      }
      .returning { ($0.dueDate, $0.assignedUserID) }
    ) {
      """
      INSERT INTO "reminders"
      ("remindersListID", "dueDate", "assignedUserID")
      VALUES
      (1, '2001-01-01 00:00:00.000', 2), (1, NULL, NULL)
      RETURNING "dueDate", "assignedUserID"
      """
    } results: {
      """
      ┌────────────────────────────────┬─────┐
      │ Date(2001-01-01T00:00:00.000Z) │ 2   │
      │ nil                            │ nil │
      └────────────────────────────────┴─────┘
      """
    }
  }
}
