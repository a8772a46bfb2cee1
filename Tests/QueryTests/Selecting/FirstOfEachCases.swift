import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of the first row of each group.
@Suite(.reminders) struct FirstOfEachCases {
  @Test func `of rows that the order leaves equal, the key decides in the direction of the order`()
  {
    assertQuery(
      Reminder.all.first(ofEach: \.remindersListID) { $0.dueDate.desc() }.order(by: \.id)
        .select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE (("reminders"."id") IN (SELECT "livesql_key"
      FROM (SELECT "reminders"."id" AS "livesql_key", row_number() OVER (PARTITION BY "reminders"."remindersListID" ORDER BY "reminders"."dueDate" DESC, "reminders"."id" DESC) AS "livesql_row"
      FROM "reminders") AS "livesql_first"
      WHERE "livesql_row" = 1))
      ORDER BY "reminders"."id"
      """
    } results: {
      """
      ┌───┐
      │ 3 │
      │ 8 │
      │ 9 │
      └───┘
      """
    }
  }

  @Test func `earlier conditions decide on the groups, later ones on their first rows`() {
    assertQuery(
      Reminder.where { !$0.isCompleted }.first(ofEach: \.priority) { $0.dueDate }
        .where { $0.remindersListID < 3 }.order(by: \.id).limit(2).select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE (("reminders"."id") IN (SELECT "livesql_key"
      FROM (SELECT "reminders"."id" AS "livesql_key", row_number() OVER (PARTITION BY "reminders"."priority" ORDER BY "reminders"."dueDate", "reminders"."id") AS "livesql_row"
      FROM "reminders"
      WHERE (NOT ("reminders"."isCompleted"))) AS "livesql_first"
      WHERE "livesql_row" = 1)) AND (("reminders"."remindersListID") < (3))
      ORDER BY "reminders"."id"
      LIMIT 2
      """
    } results: {
      """
      ┌───┐
      │ 3 │
      │ 5 │
      └───┘
      """
    }
  }

  @Test func `groups may have several columns, and a key in the order is not repeated`() {
    assertQuery(
      Reminder.first(ofEach: { ($0.remindersListID, $0.isCompleted) }) { $0.id }.order(by: \.id)
        .select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE (("reminders"."id") IN (SELECT "livesql_key"
      FROM (SELECT "reminders"."id" AS "livesql_key", row_number() OVER (PARTITION BY "reminders"."remindersListID", "reminders"."isCompleted" ORDER BY "reminders"."id") AS "livesql_row"
      FROM "reminders") AS "livesql_first"
      WHERE "livesql_row" = 1))
      ORDER BY "reminders"."id"
      """
    } results: {
      """
      ┌────┐
      │ 1  │
      │ 4  │
      │ 6  │
      │ 7  │
      │ 9  │
      │ 10 │
      └────┘
      """
    }
  }

  @Test func `the first rows are joined with others`() {
    assertQuery(
      Reminder.first(ofEach: \.remindersListID) { $0.dueDate.desc() }
        .join(RemindersList.all) { $0.remindersListID.eq($1.id) }
        .order { $1.title }.select { reminder, _ in reminder.id }
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      JOIN "remindersLists" ON ("reminders"."remindersListID") = ("remindersLists"."id")
      WHERE (("reminders"."id") IN (SELECT "livesql_key"
      FROM (SELECT "reminders"."id" AS "livesql_key", row_number() OVER (PARTITION BY "reminders"."remindersListID" ORDER BY "reminders"."dueDate" DESC, "reminders"."id" DESC) AS "livesql_row"
      FROM "reminders") AS "livesql_first"
      WHERE "livesql_row" = 1))
      ORDER BY "remindersLists"."title"
      """
    } results: {
      """
      ┌───┐
      │ 9 │
      │ 8 │
      │ 3 │
      └───┘
      """
    }
  }

  @Test func `all rows but the first ones are deleted`() {
    assertQuery(
      Reminder.first(ofEach: \.remindersListID) { $0.dueDate.desc() }.not().delete()
        .returning(\.id)
    ) {
      """
      DELETE FROM "reminders"
      WHERE (NOT (("reminders"."id") IN (SELECT "livesql_key"
      FROM (SELECT "reminders"."id" AS "livesql_key", row_number() OVER (PARTITION BY "reminders"."remindersListID" ORDER BY "reminders"."dueDate" DESC, "reminders"."id" DESC) AS "livesql_row"
      FROM "reminders") AS "livesql_first"
      WHERE "livesql_row" = 1)))
      RETURNING "id"
      """
    } results: {
      """
      ┌────┐
      │ 1  │
      │ 2  │
      │ 4  │
      │ 5  │
      │ 6  │
      │ 7  │
      │ 10 │
      └────┘
      """
    }
  }

  @Test func `the groups of a limited statement have only its rows`() {
    assertQuery(
      Reminder.order(by: \.id).limit(4).first(ofEach: \.isFlagged) { $0.id.desc() }.select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE (("reminders"."id") IN (SELECT "livesql_key"
      FROM (SELECT "reminders"."id" AS "livesql_key", row_number() OVER (PARTITION BY "reminders"."isFlagged" ORDER BY "reminders"."id" DESC) AS "livesql_row"
      FROM "reminders"
      WHERE (("reminders"."id") IN (SELECT "reminders"."id"
      FROM "reminders"
      ORDER BY "reminders"."id"
      LIMIT 4))) AS "livesql_first"
      WHERE "livesql_row" = 1))
      ORDER BY "reminders"."id"
      """
    } results: {
      """
      ┌───┐
      │ 2 │
      │ 4 │
      └───┘
      """
    }
  }

  @Test func `a statement without rows has no first rows`() {
    #expect(Reminder.none.first(ofEach: \.priority) { $0.id }.query.isEmpty)
    #expect(Reminder.none.order(by: \.id).first(ofEach: \.priority) { $0.id }.query.isEmpty)
  }

  @Test func `the rows of a table without a key are told apart by their row numbers`() {
    assertQuery(
      ReminderTag.all.first(ofEach: \.reminderID) { $0.tagID }.order(by: \.reminderID)
        .select { ($0.reminderID, $0.tagID) },
      onlyOnSQLite: .rowid
    ) {
      """
      SELECT "remindersTags"."reminderID", "remindersTags"."tagID"
      FROM "remindersTags"
      WHERE (("remindersTags"."rowid") IN (SELECT "livesql_key"
      FROM (SELECT "remindersTags"."rowid" AS "livesql_key", row_number() OVER (PARTITION BY "remindersTags"."reminderID" ORDER BY "remindersTags"."tagID", "remindersTags"."rowid") AS "livesql_row"
      FROM "remindersTags") AS "livesql_first"
      WHERE "livesql_row" = 1))
      ORDER BY "remindersTags"."reminderID"
      """
    } results: {
      """
      ┌───┬───┐
      │ 1 │ 3 │
      │ 2 │ 3 │
      │ 4 │ 1 │
      └───┴───┘
      """
    }
  }
}
