import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of the conditions, columns and further tables of joins.
@Suite(.reminders) struct JoinConditionCases {
  @Test func `a join keeps the conditions of the other side`() {
    assertQuery(
      RemindersList.join(Reminder.where(\.isCompleted)) { $0.id.eq($1.remindersListID) }.select {
        ($0.title, $1.title)
      }
    ) {
      """
      SELECT "remindersLists"."title", "reminders"."title"
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      WHERE ("reminders"."isCompleted")
      """
    } results: {
      """
      ┌────────────┬──────────────────────┐
      │ "Personal" │ "Take a walk"        │
      │ "Family"   │ "Get laundry"        │
      │ "Business" │ "Send weekly emails" │
      └────────────┴──────────────────────┘
      """
    }
  }

  @Test func `a join keeps the conditions of both sides`() {
    assertQuery(
      RemindersList.where { $0.id > 1 }.join(Reminder.where(\.isCompleted)) {
        $0.id.eq($1.remindersListID)
      }
      .where { $1.id < 10 }
      .select { ($0.title, $1.title) }
    ) {
      """
      SELECT "remindersLists"."title", "reminders"."title"
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      WHERE (("remindersLists"."id") > (1)) AND ("reminders"."isCompleted") AND (("reminders"."id") < (10))
      """
    } results: {
      """
      ┌──────────┬───────────────┐
      │ "Family" │ "Get laundry" │
      └──────────┴───────────────┘
      """
    }
  }

  @Test func `a join keeps the columns of both sides`() {
    let query = RemindersList.select(\.title).join(Reminder.select { ($0.id, $0.title) }) {
      $0.id.eq($1.remindersListID)
    }
    assertQuery(query.limit(2)) {
      """
      SELECT "remindersLists"."title", "reminders"."id", "reminders"."title"
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      LIMIT 2
      """
    } results: {
      """
      ┌────────────┬───┬─────────────┐
      │ "Personal" │ 1 │ "Groceries" │
      │ "Personal" │ 2 │ "Haircut"   │
      └────────────┴───┴─────────────┘
      """
    }
  }

  @Test func `a join keeps the columns of the other side alone`() {
    assertQuery(
      RemindersList.join(Reminder.select(\.title)) { $0.id.eq($1.remindersListID) }.limit(2)
    ) {
      """
      SELECT "reminders"."title"
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      LIMIT 2
      """
    } results: {
      """
      ┌─────────────┐
      │ "Groceries" │
      │ "Haircut"   │
      └─────────────┘
      """
    }
  }

  @Test func `a join keeps the orders, groups and limits of both sides`() {
    assertQuery(
      RemindersList.order(by: \.position).limit(1).join(Reminder.order { $0.title.desc() }.limit(2))
      { $0.id.eq($1.remindersListID) }
      .select { ($0.title, $1.title) }
    ) {
      """
      SELECT "remindersLists"."title", "reminders"."title"
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      ORDER BY "remindersLists"."position", "reminders"."title" DESC
      LIMIT 2
      """
    } results: {
      """
      ┌────────────┬───────────────┐
      │ "Personal" │ "Take a walk" │
      │ "Personal" │ "Haircut"     │
      └────────────┴───────────────┘
      """
    }
  }

  @Test func `three tables can be joined`() {
    assertQuery(
      Reminder.join(ReminderTag.all) { $0.id.eq($1.reminderID) }
        .join(Tag.all) { $1.tagID.eq($2.id) }
        .select { ($0.title, $2.title) }
    ) {
      """
      SELECT "reminders"."title", "tags"."title"
      FROM "reminders"
      JOIN "remindersTags" ON ("reminders"."id") = ("remindersTags"."reminderID")
      JOIN "tags" ON ("remindersTags"."tagID") = ("tags"."id")
      """
    } results: {
      """
      ┌───────────────┬────────────┐
      │ "Groceries"   │ "someday"  │
      │ "Groceries"   │ "optional" │
      │ "Haircut"     │ "someday"  │
      │ "Haircut"     │ "optional" │
      │ "Take a walk" │ "car"      │
      │ "Take a walk" │ "kids"     │
      └───────────────┴────────────┘
      """
    }
  }

  @Test func `the closures of a join can name their tables`() {
    assertQuery(
      Reminder.leftJoin(ReminderTag.all) { reminder, reminderTag in
        reminder.id.eq(reminderTag.reminderID)
      }
      .leftJoin(Tag.all) { _, reminderTag, tag in reminderTag.tagID.eq(tag.id) }
      .group { reminder, _, _ in reminder.id }
      .select { reminder, _, tag in (reminder.title, tag.title.groupConcat()) }
      .limit(3)
    ) {
      """
      SELECT "reminders"."title", group_concat("tags"."title")
      FROM "reminders"
      LEFT JOIN "remindersTags" ON ("reminders"."id") = ("remindersTags"."reminderID")
      LEFT JOIN "tags" ON ("remindersTags"."tagID") = ("tags"."id")
      GROUP BY "reminders"."id"
      LIMIT 3
      """
    } results: {
      """
      ┌──────────────────────┬────────────────────┐
      │ "Groceries"          │ "someday,optional" │
      │ "Haircut"            │ "someday,optional" │
      │ "Doctor appointment" │ nil                │
      └──────────────────────┴────────────────────┘
      """
    }
  }

