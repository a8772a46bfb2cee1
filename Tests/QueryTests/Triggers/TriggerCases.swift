import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of named triggers and their effects.
@Suite(.reminders) struct TriggerCases {
  @Test func `a trigger runs after an insertion`() {
    assertQuery(
      Reminder.createTemporaryTrigger(
        "after_insert",
        after: .insert { new in
          RemindersList.find(new.remindersListID).update { $0.position += 1 }
        }
      )
    ) {
      """
      CREATE TEMPORARY TRIGGER
        "after_insert"
      AFTER INSERT ON "reminders"
      FOR EACH ROW BEGIN
        UPDATE "remindersLists"
        SET "position" = ("remindersLists"."position") + (1)
        WHERE (("remindersLists"."id") IN (("new"."remindersListID")));
      END
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Reminder.insert { Reminder.Draft(remindersListID: 3, title: "new") }.returning(\.title)
    ) {
      """
      INSERT INTO "reminders"
      ("id", "assignedUserID", "dueDate", "isCompleted", "isFlagged", "notes", "priority", "remindersListID", "title", "updatedAt")
      VALUES
      (NULL, NULL, NULL, 0, 0, '', NULL, 3, 'new', '2040-02-14 23:31:30.000')
      RETURNING "title"
      """
    } results: {
      """
      ┌───────┐
      │ "new" │
      └───────┘
      """
    }
    assertQuery(
      RemindersList.select { ($0.id, $0.position) }
    ) {
      """
      SELECT "remindersLists"."id", "remindersLists"."position"
      FROM "remindersLists"
      """
    } results: {
      """
      ┌───┬───┐
      │ 1 │ 0 │
      │ 2 │ 1 │
      │ 3 │ 3 │
      └───┴───┘
      """
    }
  }

  @Test func `a trigger runs after an insertion under a condition`() {
    assertQuery(
      RemindersList.createTemporaryTrigger(
        "only_named",
        after: .insert { new in
          Tag.insert(\.title) { new.title }
        } when: { new in
          new.title.neq("")
        }
      )
    ) {
      """
      CREATE TEMPORARY TRIGGER
        "only_named"
      AFTER INSERT ON "remindersLists"
      FOR EACH ROW WHEN (("new"."title") <> ('')) BEGIN
        INSERT INTO "tags"
        ("title")
        VALUES
        ("new"."title");
      END
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      RemindersList.insert {
        RemindersList.Draft(title: "it's")
        RemindersList.Draft(title: "")
      }
    ) {
      """
      INSERT INTO "remindersLists"
      ("id", "color", "title", "position")
      VALUES
      (NULL, 4889071, 'it''s', 0), (NULL, 4889071, '', 0)
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Tag.order { $0.id.desc() }.limit(2)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      ORDER BY "tags"."id" DESC
      LIMIT 2
      """
    } results: {
      #"""
      ┌─────────────────────┐
      │ Tag(                │
      │   id: 5,            │
      │   title: "it\'s"    │
      │ )                   │
      ├─────────────────────┤
      │ Tag(                │
      │   id: 4,            │
      │   title: "optional" │
      │ )                   │
      └─────────────────────┘
      """#
    }
  }

  @Test func `a trigger runs after an update of some columns`() {
    assertQuery(
      Reminder.createTemporaryTrigger(
        "log_title",
        ifNotExists: true,
        after: .update {
          ($0.title, $0.notes)
        } forEachRow: { old, new in
          Tag.insert(\.title) { old.title + "→" + new.title }
        } when: { old, new in
          old.title.neq(new.title)
        }
      )
    ) {
      """
      CREATE TEMPORARY TRIGGER IF NOT EXISTS
        "log_title"
      AFTER UPDATE OF "title", "notes" ON "reminders"
      FOR EACH ROW WHEN (("old"."title") <> ("new"."title")) BEGIN
        INSERT INTO "tags"
        ("title")
        VALUES
        ((("old"."title") || ('→')) || ("new"."title"));
      END
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Reminder.find(1).update { $0.title = "Food" }
    ) {
      """
      UPDATE "reminders"
      SET "title" = 'Food'
      WHERE (("reminders"."id") IN ((1)))
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Tag.order { $0.id.desc() }.limit(1)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      ORDER BY "tags"."id" DESC
      LIMIT 1
      """
    } results: {
      """
      ┌───────────────────────────┐
      │ Tag(                      │
      │   id: 5,                  │
      │   title: "Groceries→Food" │
      │ )                         │
      └───────────────────────────┘
      """
    }
  }

  @Test func `a trigger runs after an update of any column`() {
    assertQuery(
      Reminder.createTemporaryTrigger(
        "after_update",
        after: .update { old, new in
          Reminder.find(new.id).update { $0.notes = old.title }
        }
      )
    ) {
      """
      CREATE TEMPORARY TRIGGER
        "after_update"
      AFTER UPDATE ON "reminders"
      FOR EACH ROW BEGIN
        UPDATE "reminders"
        SET "notes" = "old"."title"
        WHERE (("reminders"."id") IN (("new"."id")));
      END
      """
    } results: {
      """
      (No results)
      """
    }
  }

