import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of insertions that conflict with existing rows.
@Suite(.reminders) struct ConflictCases {
  @Test func `updating a conflicting row`() {
    assertQuery(
      Tag.insert {
        Tag(id: 1, title: "bus")
      } onConflictDoUpdate: {
        $0.title += " Copy"
      }
      .returning(\.self),
      onlyOnSQLite: .conflictColumns
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

  @Test func `a conflicting row takes the new values`() {
    assertQuery(
      Tag.insert {
        Tag(id: 1, title: "bus")
      } onConflictDoUpdate: {
        $0.title = $1.title
      }
      .returning(\.self),
      onlyOnSQLite: .conflictColumns
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
      .returning(\.self),
      onlyOnSQLite: .conflictColumns
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

  @Test func `a conflict on a column updates the row`() {
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

  @Test func `a conflicting row can be left alone`() {
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

  @Test func `a conflict on a column can have conditions`() {
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

  @Test func `values that conflict with a row`() {
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
      .returning(\.title),
      onlyOnSQLite: .conflictColumns
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

  @Test func `a SELECT whose rows conflict`() {
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
      .returning(\.self),
      onlyOnSQLite: .conflictColumns
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

  @Test func `upsert inserts or updates`() {
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

  @Test func `upsert saves an edited draft`() {
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
}
