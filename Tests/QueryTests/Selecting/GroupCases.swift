import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of groups and of conditions on them.
@Suite(.reminders) struct GroupCases {
  @Test func `rows are grouped by a column`() {
    assertQuery(
      Reminder.group(by: \.isCompleted).select { ($0.isCompleted, $0.id.count()) }
    ) {
      """
      SELECT "reminders"."isCompleted", count("reminders"."id")
      FROM "reminders"
      GROUP BY "reminders"."isCompleted"
      """
    } results: {
      """
      ┌───────┬───┐
      │ false │ 7 │
      │ true  │ 3 │
      └───────┴───┘
      """
    }
    assertQuery(
      Reminder.select { ($0.isCompleted, $0.id.count()) }.group(by: \.isCompleted)
    ) {
      """
      SELECT "reminders"."isCompleted", count("reminders"."id")
      FROM "reminders"
      GROUP BY "reminders"."isCompleted"
      """
    } results: {
      """
      ┌───────┬───┐
      │ false │ 7 │
      │ true  │ 3 │
      └───────┴───┘
      """
    }
  }

  @Test func `rows are grouped by several columns`() {
    assertQuery(
      Reminder.group { ($0.isCompleted, $0.priority) }.select {
        ($0.isCompleted, $0.priority, $0.id.max())
      }
    ) {
      """
      SELECT "reminders"."isCompleted", "reminders"."priority", max("reminders"."id")
      FROM "reminders"
      GROUP BY "reminders"."isCompleted", "reminders"."priority"
      """
    } results: {
      """
      ┌───────┬─────────┬────┐
      │ false │ nil     │ 9  │
      │ false │ .high   │ 8  │
      │ true  │ nil     │ 4  │
      │ true  │ .low    │ 7  │
      │ true  │ .medium │ 10 │
      └───────┴─────────┴────┘
      """
    }
  }

  @Test func `groups can be added`() {
    assertQuery(
      Reminder.group(by: \.isCompleted).group(by: \.isFlagged).select {
        ($0.isCompleted, $0.isFlagged, $0.count())
      }
    ) {
      """
      SELECT "reminders"."isCompleted", "reminders"."isFlagged", count("reminders"."id")
      FROM "reminders"
      GROUP BY "reminders"."isCompleted", "reminders"."isFlagged"
      """
    } results: {
      """
      ┌───────┬───────┬───┐
      │ false │ false │ 5 │
      │ false │ true  │ 2 │
      │ true  │ false │ 3 │
      └───────┴───────┴───┘
      """
    }
  }

  @Test func `rows are grouped by an expression`() {
    assertQuery(
      Reminder.group { $0.title.length() > 10 }.select { $0.id.count() }
    ) {
      """
      SELECT count("reminders"."id")
      FROM "reminders"
      GROUP BY (length("reminders"."title")) > (10)
      """
    } results: {
      """
      ┌───┐
      │ 2 │
      │ 8 │
      └───┘
      """
    }
  }

  @Test func `groups are filtered by a condition`() {
    assertQuery(
      Reminder.group(by: \.remindersListID).having { $0.id.count() > 3 }.select {
        ($0.remindersListID, $0.id.count())
      }
    ) {
      """
      SELECT "reminders"."remindersListID", count("reminders"."id")
      FROM "reminders"
      GROUP BY "reminders"."remindersListID"
      HAVING ((count("reminders"."id")) > (3))
      """
    } results: {
      """
      ┌───┬───┐
      │ 1 │ 5 │
      └───┴───┘
      """
    }
  }

  @Test func `groups are filtered by several conditions`() {
    let least: Int? = 2
    assertQuery(
      Reminder.group(by: \.remindersListID)
        .having { $0.id.count() < 5 }
        .having {
          if let least { $0.id.count() > least }
        }
        .select(\.remindersListID)
    ) {
      """
      SELECT "reminders"."remindersListID"
      FROM "reminders"
      GROUP BY "reminders"."remindersListID"
      HAVING ((count("reminders"."id")) < (5)) AND ((count("reminders"."id")) > (2))
      """
    } results: {
      """
      ┌───┐
      │ 2 │
      └───┘
      """
    }
  }

  @Test func `joined rows are grouped by columns of both tables`() {
    assertQuery(
      RemindersList.join(Reminder.all) { $0.id.eq($1.remindersListID) }
        .group { ($0.id, $1.isCompleted) }
        .having { $1.id.count() > 1 }
        .select { ($0.title, $1.isCompleted, $1.count()) }
    ) {
      """
      SELECT "remindersLists"."title", "reminders"."isCompleted", count("reminders"."id")
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      GROUP BY "remindersLists"."id", "reminders"."isCompleted"
      HAVING ((count("reminders"."id")) > (1))
      """
    } results: {
      """
      ┌────────────┬───────┬───┐
      │ "Personal" │ false │ 4 │
      │ "Family"   │ false │ 2 │
      └────────────┴───────┴───┘
      """
    }
  }
}