  @Test func `four tables can be joined`() {
    assertQuery(
      RemindersList.join(Reminder.all) { $0.id.eq($1.remindersListID) }
        .leftJoin(ReminderTag.all) { $1.id.eq($2.reminderID) }
        .leftJoin(Tag.all) { $2.tagID.eq($3.id) }
        .where { list, reminder, _, _ in list.id.eq(1) && !reminder.isCompleted }
        .order { ($1.title, $3.title) }
        .select { ($0.title, $1.title, $3.title) }
    ) {
      """
      SELECT "remindersLists"."title", "reminders"."title", "tags"."title"
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      LEFT JOIN "remindersTags" ON ("reminders"."id") = ("remindersTags"."reminderID")
      LEFT JOIN "tags" ON ("remindersTags"."tagID") = ("tags"."id")
      WHERE ((("remindersLists"."id") = (1)) AND (NOT ("reminders"."isCompleted")))
      ORDER BY "reminders"."title", "tags"."title"
      """
    } results: {
      """
      ┌────────────┬───────────────────────┬────────────┐
      │ "Personal" │ "Buy concert tickets" │ nil        │
      │ "Personal" │ "Doctor appointment"  │ nil        │
      │ "Personal" │ "Groceries"           │ "optional" │
      │ "Personal" │ "Groceries"           │ "someday"  │
      │ "Personal" │ "Haircut"             │ "optional" │
      │ "Personal" │ "Haircut"             │ "someday"  │
      └────────────┴───────────────────────┴────────────┘
      """
    }
  }

  @Test func `four tables into a selection`() {
    assertQuery(
      Reminder.join(RemindersList.all) { $0.remindersListID.eq($1.id) }
        .leftJoin(ReminderTag.all) { $0.id.eq($2.reminderID) }
        .leftJoin(Tag.all) { $2.tagID.eq($3.id) }
        .group { reminder, _, _, _ in reminder.id }
        .select {
          ReminderRow.Columns(title: $0.title, list: $1, tagsCount: $3.id.count())
        }
        .limit(2),
      onlyOnSQLite: .ungroupedColumns
    ) {
      """
      SELECT "reminders"."title" AS "title", "remindersLists"."id" AS "id", "remindersLists"."color" AS "color", "remindersLists"."title" AS "title", "remindersLists"."position" AS "position", count("tags"."id") AS "tagsCount"
      FROM "reminders"
      JOIN "remindersLists" ON ("reminders"."remindersListID") = ("remindersLists"."id")
      LEFT JOIN "remindersTags" ON ("reminders"."id") = ("remindersTags"."reminderID")
      LEFT JOIN "tags" ON ("remindersTags"."tagID") = ("tags"."id")
      GROUP BY "reminders"."id"
      LIMIT 2
      """
    } results: {
      """
      ┌────────────────────────┐
      │ ReminderRow(           │
      │   title: "Groceries",  │
      │   list: RemindersList( │
      │     id: 1,             │
      │     color: 4889071,    │
      │     title: "Personal", │
      │     position: 0        │
      │   ),                   │
      │   tagsCount: 2         │
      │ )                      │
      ├────────────────────────┤
      │ ReminderRow(           │
      │   title: "Haircut",    │
      │   list: RemindersList( │
      │     id: 1,             │
      │     color: 4889071,    │
      │     title: "Personal", │
      │     position: 0        │
      │   ),                   │
      │   tagsCount: 2         │
      │ )                      │
      └────────────────────────┘
      """
    }
  }

  @Test func `a statement that has a join can be joined`() {
    assertQuery(
      RemindersList.join(Reminder.leftJoin(User.all) { $0.assignedUserID.eq($1.id) }) {
        list,
        reminder,
        _ in list.id.eq(reminder.remindersListID)
      }
      .select { ($0.title, $1.title, $2.name) }
      .limit(2)
    ) {
      """
      SELECT "remindersLists"."title", "reminders"."title", "users"."name"
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      LEFT JOIN "users" ON ("reminders"."assignedUserID") = ("users"."id")
      LIMIT 2
      """
    } results: {
      """
      ┌────────────┬─────────────┬───────┐
      │ "Personal" │ "Groceries" │ "Ada" │
      │ "Personal" │ "Haircut"   │ nil   │
      └────────────┴─────────────┴───────┘
      """
    }
  }

  @Test func `a join can match all rows`() {
    assertQuery(
      User.join(Tag.all) { _, _ in true }.select { ($0.name, $1.title) }.limit(3)
    ) {
      """
      SELECT "users"."name", "tags"."title"
      FROM "users"
      JOIN "tags" ON 1
      LIMIT 3
      """
    } results: {
      """
      ┌───────┬───────────┐
      │ "Ada" │ "car"     │
      │ "Ada" │ "kids"    │
      │ "Ada" │ "someday" │
      └───────┴───────────┘
      """
    }
  }

