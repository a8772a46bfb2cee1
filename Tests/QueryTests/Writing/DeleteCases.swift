import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of deleting rows.
@Suite(.reminders) struct DeleteCases {
  private enum R: AliasName {}

  @Test func `all rows can be deleted`() {
    assertQuery(
      ReminderTag.delete().returning(\.self)
    ) {
      """
      DELETE FROM "remindersTags"
      RETURNING "reminderID", "tagID"
      """
    } results: {
      """
      ┌──────────────────┐
      │ ReminderTag(     │
      │   reminderID: 1, │
      │   tagID: 3       │
      │ )                │
      ├──────────────────┤
      │ ReminderTag(     │
      │   reminderID: 1, │
      │   tagID: 4       │
      │ )                │
      ├──────────────────┤
      │ ReminderTag(     │
      │   reminderID: 2, │
      │   tagID: 3       │
      │ )                │
      ├──────────────────┤
      │ ReminderTag(     │
      │   reminderID: 2, │
      │   tagID: 4       │
      │ )                │
      ├──────────────────┤
      │ ReminderTag(     │
      │   reminderID: 4, │
      │   tagID: 1       │
      │ )                │
      ├──────────────────┤
      │ ReminderTag(     │
      │   reminderID: 4, │
      │   tagID: 2       │
      │ )                │
      └──────────────────┘
      """
    }
  }

  @Test func `filtered rows can be deleted`() {
    assertQuery(
      Reminder.where { $0.id > 8 }.delete().returning(\.id)
    ) {
      """
      DELETE FROM "reminders"
      WHERE (("reminders"."id") > (8))
      RETURNING "id"
      """
    } results: {
      """
      ┌────┐
      │ 9  │
      │ 10 │
      └────┘
      """
    }
    assertQuery(
      Reminder.delete().where(\.isCompleted).returning { ($0.id, $0.title) }
    ) {
      """
      DELETE FROM "reminders"
      WHERE ("reminders"."isCompleted")
      RETURNING "id", "title"
      """
    } results: {
      """
      ┌───┬───────────────┐
      │ 4 │ "Take a walk" │
      │ 7 │ "Get laundry" │
      └───┴───────────────┘
      """
    }
    assertQuery(
      Reminder.delete().where { $0.id.eq(1) && !$0.isFlagged }.returning(\.title)
    ) {
      """
      DELETE FROM "reminders"
      WHERE ((("reminders"."id") = (1)) AND (NOT ("reminders"."isFlagged")))
      RETURNING "title"
      """
    } results: {
      """
      ┌─────────────┐
      │ "Groceries" │
      └─────────────┘
      """
    }
  }

  @Test func `rows can be deleted by key`() {
    assertQuery(
      Tag.find(1).delete().returning(\.self)
    ) {
      """
      DELETE FROM "tags"
      WHERE (("tags"."id") IN ((1)))
      RETURNING "id", "title"
      """
    } results: {
      """
      ┌────────────────┐
      │ Tag(           │
      │   id: 1,       │
      │   title: "car" │
      │ )              │
      └────────────────┘
      """
    }
    assertQuery(
      Tag.delete().find([2, 3]).returning(\.id)
    ) {
      """
      DELETE FROM "tags"
      WHERE (("tags"."id") IN ((2), (3)))
      RETURNING "id"
      """
    } results: {
      """
      ┌───┐
      │ 2 │
      │ 3 │
      └───┘
      """
    }
  }

  @Test func `a record can be deleted`() {
    assertQuery(
      Tag.delete(Tag(id: 1, title: "car")).returning(\.id)
    ) {
      """
      DELETE FROM "tags"
      WHERE (("tags"."id") = (1))
      RETURNING "id"
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      └───┘
      """
    }
  }

  @Test func `rows of an alias can be deleted`() {
    assertQuery(
      Tag.as(R.self).delete().where { $0.id.eq(1) }.returning(\.title)
    ) {
      """
      DELETE FROM "tags" AS "rs"
      WHERE (("rs"."id") = (1))
      RETURNING "title"
      """
    } results: {
      """
      ┌───────┐
      │ "car" │
      └───────┘
      """
    }
  }

  @Test func `a condition can have a subquery`() {
    assertQuery(
      Tag.where { !$0.id.in(ReminderTag.select(\.tagID)) }.delete().returning(\.id)
    ) {
      """
      DELETE FROM "tags"
      WHERE (NOT (("tags"."id") IN (SELECT "remindersTags"."tagID"
      FROM "remindersTags")))
      RETURNING "id"
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Tag.where { tag in !ReminderTag.where { $0.tagID.eq(tag.id) }.exists() }.delete().returning(
        \.id
      )
    ) {
      """
      DELETE FROM "tags"
      WHERE (NOT (EXISTS (
        SELECT "remindersTags"."reminderID", "remindersTags"."tagID"
        FROM "remindersTags"
        WHERE (("remindersTags"."tagID") = ("tags"."id"))
      )))
      RETURNING "id"
      """
    } results: {
      """
      (No results)
      """
    }
  }

  @Test func `a deletion needs no result`() {
    assertQuery(
      Reminder.find(1).delete()
    ) {
      """
      DELETE FROM "reminders"
      WHERE (("reminders"."id") IN ((1)))
      """
    } results: {
      """
      (No results)
      """
    }
  }

  @Test func `a condition can be negated`() {
    assertQuery(
      Reminder.where(\.isCompleted).not().delete().returning(\.id)
    ) {
      """
      DELETE FROM "reminders"
      WHERE (NOT ("reminders"."isCompleted"))
      RETURNING "id"
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      │ 2 │
      │ 3 │
      │ 5 │
      │ 6 │
      │ 8 │
      │ 9 │
      └───┘
      """
    }
  }

  @Test func `SQL text can delete rows and return them`() {
    assertQuery(
      #sql(
        "DELETE FROM \(Tag.self) WHERE \(Tag.id) = (SELECT min(\(Tag.id)) FROM \(Tag.self)) RETURNING \(Tag.columns)",
        as: Tag.self
      )
    ) {
      """
      DELETE FROM "tags" WHERE "tags"."id" = (SELECT min("tags"."id") FROM "tags") RETURNING "tags"."id", "tags"."title"
      """
    } results: {
      """
      ┌────────────────┐
      │ Tag(           │
      │   id: 1,       │
      │   title: "car" │
      │ )              │
      └────────────────┘
      """
    }
  }
}
