import Foundation
import Testing
import TypedSQL
import TypedSQLMacroDeclarations

@Suite struct InsertTests {
  @Test func `inserts columns, updates conflicting rows and returns columns`() {
    assertSQL(
      Reminder.insert {
        ($0.remindersListID, $0.title, $0.isCompleted, $0.dueDate, $0.priority)
      } values: {
        (1, "Groceries", true, Date(timeIntervalSinceReferenceDate: 0), .high)
        (2, "Haircut", false, Date(timeIntervalSince1970: 0), .low)
      } onConflictDoUpdate: {
        $0.title += " Copy"
      }
      .returning(\.id)
    ) {
      """
      INSERT INTO "reminders"
      ("remindersListID", "title", "isCompleted", "dueDate", "priority")
      VALUES
      (1, 'Groceries', 1, '2001-01-01 00:00:00.000', 3), (2, 'Haircut', 0, '1970-01-01 00:00:00.000', 1)
      ON CONFLICT DO UPDATE SET "title" = ("reminders"."title") || (' Copy')
      RETURNING "id"
      """
    }
  }

  @Test func `inserts one column`() {
    assertSQL(Reminder.insert(\.remindersListID) { 1 }.returning(\.self)) {
      """
      INSERT INTO "reminders"
      ("remindersListID")
      VALUES
      (1)
      RETURNING "id", "assignedUserID", "dueDate", "isCompleted", "isFlagged", "notes", "priority", "remindersListID", "title", "updatedAt"
      """
    }
    assertSQL(Tag.insert(\.title) { ["a", "b"] }) {
      """
      INSERT INTO "tags"
      ("title")
      VALUES
      ('a'), ('b')
      """
    }
  }

  @Test func `an insertion without values is empty`() {
    assertSQL(Reminder.insert { [] }.returning(\.id)) { "" }
    assertSQL(Reminder.insert { [] }) { "" }
    assertSQL(Reminder.insert(\.id) { [] }) { "" }
    assertSQL(Tag.insert(\.title) { for title in [String]() { title } }) { "" }
    assertSQL(Tag.upsert { [Tag.Draft]() }) { "" }
  }

  @Test func `inserts records, drafts and both at once`() {
    assertSQL(
      Tag.insert {
        Tag(id: 1, title: "a")
        Tag.Draft(title: "b")
        for title in ["c", "d"] { Tag.Draft(title: title) }
        if true { [Tag(id: 5, title: "e"), Tag(id: 6, title: "f")] }
      }
      .returning(\.id)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (1, 'a'), (NULL, 'b'), (NULL, 'c'), (NULL, 'd'), (5, 'e'), (6, 'f')
      RETURNING "id"
      """
    }
    assertSQL(
      Tag.insert {
        $0
      } values: {
        Tag(id: 1, title: "a")
      }
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (1, 'a')
      """
    }
    assertSQL(Tag.Draft.insert { Tag.Draft(title: "a") }.returning(\.self)) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (NULL, 'a')
      RETURNING "id", "title"
      """
    }
    assertSQL(ReminderTag.insert { ReminderTag(reminderID: 1, tagID: 2) }) {
      """
      INSERT INTO "remindersTags"
      ("reminderID", "tagID")
      VALUES
      (1, 2)
      """
    }
  }

  @Test func `inserts defaults`() {
    assertSQL(Tag.insert().returning(\.id)) {
      """
      INSERT INTO "tags"
      DEFAULT VALUES
      RETURNING "id"
      """
    }
  }

  @Test func `inserts expressions`() {
    assertSQL(Tag.insert { Tag.Columns(id: 1, title: #sql("upper('a')")) }) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (1, upper('a'))
      """
    }
    assertSQL(
      Tag.insert {
        ($0.id, $0.title)
      } values: {
        (1, #sql("upper('a')", as: String.self))
      }
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (1, upper('a'))
      """
    }
    assertSQL(Tag.insert(\.title) { #sql("upper('a')", as: String.self) }) {
      """
      INSERT INTO "tags"
      ("title")
      VALUES
      (upper('a'))
      """
    }
  }

  @Test func `upserts`() {
    assertSQL(
      RemindersList.upsert { RemindersList.Draft(id: 1, title: "Personal") }.returning(\.self)
    ) {
      """
      INSERT INTO "remindersLists"
      ("id", "color", "title", "position")
      VALUES
      (1, 4889071, 'Personal', 0)
      ON CONFLICT ("id")
      DO UPDATE SET "color" = "excluded"."color", "title" = "excluded"."title", "position" = "excluded"."position"
      RETURNING "id", "color", "title", "position"
      """
    }
  }

  @Test func `a conflict update can use the values of the proposed row`() {
    assertSQL(
      Tag.insert {
        Tag(id: 1, title: "a")
      } onConflict: {
        $0.id
      } doUpdate: {
        $0.title = $1.title
      }
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (1, 'a')
      ON CONFLICT ("id")
      DO UPDATE SET "title" = "excluded"."title"
      """
    }
    assertSQL(
      Reminder.insert(\.id) {
        1
      } onConflict: {
        ($0.id, $0.title)
      } where: {
        $0.isCompleted
      } doUpdate: {
        $0.isCompleted.toggle()
      } where: {
        $0.isFlagged
      }
    ) {
      """
      INSERT INTO "reminders"
      ("id")
      VALUES
      (1)
      ON CONFLICT ("id", "title")
      WHERE ("reminders"."isCompleted")
      DO UPDATE SET "isCompleted" = NOT ("reminders"."isCompleted")
      WHERE ("reminders"."isFlagged")
      """
    }
    assertSQL(
      Tag.insert(\.id) {
        1
      } onConflict: {
        $0.id
      }
    ) {
      """
      INSERT INTO "tags"
      ("id")
      VALUES
      (1)
      ON CONFLICT ("id")
      DO NOTHING
      """
    }
    assertSQL(
      Tag.insert(\.id) {
        1
      } onConflictDoUpdate: { _ in
      }
    ) {
      """
      INSERT INTO "tags"
      ("id")
      VALUES
      (1)
      ON CONFLICT DO NOTHING
      """
    }
  }

