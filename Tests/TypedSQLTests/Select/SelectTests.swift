import Testing
import TypedSQL

@Suite struct SelectTests {
  @Test func `selects all columns`() {
    assertSQL(Tag.all) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      """
    }
  }

  @Test func `selects columns by key path and closure`() {
    assertSQL(Tag.select(\.title)) {
      """
      SELECT "tags"."title"
      FROM "tags"
      """
    }
    assertSQL(Tag.select { ($0.id, $0.title) }) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      """
    }
    let query: some SelectStatement<(Int, String, Int), Tag, ()> =
      Tag.select(\.id).select(\.title).select { $0.id }
    assertSQL(query) {
      """
      SELECT "tags"."id", "tags"."title", "tags"."id"
      FROM "tags"
      """
    }
    let four = Tag.select { ($0.id, $0.id) }.select { ($0.title, $0.title) }
    let _: any SelectStatement<(Int, Int, String, String), Tag, ()> = four
    assertSQL(four) {
      """
      SELECT "tags"."id", "tags"."id", "tags"."title", "tags"."title"
      FROM "tags"
      """
    }
  }

  @Test func `joins tables and merges their clauses`() {
    let query: some SelectStatement<(String, Int), RemindersList, (Reminder)> =
      RemindersList.order(by: \.title).select(\.title).join(
        Reminder.where(\.isCompleted).select(\.id).limit(3)
      ) { $0.id.eq($1.remindersListID) }
    assertSQL(query) {
      """
      SELECT "remindersLists"."title", "reminders"."id"
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      WHERE ("reminders"."isCompleted")
      ORDER BY "remindersLists"."title"
      LIMIT 3
      """
    }
  }

  @Test func `joins several tables`() {
    let query =
      Reminder
      .join(ReminderTag.all) { $0.id.eq($1.reminderID) }
      .join(Tag.all) { $1.tagID.eq($2.id) }
      .leftJoin(User.all) { $0.assignedUserID.eq($3.id) }
      .select { ($0.title, $2.title, $3.name) }
    let _: any SelectStatement<(String, String, String?), Reminder, (ReminderTag, Tag, User?)> =
      query
    assertSQL(query) {
      """
      SELECT "reminders"."title", "tags"."title", "users"."name"
      FROM "reminders"
      JOIN "remindersTags" ON ("reminders"."id") = ("remindersTags"."reminderID")
      JOIN "tags" ON ("remindersTags"."tagID") = ("tags"."id")
      LEFT JOIN "users" ON ("reminders"."assignedUserID") = ("users"."id")
      """
    }
    let more = query.where { reminder, _, tag, _ in
      reminder.isCompleted
      tag.id.eq(1)
    }
    assertSQL(more.order { ($2.title.desc(), $3.name.asc(nulls: NullOrdering.last)) }) {
      """
      SELECT "reminders"."title", "tags"."title", "users"."name"
      FROM "reminders"
      JOIN "remindersTags" ON ("reminders"."id") = ("remindersTags"."reminderID")
      JOIN "tags" ON ("remindersTags"."tagID") = ("tags"."id")
      LEFT JOIN "users" ON ("reminders"."assignedUserID") = ("users"."id")
      WHERE ("reminders"."isCompleted") AND (("tags"."id") = (1))
      ORDER BY "tags"."title" DESC, "users"."name" ASC NULLS LAST
      """
    }
  }

  @Test func `finds rows by their keys`() {
    assertSQL(Tag.find(1)) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") IN ((1)))
      """
    }
    assertSQL(Tag.order(by: \.id, .descending).find([1, 2]).limit(2).offset(3)) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") IN ((1), (2)))
      ORDER BY "tags"."id" DESC
      LIMIT 2 OFFSET 3
      """
    }
  }

  @Test func `counts rows, with a filter and beside groups`() {
    let a = Tag.count
    let b = Tag.count()
    assertSQL(a) {
      """
      SELECT count(*)
      FROM "tags"
      """
    }
    assertSQL(b) {
      """
      SELECT count(*)
      FROM "tags"
      """
    }
    assertSQL(Reminder.where(\.isFlagged).count { $0.isCompleted }) {
      """
      SELECT count(*) FILTER (WHERE "reminders"."isCompleted")
      FROM "reminders"
      WHERE ("reminders"."isFlagged")
      """
    }
    assertSQL(Reminder.where(\.isFlagged).group { ($0.id, $0.title) }.select(\.title).count()) {
      """
      SELECT "reminders"."title", count(*)
      FROM "reminders"
      WHERE ("reminders"."isFlagged")
      GROUP BY "reminders"."id", "reminders"."title"
      """
    }
  }

  @Test func `calls static members of the table on a statement`() {
    assertSQL(RemindersList.limit(1).select(\.title).withReminderCount) {
      """
      SELECT "remindersLists"."title", "reminders"."id"
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      GROUP BY "remindersLists"."id"
      LIMIT 1
      """
    }
  }
}

extension RemindersList {
  static var withReminderCount: Select<Int, RemindersList, Reminder, ValueRow<Int>> {
    group(by: \.id).join(Reminder.all) { $0.id.eq($1.remindersListID) }.select { $1.id }
  }
}