  @Test func `a join can have several conditions`() {
    assertQuery(
      User.join(Tag.all) { ($0.id == $1.id) && ($1.title != "car") }.select { ($0.name, $1.title) }
    ) {
      """
      SELECT "users"."name", "tags"."title"
      FROM "users"
      JOIN "tags" ON (("users"."id") = ("tags"."id")) AND (("tags"."title") <> ('car'))
      """
    } results: {
      """
      ┌─────────┬────────┐
      │ "Grace" │ "kids" │
      └─────────┴────────┘
      """
    }
  }

  @Test func `rows of a join can be distinct`() {
    assertQuery(
      RemindersList.join(Reminder.all) { $0.id.eq($1.remindersListID) }.distinct().select {
        ($0.title, $1.isCompleted)
      }
    ) {
      """
      SELECT DISTINCT "remindersLists"."title", "reminders"."isCompleted"
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      """
    } results: {
      """
      ┌────────────┬───────┐
      │ "Personal" │ false │
      │ "Personal" │ true  │
      │ "Family"   │ false │
      │ "Family"   │ true  │
      │ "Business" │ false │
      │ "Business" │ true  │
      └────────────┴───────┘
      """
    }
  }

  @Test func `members of an optional row can be used`() {
    assertQuery(
      Reminder.leftJoin(User.all) { $0.assignedUserID.eq($1.id) }
        .select { ($0.id, $1.name ?? "nobody", $1.name.length(), $1.isShort) }
        .limit(2)
    ) {
      """
      SELECT "reminders"."id", coalesce("users"."name", 'nobody'), length("users"."name"), (length("users"."name")) < (4)
      FROM "reminders"
      LEFT JOIN "users" ON ("reminders"."assignedUserID") = ("users"."id")
      LIMIT 2
      """
    } results: {
      """
      ┌───┬──────────┬─────┬──────┐
      │ 1 │ "Ada"    │ 3   │ true │
      │ 2 │ "nobody" │ nil │ nil  │
      └───┴──────────┴─────┴──────┘
      """
    }
  }

  @Test func `joined rows can be found by key`() {
    assertQuery(
      Reminder.join(RemindersList.all) { $0.remindersListID.eq($1.id) }.find(1).select {
        ($0.title, $1.title)
      }
    ) {
      """
      SELECT "reminders"."title", "remindersLists"."title"
      FROM "reminders"
      JOIN "remindersLists" ON ("reminders"."remindersListID") = ("remindersLists"."id")
      WHERE (("reminders"."id") IN ((1)))
      """
    } results: {
      """
      ┌─────────────┬────────────┐
      │ "Groceries" │ "Personal" │
      └─────────────┴────────────┘
      """
    }
  }

  @Test func `selected columns of a join can be mapped`() {
    assertQuery(
      RemindersList.select(\.title).join(Reminder.select(\.title)) { $0.id.eq($1.remindersListID) }
        .map { $0 + ": " + $1 }.limit(1)
    ) {
      """
      SELECT (("remindersLists"."title") || (': ')) || ("reminders"."title")
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      LIMIT 1
      """
    } results: {
      """
      ┌───────────────────────┐
      │ "Personal: Groceries" │
      └───────────────────────┘
      """
    }
  }

  @Test func `any statement can be joined`() {
    func titles(_ statement: some SelectStatementOf<Reminder>) -> some TypedSQL.Statement<
      (String, String)
    > {
      RemindersList.join(statement) { $0.id.eq($1.remindersListID) }.select { ($0.title, $1.title) }
    }
    assertQuery(
      titles(Reminder.where(\.isCompleted).limit(1))
    ) {
      """
      SELECT "remindersLists"."title", "reminders"."title"
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      WHERE ("reminders"."isCompleted")
      LIMIT 1
      """
    } results: {
      """
      ┌────────────┬───────────────┐
      │ "Personal" │ "Take a walk" │
      └────────────┴───────────────┘
      """
    }
  }

  @Test func `a join can have filtered aggregates`() {
    assertQuery(
      RemindersList.leftJoin(Reminder.all) { $0.id.eq($1.remindersListID) && !$1.isCompleted }
        .group { list, _ in list.id }
        .select { list, reminder in
          (list.title, reminder.id.count(), reminder.id.count(filter: reminder.isFlagged ?? false))
        }
    ) {
      """
      SELECT "remindersLists"."title", count("reminders"."id"), count("reminders"."id") FILTER (WHERE coalesce("reminders"."isFlagged", 0))
      FROM "remindersLists"
      LEFT JOIN "reminders" ON (("remindersLists"."id") = ("reminders"."remindersListID")) AND (NOT ("reminders"."isCompleted"))
      GROUP BY "remindersLists"."id"
      """
    } results: {
      """
      ┌────────────┬───┬───┐
      │ "Personal" │ 4 │ 1 │
      │ "Family"   │ 2 │ 1 │
      │ "Business" │ 1 │ 0 │
      └────────────┴───┴───┘
      """
    }
  }
}