  @Test func `a trigger runs several statements after a deletion`() {
    assertQuery(
      RemindersList.createTemporaryTrigger(
        "after_delete",
        after: .delete { old in
          Tag.insert(\.title) { old.title }
          User.delete()
        } when: { old in
          !RemindersList.where { $0.id.eq(old.id) }.exists()
        }
      )
    ) {
      """
      CREATE TEMPORARY TRIGGER
        "after_delete"
      AFTER DELETE ON "remindersLists"
      FOR EACH ROW WHEN (NOT (EXISTS (
        SELECT "remindersLists"."id", "remindersLists"."color", "remindersLists"."title", "remindersLists"."position"
        FROM "remindersLists"
        WHERE (("remindersLists"."id") = ("old"."id"))
      ))) BEGIN
        INSERT INTO "tags"
        ("title")
        VALUES
        ("old"."title");
        DELETE FROM "users";
      END
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      RemindersList.find(3).delete()
    ) {
      """
      DELETE FROM "remindersLists"
      WHERE (("remindersLists"."id") IN ((3)))
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Tag.where { $0.title.eq("Business") }.count()
    ) {
      """
      SELECT count(*)
      FROM "tags"
      WHERE (("tags"."title") = ('Business'))
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      └───┘
      """
    }
  }

  @Test func `a trigger runs before a deletion`() {
    assertQuery(
      Tag.createTemporaryTrigger(
        "before_delete",
        before: .delete { old in
          ReminderTag.where { $0.tagID.eq(old.id) }.delete()
        }
      )
    ) {
      """
      CREATE TEMPORARY TRIGGER
        "before_delete"
      BEFORE DELETE ON "tags"
      FOR EACH ROW BEGIN
        DELETE FROM "remindersTags"
        WHERE (("remindersTags"."tagID") = ("old"."id"));
      END
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Tag.find(4).delete()
    ) {
      """
      DELETE FROM "tags"
      WHERE (("tags"."id") IN ((4)))
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      ReminderTag.select(\.tagID).distinct()
    ) {
      """
      SELECT DISTINCT "remindersTags"."tagID"
      FROM "remindersTags"
      """
    } results: {
      """
      ┌───┐
      │ 3 │
      │ 1 │
      │ 2 │
      └───┘
      """
    }
  }

  @Test func `a trigger can raise an error`() {
    assertQuery(
      Tag.createTemporaryTrigger(
        "keep",
        before: .delete { old in
          #sql("SELECT raise(ABORT, 'Tags are kept.')")
        } when: { old in
          old.id.eq(1)
        }
      )
    ) {
      """
      CREATE TEMPORARY TRIGGER
        "keep"
      BEFORE DELETE ON "tags"
      FOR EACH ROW WHEN (("old"."id") = (1)) BEGIN
        SELECT raise(ABORT, 'Tags are kept.');
      END
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Tag.find(1).delete()
    ) {
      """
      DELETE FROM "tags"
      WHERE (("tags"."id") IN ((1)))
      """
    } results: {
      """
      Tags are kept. (SQLite error 1811) Database: :memory:. Statement: DELETE FROM "tags" WHERE (("tags"."id") IN ((?)))
      """
    }
  }

  @Test func `a trigger can be dropped`() {
    let trigger = Tag.createTemporaryTrigger("gone", after: .delete { _ in User.delete() })
    assertQuery(
      trigger
    ) {
      """
      CREATE TEMPORARY TRIGGER
        "gone"
      AFTER DELETE ON "tags"
      FOR EACH ROW BEGIN
        DELETE FROM "users";
      END
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      trigger.drop()
    ) {
      """
      DROP TRIGGER "gone"
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      trigger.drop(ifExists: true)
    ) {
      """
      DROP TRIGGER IF EXISTS "gone"
      """
    } results: {
      """
      (No results)
      """
    }
  }

  @Test func `a trigger can be part of the database`() {
    assertQuery(
      Tag.createTrigger(
        "permanent",
        after: .insert { new in
          User.insert(\.name) { new.title }
        }
      )
    ) {
      """
      CREATE TRIGGER
        "permanent"
      AFTER INSERT ON "tags"
      FOR EACH ROW BEGIN
        INSERT INTO "users"
        ("name")
        VALUES
        ("new"."title");
      END
      """
    } results: {
      """
      (No results)
      """
    }
  }

  @Test func `a trigger's statements can depend on a condition`() {
    let hasMore = false
    assertQuery(
      Tag.createTemporaryTrigger(
        "depends",
        after: .insert { new in
          User.insert(\.name) { new.title }
          if hasMore { User.delete() }
        }
      )
    ) {
      """
      CREATE TEMPORARY TRIGGER
        "depends"
      AFTER INSERT ON "tags"
      FOR EACH ROW BEGIN
        INSERT INTO "users"
        ("name")
        VALUES
        ("new"."title");
      END
      """
    } results: {
      """
      (No results)
      """
    }
  }
}
