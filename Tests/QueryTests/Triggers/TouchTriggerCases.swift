import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of triggers that record when a row changed.
@Suite(.reminders) struct TouchTriggerCases {
  @Test func `a trigger sets a column to a date`() {
    assertQuery(
      Reminder.createTemporaryTrigger(
        "touch",
        after: .update(touch: \.updatedAt, date: #sql("'2001-01-01 00:00:00.000'"))
      )
    ) {
      """
      CREATE TEMPORARY TRIGGER
        "touch"
      AFTER UPDATE ON "reminders"
      FOR EACH ROW BEGIN
        UPDATE "reminders"
        SET "updatedAt" = '2001-01-01 00:00:00.000'
        WHERE (("reminders"."rowid") = ("new"."rowid"));
      END
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Reminder.update { $0.isFlagged.toggle() }.find(1)
    ) {
      """
      UPDATE "reminders"
      SET "isFlagged" = NOT ("reminders"."isFlagged")
      WHERE (("reminders"."id") IN ((1)))
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Reminder.find([1, 2]).select(\.updatedAt)
    ) {
      """
      SELECT "reminders"."updatedAt"
      FROM "reminders"
      WHERE (("reminders"."id") IN ((1), (2)))
      """
    } results: {
      """
      ┌────────────────────────────────┐
      │ Date(2001-01-01T00:00:00.000Z) │
      │ Date(2040-02-14T23:31:30.000Z) │
      └────────────────────────────────┘
      """
    }
  }

  @Test func `a trigger sets several columns`() {
    assertQuery(
      RemindersList.createTemporaryTrigger(
        "position",
        after: .insert {
          $0.position = RemindersList.select { $0.position.max() + 1 } ?? 0
        }
      )
    ) {
      """
      CREATE TEMPORARY TRIGGER
        "position"
      AFTER INSERT ON "remindersLists"
      FOR EACH ROW BEGIN
        UPDATE "remindersLists"
        SET "position" = coalesce((
          SELECT (max("remindersLists"."position")) + (1)
          FROM "remindersLists"
        ), 0)
        WHERE (("remindersLists"."rowid") = ("new"."rowid"));
      END
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      RemindersList.insert { RemindersList.Draft(title: "Last") }
    ) {
      """
      INSERT INTO "remindersLists"
      ("id", "color", "title", "position")
      VALUES
      (NULL, 4889071, 'Last', 0)
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      RemindersList.select { ($0.title, $0.position) }
    ) {
      """
      SELECT "remindersLists"."title", "remindersLists"."position"
      FROM "remindersLists"
      """
    } results: {
      """
      ┌────────────┬───┐
      │ "Personal" │ 0 │
      │ "Family"   │ 1 │
      │ "Business" │ 2 │
      │ "Last"     │ 3 │
      └────────────┴───┘
      """
    }
  }

  @Test func `a trigger sets a column under a condition`() {
    assertQuery(
      Reminder.createTemporaryTrigger(
        "touch_completed",
        after: .update {
          $0.notes = "done"
        } when: { old, new in
          !old.isCompleted && new.isCompleted
        }
      )
    ) {
      """
      CREATE TEMPORARY TRIGGER
        "touch_completed"
      AFTER UPDATE ON "reminders"
      FOR EACH ROW WHEN ((NOT ("old"."isCompleted")) AND ("new"."isCompleted")) BEGIN
        UPDATE "reminders"
        SET "notes" = 'done'
        WHERE (("reminders"."rowid") = ("new"."rowid"));
      END
      """
    } results: {
      """
      (No results)
      """
    }
  }
}
