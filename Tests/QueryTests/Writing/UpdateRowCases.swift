import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of updates by records and from other tables, and of what they return.
@Suite(.reminders) struct UpdateRowCases {
  private enum R: AliasName {}

  @Test func `a record can be updated`() {
    assertQuery(
      Tag.update(Tag(id: 1, title: "bus")).returning(\.self)
    ) {
      """
      UPDATE "tags"
      SET "title" = 'bus'
      WHERE (("tags"."id") = (1))
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
      RemindersList.update(RemindersList(id: 2, color: 1, title: "Kin", position: 9)).returning(
        \.self
      )
    ) {
      """
      UPDATE "remindersLists"
      SET "color" = 1, "title" = 'Kin', "position" = 9
      WHERE (("remindersLists"."id") = (2))
      RETURNING "id", "color", "title", "position"
      """
    } results: {
      """
      ┌─────────────────┐
      │ RemindersList(  │
      │   id: 2,        │
      │   color: 1,     │
      │   title: "Kin", │
      │   position: 9   │
      │ )               │
      └─────────────────┘
      """
    }
  }

  @Test func `rows of an alias can be updated`() {
    assertQuery(
      Tag.as(R.self).update { $0.title += "?" }.where { $0.id.eq(1) }.returning(\.title)
    ) {
      """
      UPDATE "tags" AS "rs"
      SET "title" = ("rs"."title") || ('?')
      WHERE (("rs"."id") = (1))
      RETURNING "title"
      """
    } results: {
      """
      ┌────────┐
      │ "car?" │
      └────────┘
      """
    }
  }

  @Test func `a condition can have a subquery`() {
    assertQuery(
      Reminder.update { $0.isFlagged = true }
        .where { $0.id.in(ReminderTag.where { $0.tagID.eq(1) }.select(\.reminderID)) }
        .returning(\.id)
    ) {
      """
      UPDATE "reminders"
      SET "isFlagged" = 1
      WHERE (("reminders"."id") IN (SELECT "remindersTags"."reminderID"
      FROM "remindersTags"
      WHERE (("remindersTags"."tagID") = (1))))
      RETURNING "id"
      """
    } results: {
      """
      ┌───┐
      │ 4 │
      └───┘
      """
    }
  }

  @Test func `values of another table can be assigned`() {
    assertQuery(
      Reminder.find(1).update(from: RemindersList.self) {
        $0.notes = $1.title
      } where: {
        $0.remindersListID.eq($1.id)
      }
      .returning(\.notes)
    ) {
      """
      UPDATE "reminders"
      SET "notes" = "remindersLists"."title"
      FROM "remindersLists"
      WHERE (("reminders"."id") IN ((1))) AND (("reminders"."remindersListID") = ("remindersLists"."id"))
      RETURNING "notes"
      """
    } results: {
      """
      ┌────────────┐
      │ "Personal" │
      └────────────┘
      """
    }
  }

  @Test func `conflict resolution for a violated constraint`() {
    assertQuery(
      Tag.update(or: .ignore) { $0.title = "kids" }.where { $0.id.eq(1) }.returning(\.title),
      onlyOnSQLite: .conflictResolution
    ) {
      """
      UPDATE OR IGNORE "tags"
      SET "title" = 'kids'
      WHERE (("tags"."id") = (1))
      RETURNING "title"
      """
    } results: {
      """
      (No results)
      """
    }
  }

  @Test func `conditions can be combined by or`() {
    assertQuery(
      Reminder.where(\.isCompleted).or(.where(\.isFlagged)).update { $0.isCompleted = false }
        .returning(\.id)
    ) {
      """
      UPDATE "reminders"
      SET "isCompleted" = 0
      WHERE (("reminders"."isCompleted") OR ("reminders"."isFlagged"))
      RETURNING "id"
      """
    } results: {
      """
      ┌────┐
      │ 2  │
      │ 4  │
      │ 6  │
      │ 7  │
      │ 10 │
      └────┘
      """
    }
  }

  @Test func `an update needs no result`() {
    assertQuery(
      Reminder.update { $0.isCompleted = true }
    ) {
      """
      UPDATE "reminders"
      SET "isCompleted" = 1
      """
    } results: {
      """
      (No results)
      """
    }
  }

  @Test func `expressions can be returned`() {
    assertQuery(
      Reminder.find(1).update { $0.isFlagged = true }.returning { ($0.title.upper(), $0.isFlagged) }
    ) {
      """
      UPDATE "reminders"
      SET "isFlagged" = 1
      WHERE (("reminders"."id") IN ((1)))
      RETURNING upper("reminders"."title"), "isFlagged"
      """
    } results: {
      """
      ┌─────────────┬──────┐
      │ "GROCERIES" │ true │
      └─────────────┴──────┘
      """
    }
  }
}
