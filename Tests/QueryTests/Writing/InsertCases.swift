import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Inserting records, drafts, values, the rows of a SELECT, and what happens to rows that are in the way.
@Suite(.reminders) struct InsertCases {
  @Test func `a draft`() {
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

  @Test func `a draft with many columns`() {
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

  @Test func `a record`() {
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
      .returning(\.id)
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

  @Test func `an array`() {
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

  @Test func `rows of a loop and a condition`() {
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

  @Test func `no row is not run`() {
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

  @Test func `some columns`() {
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

  @Test func `one column`() {
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

  @Test func `expressions as values`() {
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
        (RemindersList.select(\.id).limit(1), "x")
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
        LIMIT 1
      ), 'x')
      RETURNING "remindersListID"
      """
    } results: {
      """
      ┌───┐
      │ 3 │
      └───┘
      """
    }
  }

  @Test func `a selection of the columns`() {
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

  @Test func `the defaults`() {
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
        RemindersList.select { $0.title.lower() }
      }
      .returning(\.self)
    ) {
      """
      INSERT INTO "tags"
      ("title")
      SELECT lower("remindersLists"."title")
      FROM "remindersLists"
      RETURNING "id", "title"
      """
    } results: {
      """
      ┌─────────────────────┐
      │ Tag(                │
      │   id: 5,            │
      │   title: "business" │
      │ )                   │
      ├─────────────────────┤
      │ Tag(                │
      │   id: 6,            │
      │   title: "family"   │
      │ )                   │
      ├─────────────────────┤
      │ Tag(                │
      │   id: 7,            │
      │   title: "personal" │
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

  @Test func `the row of Values`() {
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

  @Test func `a row in the way is changed`() {
    assertQuery(
      Tag.insert {
        Tag(id: 1, title: "bus")
      } onConflictDoUpdate: {
        $0.title += " Copy"
      }
      .returning(\.self)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (1, 'bus')
      ON CONFLICT DO UPDATE SET "title" = ("tags"."title") || (' Copy')
      RETURNING "id", "title"
      """
    } results: {
      """
      ┌─────────────────────┐
      │ Tag(                │
      │   id: 1,            │
      │   title: "car Copy" │
      │ )                   │
      └─────────────────────┘
      """
    }
  }

  @Test func `a row in the way takes over what was to be inserted`() {
    assertQuery(
      Tag.insert {
        Tag(id: 1, title: "bus")
      } onConflictDoUpdate: {
        $0.title = $1.title
      }
      .returning(\.self)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (1, 'bus')
      ON CONFLICT DO UPDATE SET "title" = "excluded"."title"
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
    assertQuery(
      Tag.insert {
        Tag(id: 1, title: "bus")
      } onConflictDoUpdate: { row, excluded in
        row.title = row.title + "/" + excluded.title
      } where: {
        $0.id > 0
      }
      .returning(\.self)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (1, 'bus')
      ON CONFLICT DO UPDATE SET "title" = (("tags"."title") || ('/')) || ("excluded"."title")
      WHERE (("tags"."id") > (0))
      RETURNING "id", "title"
      """
    } results: {
      """
      ┌────────────────────┐
      │ Tag(               │
      │   id: 1,           │
      │   title: "bus/bus" │
      │ )                  │
      └────────────────────┘
      """
    }
  }

  @Test func `a row in the way by a column`() {
    assertQuery(
      Tag.insert {
        Tag.Draft(title: "kids")
      } onConflict: {
        $0.title
      } doUpdate: {
        $0.title += "!"
      }
      .returning(\.self)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (NULL, 'kids')
      ON CONFLICT ("title")
      DO UPDATE SET "title" = ("tags"."title") || ('!')
      RETURNING "id", "title"
      """
    } results: {
      """
      ┌──────────────────┐
      │ Tag(             │
      │   id: 2,         │
      │   title: "kids!" │
      │ )                │
      └──────────────────┘
      """
    }
  }

  @Test func `a row in the way is left alone`() {
    assertQuery(
      Tag.insert {
        Tag.Draft(title: "kids")
      } onConflict: {
        $0.title
      }
      .returning(\.self)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (NULL, 'kids')
      ON CONFLICT ("title")
      DO NOTHING
      RETURNING "id", "title"
      """
    } results: {
      """
      (No results)
      """
    }
  }

  @Test func `a row in the way by a column under conditions`() {
    assertQuery(
      Tag.insert {
        Tag(id: 1, title: "bus")
      } onConflict: {
        $0.id
      } where: {
        $0.id > 0
      } doUpdate: {
        $0.title = $1.title
      } where: {
        $0.title.neq("train")
      }
      .returning(\.self)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (1, 'bus')
      ON CONFLICT ("id")
      WHERE (("tags"."id") > (0))
      DO UPDATE SET "title" = "excluded"."title"
      WHERE (("tags"."title") <> ('train'))
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

  @Test func `values with a row in the way`() {
    assertQuery(
      Tag.insert {
        ($0.id, $0.title)
      } values: {
        (1, "bus")
      } onConflict: {
        $0.id
      } doUpdate: {
        $0.title = $1.title
      }
      .returning(\.self)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (1, 'bus')
      ON CONFLICT ("id")
      DO UPDATE SET "title" = "excluded"."title"
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
    assertQuery(
      Tag.insert {
        ($0.id, $0.title)
      } values: {
        (1, "bus")
      } onConflictDoUpdate: {
        $0.title = "train"
      }
      .returning(\.title)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (1, 'bus')
      ON CONFLICT DO UPDATE SET "title" = 'train'
      RETURNING "title"
      """
    } results: {
      """
      ┌─────────┐
      │ "train" │
      └─────────┘
      """
    }
  }

  @Test func `a SELECT with a row in the way`() {
    assertQuery(
      Tag.insert {
        ($0.id, $0.title)
      } select: {
        RemindersList.select { ($0.id, $0.title) }
      } onConflict: {
        $0.id
      } doUpdate: {
        $0.title = $1.title
      }
      .returning(\.self)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      SELECT "remindersLists"."id", "remindersLists"."title"
      FROM "remindersLists"
      WHERE 1
      ON CONFLICT ("id")
      DO UPDATE SET "title" = "excluded"."title"
      RETURNING "id", "title"
      """
    } results: {
      """
      ┌─────────────────────┐
      │ Tag(                │
      │   id: 3,            │
      │   title: "Business" │
      │ )                   │
      ├─────────────────────┤
      │ Tag(                │
      │   id: 2,            │
      │   title: "Family"   │
      │ )                   │
      ├─────────────────────┤
      │ Tag(                │
      │   id: 1,            │
      │   title: "Personal" │
      │ )                   │
      └─────────────────────┘
      """
    }
    assertQuery(
      Tag.insert {
        $0.title
      } select: {
        RemindersList.where { $0.id > 2 }.select(\.title)
      } onConflictDoUpdate: {
        $0.title = "x"
      }
      .returning(\.self)
    ) {
      """
      INSERT INTO "tags"
      ("title")
      SELECT "remindersLists"."title"
      FROM "remindersLists"
      WHERE (("remindersLists"."id") > (2))
      ON CONFLICT DO UPDATE SET "title" = 'x'
      RETURNING "id", "title"
      """
    } results: {
      """
      ┌──────────────┐
      │ Tag(         │
      │   id: 3,     │
      │   title: "x" │
      │ )            │
      └──────────────┘
      """
    }
  }

  @Test func `upserting`() {
    assertQuery(
      Tag.upsert { Tag.Draft(id: 1, title: "bus") }.returning(\.self)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (1, 'bus')
      ON CONFLICT ("id")
      DO UPDATE SET "title" = "excluded"."title"
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
    assertQuery(
      Tag.upsert { Tag.Draft(title: "new") }.returning(\.self)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (NULL, 'new')
      ON CONFLICT ("id")
      DO UPDATE SET "title" = "excluded"."title"
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
    assertQuery(
      Tag.upsert { Tag(id: 2, title: "children") }.returning { ($0.id, $0.title) }
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (2, 'children')
      ON CONFLICT ("id")
      DO UPDATE SET "title" = "excluded"."title"
      RETURNING "id", "title"
      """
    } results: {
      """
      ┌───┬────────────┐
      │ 2 │ "children" │
      └───┴────────────┘
      """
    }
  }

  @Test func `upserting what was edited`() {
    var draft = Tag.Draft(Tag(id: 3, title: "someday"))
    draft.title = "one day"
    assertQuery(
      Tag.upsert { draft }.returning(\.self)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (3, 'one day')
      ON CONFLICT ("id")
      DO UPDATE SET "title" = "excluded"."title"
      RETURNING "id", "title"
      """
    } results: {
      """
      ┌────────────────────┐
      │ Tag(               │
      │   id: 3,           │
      │   title: "one day" │
      │ )                  │
      └────────────────────┘
      """
    }
  }

  @Test func `what happens to a row that breaks a constraint`() {
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
      Tag.insert(or: .replace) { Tag(id: 1, title: "bus") }.returning(\.self)
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

  @Test func `a table without a key`() {
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

  @Test func `without a result`() {
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

  @Test func `dates and NULL in values`() {
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
