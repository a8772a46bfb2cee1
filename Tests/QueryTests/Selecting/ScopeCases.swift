import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of named statements, default scopes, and their combinations.
@Suite(.reminders) struct ScopeCases {
  @Test func `named conditions can be chained`() {
    assertQuery(
      Reminder.incomplete.select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE (NOT ("reminders"."isCompleted"))
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
    assertQuery(
      Reminder.where(\.isFlagged).incomplete.select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE ("reminders"."isFlagged") AND (NOT ("reminders"."isCompleted"))
      """
    } results: {
      """
      ┌───┐
      │ 2 │
      │ 6 │
      └───┘
      """
    }
    assertQuery(
      Reminder.limit(2).incomplete.select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE (NOT ("reminders"."isCompleted"))
      LIMIT 2
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      │ 2 │
      └───┘
      """
    }
  }

  @Test func `named conditions can be nested in others`() {
    assertQuery(
      Reminder.where(\.isFlagged).or(Reminder.incomplete).count()
    ) {
      """
      SELECT count(*)
      FROM "reminders"
      WHERE (("reminders"."isFlagged") OR (NOT ("reminders"."isCompleted")))
      """
    } results: {
      """
      ┌───┐
      │ 7 │
      └───┘
      """
    }
  }

  @Test func `static functions can be called on statements`() {
    assertQuery(
      Reminder.searching("o").select(\.title)
    ) {
      """
      SELECT "reminders"."title"
      FROM "reminders"
      WHERE (("reminders"."title" LIKE '%o%')) AND (NOT ("reminders"."isCompleted"))
      """
    } results: {
      """
      ┌────────────────────────────┐
      │ "Groceries"                │
      │ "Doctor appointment"       │
      │ "Buy concert tickets"      │
      │ "Pick up kids from school" │
      │ "Take out trash"           │
      │ "Call accountant"          │
      └────────────────────────────┘
      """
    }
  }

  @Test func `named statements can be chained`() {
    assertQuery(
      RemindersList.withReminderCount
    ) {
      """
      SELECT count("reminders"."id")
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      GROUP BY "remindersLists"."id"
      """
    } results: {
      """
      ┌───┐
      │ 5 │
      │ 3 │
      │ 2 │
      └───┘
      """
    }
    assertQuery(
      RemindersList.limit(2).select(\.title).withReminderCount
    ) {
      """
      SELECT "remindersLists"."title", count("reminders"."id")
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      GROUP BY "remindersLists"."id"
      LIMIT 2
      """
    } results: {
      """
      ┌────────────┬───┐
      │ "Personal" │ 5 │
      │ "Family"   │ 3 │
      └────────────┴───┘
      """
    }
    assertQuery(
      RemindersList.where { $0.id < 3 }.withReminderCount.select(\.title)
    ) {
      """
      SELECT count("reminders"."id"), "remindersLists"."title"
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      WHERE (("remindersLists"."id") < (3))
      GROUP BY "remindersLists"."id"
      """
    } results: {
      """
      ┌───┬────────────┐
      │ 5 │ "Personal" │
      │ 3 │ "Family"   │
      └───┴────────────┘
      """
    }
  }

  @Test func `a named order can be chained`() {
    assertQuery(
      Tag.byTitle.limit(2)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      ORDER BY "tags"."title"
      LIMIT 2
      """
    } results: {
      """
      ┌─────────────────┐
      │ Tag(            │
      │   id: 1,        │
      │   title: "car"  │
      │ )               │
      ├─────────────────┤
      │ Tag(            │
      │   id: 2,        │
      │   title: "kids" │
      │ )               │
      └─────────────────┘
      """
    }
    assertQuery(
      Tag.where { $0.id > 1 }.byTitle
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") > (1))
      ORDER BY "tags"."title"
      """
    } results: {
      """
      ┌─────────────────────┐
      │ Tag(                │
      │   id: 2,            │
      │   title: "kids"     │
      │ )                   │
      ├─────────────────────┤
      │ Tag(                │
      │   id: 4,            │
      │   title: "optional" │
      │ )                   │
      ├─────────────────────┤
      │ Tag(                │
      │   id: 3,            │
      │   title: "someday"  │
      │ )                   │
      └─────────────────────┘
      """
    }
  }

  @Test func `named joins can be chained`() {
    assertQuery(
      Reminder.withTags.select { ($0.title, $2.title.groupConcat()) }.limit(2)
    ) {
      """
      SELECT "reminders"."title", group_concat("tags"."title")
      FROM "reminders"
      LEFT JOIN "remindersTags" ON ("reminders"."id") = ("remindersTags"."reminderID")
      LEFT JOIN "tags" ON ("remindersTags"."tagID") = ("tags"."id")
      GROUP BY "reminders"."id"
      LIMIT 2
      """
    } results: {
      """
      ┌─────────────┬────────────────────┐
      │ "Groceries" │ "someday,optional" │
      │ "Haircut"   │ "someday,optional" │
      └─────────────┴────────────────────┘
      """
    }
    assertQuery(
      Reminder.where(\.isFlagged).withTags.select { ($0.title, $2.title.groupConcat()) }
    ) {
      """
      SELECT "reminders"."title", group_concat("tags"."title")
      FROM "reminders"
      LEFT JOIN "remindersTags" ON ("reminders"."id") = ("remindersTags"."reminderID")
      LEFT JOIN "tags" ON ("remindersTags"."tagID") = ("tags"."id")
      WHERE ("reminders"."isFlagged")
      GROUP BY "reminders"."id"
      """
    } results: {
      """
      ┌────────────────────────────┬────────────────────┐
      │ "Haircut"                  │ "someday,optional" │
      │ "Pick up kids from school" │ nil                │
      └────────────────────────────┴────────────────────┘
      """
    }
  }

  @Test func `statements can be combined`() {
    assertQuery(
      (Tag.where { $0.id < 3 } + Tag.byTitle).select(\.title)
    ) {
      """
      SELECT "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") < (3))
      ORDER BY "tags"."title"
      """
    } results: {
      """
      ┌────────┐
      │ "car"  │
      │ "kids" │
      └────────┘
      """
    }
  }

  @Test func `conditions are not repeated`() {
    assertQuery(
      Reminder.incomplete.incomplete.select(\.id).limit(1)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE (NOT ("reminders"."isCompleted"))
      LIMIT 1
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      └───┘
      """
    }
  }

  @Test func `none is not run`() {
    assertQuery(
      Reminder.none.select(\.id)
    ) {
      """

      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Reminder.none.where(\.isCompleted).count()
    ) {
      """

      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Reminder.none.delete().returning(\.id)
    ) {
      """

      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Reminder.none.update { $0.title = "" }.returning(\.id)
    ) {
      """

      """
    } results: {
      """
      (No results)
      """
    }
  }

  @Test func `a scope can be used with an alias`() {
    assertQuery(
      Reminder.incomplete.as(R.self).select(\.id).limit(1)
    ) {
      """
      SELECT "rs"."id"
      FROM "reminders" AS "rs"
      WHERE (NOT ("rs"."isCompleted"))
      LIMIT 1
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      └───┘
      """
    }
    assertQuery(
      Reminder.where(\.isFlagged).order(by: \.title).as(R.self).select(\.title)
    ) {
      """
      SELECT "rs"."title"
      FROM "reminders" AS "rs"
      WHERE ("rs"."isFlagged")
      ORDER BY "rs"."title"
      """
    } results: {
      """
      ┌────────────────────────────┐
      │ "Haircut"                  │
      │ "Pick up kids from school" │
      └────────────────────────────┘
      """
    }
  }
}

private enum R: AliasName {}

extension Reminder {
  static let incomplete = Self.where { !$0.isCompleted }

  static func searching(_ text: String) -> Where<Self> {
    Self.where { $0.title.like("%\(text)%") }.incomplete
  }

  static let withTags = group(by: \.id)
    .leftJoin(ReminderTag.all) { $0.id.eq($1.reminderID) }
    .leftJoin(Tag.all) { $1.tagID.eq($2.id) }
}

extension RemindersList {
  static let withReminderCount = group(by: \.id)
    .join(Reminder.all) { $0.id.eq($1.remindersListID) }
    .select { $1.id.count() }
}

extension Tag {
  static let byTitle = order(by: \.title)
}

@Table("tags") struct LiveTag: Equatable {
  static let all = Self.where { $0.title.neq("kids") }

  let id: Int
  var title = ""
}

@Table("tags") struct OrderedTag: Equatable {
  static let all = Self.order(by: \.title)

  let id: Int
  var title = ""
}
