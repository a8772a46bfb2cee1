import Foundation
import Testing
import TypedSQL
import TypedSQLExtras
import TypedSQLMacroDeclarations

@Suite struct TriggerTests {
  @Test func `runs statements for inserted rows`() {
    let trigger = RemindersList.createTemporaryTrigger(
      "position",
      after: .insert { new in
        RemindersList.update { $0.position += 1 }.where { $0.id.eq(new.id) }
        Tag.insert { Tag.Draft(title: "it's") }
      }
    )
    assertSQL(trigger) {
      """
      CREATE TEMPORARY TRIGGER
        "position"
      AFTER INSERT ON "remindersLists"
      FOR EACH ROW BEGIN
        UPDATE "remindersLists"
        SET "position" = ("remindersLists"."position") + (1)
        WHERE (("remindersLists"."id") = ("new"."id"));
        INSERT INTO "tags"
        ("id", "title")
        VALUES
        (NULL, 'it''s');
      END
      """
    }
    #expect(trigger.query.bindings.isEmpty)
    assertSQL(trigger.drop()) { #"DROP TRIGGER "position""# }
    assertSQL(trigger.drop(ifExists: true)) { #"DROP TRIGGER IF EXISTS "position""# }
  }

  @Test func `runs statements when columns change, under a condition`() {
    assertSQL(
      Reminder.createTemporaryTrigger(
        "x",
        ifNotExists: true,
        before: .update {
          ($0.title, $0.isCompleted)
        } forEachRow: { old, new in
          Tag.delete().where { $0.title.eq(old.title) }
        } when: { old, new in
          old.title.eq(new.title)
        }
      )
    ) {
      """
      CREATE TEMPORARY TRIGGER IF NOT EXISTS
        "x"
      BEFORE UPDATE OF "title", "isCompleted" ON "reminders"
      FOR EACH ROW WHEN (("old"."title") = ("new"."title")) BEGIN
        DELETE FROM "tags"
        WHERE (("tags"."title") = ("old"."title"));
      END
      """
    }
    assertSQL(
      Reminder.createTemporaryTrigger("x", after: .delete { old in Tag.find(old.id).delete() })
    ) {
      """
      CREATE TEMPORARY TRIGGER
        "x"
      AFTER DELETE ON "reminders"
      FOR EACH ROW BEGIN
        DELETE FROM "tags"
        WHERE (("tags"."id") IN (("old"."id")));
      END
      """
    }
    assertSQL(Reminder.createTemporaryTrigger(after: .delete { _ in Tag.none })) { "" }
  }

  @Test func `sets a column to the current time`() {
    assertSQL(Reminder.createTemporaryTrigger("x", after: .update(touch: \.updatedAt))) {
      """
      CREATE TEMPORARY TRIGGER
        "x"
      AFTER UPDATE ON "reminders"
      FOR EACH ROW BEGIN
        UPDATE "reminders"
        SET "updatedAt" = datetime('subsec')
        WHERE (("reminders"."rowid") = ("new"."rowid"));
      END
      """
    }
    assertSQL(
      Reminder.createTemporaryTrigger(
        "x",
        after: .insert(touch: \.dueDate, date: #sql("datetime('now')"))
      )
    ) {
      """
      CREATE TEMPORARY TRIGGER
        "x"
      AFTER INSERT ON "reminders"
      FOR EACH ROW BEGIN
        UPDATE "reminders"
        SET "dueDate" = datetime('now')
        WHERE (("reminders"."rowid") = ("new"."rowid"));
      END
      """
    }
    assertSQL(
      Reminder.createTemporaryTrigger(
        "x",
        after: .update {
          $0.title += "!"
        }
      )
    ) {
      """
      CREATE TEMPORARY TRIGGER
        "x"
      AFTER UPDATE ON "reminders"
      FOR EACH ROW BEGIN
        UPDATE "reminders"
        SET "title" = ("reminders"."title") || ('!')
        WHERE (("reminders"."rowid") = ("new"."rowid"));
      END
      """
    }
  }

  @Test func `an old SQLite formats the time with strftime`() {
    let trigger = Reminder.createTemporaryTrigger("x", after: .update(touch: \.updatedAt))
    #expect(
      trigger.query.render(for: .sqlite(version: 3_040_001)).sql == """
        CREATE TEMPORARY TRIGGER "x" AFTER UPDATE ON "reminders" FOR EACH ROW BEGIN \
        UPDATE "reminders" SET "updatedAt" = strftime('%Y-%m-%d %H:%M:%f', 'now') \
        WHERE (("reminders"."rowid") = ("new"."rowid")); END
        """
    )
  }

  @Test func `a date is that of the creation, and now is computed for each row`() {
    assertSQL(
      Reminder.createTemporaryTrigger(
        "x",
        after: .insert { new in
          Reminder.find(new.id).update { $0.dueDate = Date(timeIntervalSince1970: 0) }
          Reminder.find(new.id).update { $0.dueDate = .now }
          Reminder.find(new.id).update { $0.updatedAt = .now }
        }
      )
    ) {
      """
      CREATE TEMPORARY TRIGGER
        "x"
      AFTER INSERT ON "reminders"
      FOR EACH ROW BEGIN
        UPDATE "reminders"
        SET "dueDate" = '1970-01-01 00:00:00.000'
        WHERE (("reminders"."id") IN (("new"."id")));
        UPDATE "reminders"
        SET "dueDate" = datetime('now', 'subsec')
        WHERE (("reminders"."id") IN (("new"."id")));
        UPDATE "reminders"
        SET "updatedAt" = datetime('now', 'subsec')
        WHERE (("reminders"."id") IN (("new"."id")));
      END
      """
    }
  }

  @Test func `a trigger without a name is named after its source location`() {
    let (line, trigger) = (#line, Tag.createTemporaryTrigger(after: .delete { _ in Tag.delete() }))
    #expect(
      trigger.name == "after_delete_on_tags@TypedSQLTests/TriggerTests.swift:\(line):61"
    )
  }

  @Test func `is created in the database's schema`() {
    assertSQL(
      Tag.createTrigger(
        "x",
        insteadOf: .insert { new in
          Reminder.insert(\.title) { #bind("a\0b") }
        }
      )
    ) {
      """
      CREATE TRIGGER
        "x"
      INSTEAD OF INSERT ON "tags"
      FOR EACH ROW BEGIN
        INSERT INTO "reminders"
        ("title")
        VALUES
        (CAST(X'610062' AS TEXT));
      END
      """
    }
  }

  @Test func `refers to tables of a schema`() {
    assertSQL(
      SchemaTag.createTemporaryTrigger(
        "x",
        after: .insert { new in SchemaTag.find(new.id).delete() }
      )
    ) {
      """
      CREATE TEMPORARY TRIGGER
        "x"
      AFTER INSERT ON "main"."schemaTags"
      FOR EACH ROW BEGIN
        DELETE FROM "schemaTags"
        WHERE (("schemaTags"."id") IN (("new"."id")));
      END
      """
    }
  }
}

@Table(schema: "main") private struct SchemaTag {
  let id: Int
}
