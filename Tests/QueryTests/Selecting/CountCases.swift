import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of row counts and other aggregates.
@Suite(.reminders) struct CountCases {
  @Test func `all rows can be counted`() {
    assertQuery(
      Reminder.count()
    ) {
      """
      SELECT count(*)
      FROM "reminders"
      """
    } results: {
      """
      ┌────┐
      │ 10 │
      └────┘
      """
    }
    assertQuery(
      Reminder.where(\.isCompleted).count()
    ) {
      """
      SELECT count(*)
      FROM "reminders"
      WHERE ("reminders"."isCompleted")
      """
    } results: {
      """
      ┌───┐
      │ 3 │
      └───┘
      """
    }
    assertQuery(
      Reminder.all.count()
    ) {
      """
      SELECT count(*)
      FROM "reminders"
      """
    } results: {
      """
      ┌────┐
      │ 10 │
      └────┘
      """
    }
  }

  @Test func `filtered rows can be counted`() {
    assertQuery(
      Reminder.count { !$0.isCompleted }
    ) {
      """
      SELECT count(*) FILTER (WHERE NOT ("reminders"."isCompleted"))
      FROM "reminders"
      """
    } results: {
      """
      ┌───┐
      │ 7 │
      └───┘
      """
    }
    assertQuery(
      Reminder.where(\.isFlagged).count(filter: { $0.isCompleted })
    ) {
      """
      SELECT count(*) FILTER (WHERE "reminders"."isCompleted")
      FROM "reminders"
      WHERE ("reminders"."isFlagged")
      """
    } results: {
      """
      ┌───┐
      │ 0 │
      └───┘
      """
    }
  }

  @Test func `rows can be counted beside columns`() {
    assertQuery(
      Reminder.group(by: \.priority).select(\.priority).count()
    ) {
      """
      SELECT "reminders"."priority", count(*)
      FROM "reminders"
      GROUP BY "reminders"."priority"
      """
    } results: {
      """
      ┌─────────┬───┐
      │ nil     │ 5 │
      │ .low    │ 1 │
      │ .medium │ 1 │
      │ .high   │ 3 │
      └─────────┴───┘
      """
    }
  }

  @Test func `joined rows can be counted`() {
    assertQuery(
      RemindersList.join(Reminder.all) { $0.id.eq($1.remindersListID) }.count()
    ) {
      """
      SELECT count(*)
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      """
    } results: {
      """
      ┌────┐
      │ 10 │
      └────┘
      """
    }
    assertQuery(
      RemindersList.join(Reminder.all) { $0.id.eq($1.remindersListID) }.count { $1.isCompleted }
    ) {
      """
      SELECT count(*) FILTER (WHERE "reminders"."isCompleted")
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      """
    } results: {
      """
      ┌───┐
      │ 3 │
      └───┘
      """
    }
  }

  @Test func `aggregates are computed`() {
    assertQuery(
      Reminder.select { ($0.id.min(), $0.id.max(), $0.id.sum(), $0.id.avg(), $0.id.total()) }
    ) {
      """
      SELECT min("reminders"."id"), max("reminders"."id"), sum("reminders"."id"), avg("reminders"."id"), total("reminders"."id")
      FROM "reminders"
      """
    } results: {
      """
      ┌───┬────┬────┬─────┬──────┐
      │ 1 │ 10 │ 55 │ 5.5 │ 55.0 │
      └───┴────┴────┴─────┴──────┘
      """
    }
    assertQuery(
      Reminder.select { ($0.id.count(filter: $0.isCompleted), $0.priority.count(distinct: true)) }
    ) {
      """
      SELECT count("reminders"."id") FILTER (WHERE "reminders"."isCompleted"), count(DISTINCT "reminders"."priority")
      FROM "reminders"
      """
    } results: {
      """
      ┌───┬───┐
      │ 3 │ 3 │
      └───┴───┘
      """
    }
    assertQuery(
      Tag.select { ($0.title.groupConcat(), $0.title.groupConcat(" - ")) }
    ) {
      """
      SELECT group_concat("tags"."title"), group_concat("tags"."title", ' - ')
      FROM "tags"
      """
    } results: {
      """
      ┌─────────────────────────────┬───────────────────────────────────┐
      │ "car,kids,someday,optional" │ "car - kids - someday - optional" │
      └─────────────────────────────┴───────────────────────────────────┘
      """
    }
  }
}