  enum R: AliasName {}

  @Test func `inserts under an alias`() {
    assertSQL(
      TableAlias<RemindersList, R>.insert {
        $0.title
      } values: {
        "cruise"
      }.returning(\.self)
    ) {
      """
      INSERT INTO "remindersLists" AS "rs"
      ("title")
      VALUES
      ('cruise')
      RETURNING "id", "color", "title", "position"
      """
    }
  }

  @Test func `resolves conflicts by OR IGNORE and OR REPLACE`() {
    assertSQL(Tag.insert(or: .ignore) { Tag(id: 1, title: "a") }) {
      """
      INSERT OR IGNORE INTO "tags"
      ("id", "title")
      VALUES
      (1, 'a')
      """
    }
    assertSQL(
      Tag.insert(or: .replace) {
        ($0.id, $0.title)
      } values: {
        (1, "a")
      }
    ) {
      """
      INSERT OR REPLACE INTO "tags"
      ("id", "title")
      VALUES
      (1, 'a')
      """
    }
  }
}

@Suite struct InsertSelectTests {
  @Test func `inserts the rows of a SELECT`() {
    assertSQL(Tag.insert(\.title) { RemindersList.select(\.title) }.returning(\.self)) {
      """
      INSERT INTO "tags"
      ("title")
      SELECT "remindersLists"."title"
      FROM "remindersLists"
      RETURNING "id", "title"
      """
    }
    assertSQL(
      Tag.insert {
        ($0.id, $0.title)
      } select: {
        Values(1, "a")
      } onConflictDoUpdate: {
        $0.title = $1.title
      }
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      SELECT 1, 'a'
      ON CONFLICT DO UPDATE SET "title" = "excluded"."title"
      """
    }
    assertSQL(Tag.insert(\.title) { RemindersList.none.select(\.title) }) { "" }
  }

  @Test func `a SELECT gets the WHERE that SQLite needs before ON CONFLICT`() {
    assertSQL(
      Tag.insert(\.title, select: { RemindersList.select(\.title) }, onConflictDoUpdate: { _ in })
    ) {
      """
      INSERT INTO "tags"
      ("title")
      SELECT "remindersLists"."title"
      FROM "remindersLists"
      WHERE 1
      ON CONFLICT DO NOTHING
      """
    }
    assertSQL(
      Tag.insert {
        $0.title
      } select: {
        Reminder.where(\.isCompleted).select(\.title).union(RemindersList.select(\.title))
      } onConflict: {
        $0.title
      }
    ) {
      """
      INSERT INTO "tags"
      ("title")
      SELECT "reminders"."title"
      FROM "reminders"
      WHERE ("reminders"."isCompleted")
        UNION
      SELECT "remindersLists"."title"
      FROM "remindersLists"
      WHERE 1
      ON CONFLICT ("title")
      DO NOTHING
      """
    }
    assertSQL(
      Tag.insert {
        $0.title
      } select: {
        RemindersList.select(\.title).order(by: \.title)
      } onConflict: {
        $0.title
      }
    ) {
      """
      INSERT INTO "tags"
      ("title")
      SELECT "remindersLists"."title"
      FROM "remindersLists"
      ORDER BY "remindersLists"."title"
      ON CONFLICT ("title")
      DO NOTHING
      """
    }
  }
}
