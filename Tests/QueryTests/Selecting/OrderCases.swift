import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of the order of rows.
@Suite(.reminders) struct OrderCases {
  @Test func `rows are ordered by a column`() {
    assertQuery(
      Tag.order(by: \.title)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      ORDER BY "tags"."title"
      """
    } results: {
      """
      ┌─────────────────────┐
      │ Tag(                │
      │   id: 1,            │
      │   title: "car"      │
      │ )                   │
      ├─────────────────────┤
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

  @Test func `rows are ordered by several columns`() {
    assertQuery(
      Reminder.order { ($0.isCompleted, $0.title) }.select(\.id).limit(3)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      ORDER BY "reminders"."isCompleted", "reminders"."title"
      LIMIT 3
      """
    } results: {
      """
      ┌───┐
      │ 5 │
      │ 9 │
      │ 3 │
      └───┘
      """
    }
  }

  @Test func `an order has directions`() {
    assertQuery(
      Tag.order { $0.title.desc() }
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      ORDER BY "tags"."title" DESC
      """
    } results: {
      """
      ┌─────────────────────┐
      │ Tag(                │
      │   id: 3,            │
      │   title: "someday"  │
      │ )                   │
      ├─────────────────────┤
      │ Tag(                │
      │   id: 4,            │
      │   title: "optional" │
      │ )                   │
      ├─────────────────────┤
      │ Tag(                │
      │   id: 2,            │
      │   title: "kids"     │
      │ )                   │
      ├─────────────────────┤
      │ Tag(                │
      │   id: 1,            │
      │   title: "car"      │
      │ )                   │
      └─────────────────────┘
      """
    }
    assertQuery(
      Reminder.order { ($0.isCompleted.asc(), $0.dueDate.desc(nulls: .first)) }.select(\.id).limit(
        3
      )
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      ORDER BY "reminders"."isCompleted" ASC, "reminders"."dueDate" DESC NULLS FIRST
      LIMIT 3
      """
    } results: {
      """
      ┌───┐
      │ 5 │
      │ 8 │
      │ 6 │
      └───┘
      """
    }
    assertQuery(
      Reminder.order { $0.priority.asc(nulls: .last) }.select(\.id).limit(2)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      ORDER BY "reminders"."priority" ASC NULLS LAST
      LIMIT 2
      """
    } results: {
      """
      ┌────┐
      │ 7  │
      │ 10 │
      └────┘
      """
    }
  }

  @Test func `the direction can be an argument`() {
    assertQuery(
      Tag.order(by: \.title, .descending).select(\.title)
    ) {
      """
      SELECT "tags"."title"
      FROM "tags"
      ORDER BY "tags"."title" DESC
      """
    } results: {
      """
      ┌────────────┐
      │ "someday"  │
      │ "optional" │
      │ "kids"     │
      │ "car"      │
      └────────────┘
      """
    }
  }

  @Test func `orders are appended`() {
    assertQuery(
      Reminder.order(by: \.isFlagged).order { $0.id.desc() }.select(\.id).limit(2)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      ORDER BY "reminders"."isFlagged", "reminders"."id" DESC
      LIMIT 2
      """
    } results: {
      """
      ┌────┐
      │ 10 │
      │ 9  │
      └────┘
      """
    }
  }

  @Test func `an order can depend on a condition`() {
    let isDescending = true
    assertQuery(
      Tag.order {
        if isDescending {
          $0.title.desc()
        } else {
          $0.title
        }
      }
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      ORDER BY "tags"."title" DESC
      """
    } results: {
      """
      ┌─────────────────────┐
      │ Tag(                │
      │   id: 3,            │
      │   title: "someday"  │
      │ )                   │
      ├─────────────────────┤
      │ Tag(                │
      │   id: 4,            │
      │   title: "optional" │
      │ )                   │
      ├─────────────────────┤
      │ Tag(                │
      │   id: 2,            │
      │   title: "kids"     │
      │ )                   │
      ├─────────────────────┤
      │ Tag(                │
      │   id: 1,            │
      │   title: "car"      │
      │ )                   │
      └─────────────────────┘
      """
    }
    assertQuery(
      Tag.order {
        if !isDescending { $0.title }
      }
      .limit(1)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      LIMIT 1
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

  @Test func `an order can depend on a switch`() {
    enum Ordering { case title, date }
    let ordering = Ordering.date
    assertQuery(
      Reminder.order {
        switch ordering {
        case .title: $0.title
        case .date: ($0.dueDate.asc(nulls: .last), $0.id)
        }
      }
      .select(\.id)
      .limit(2)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      ORDER BY "reminders"."dueDate" ASC NULLS LAST, "reminders"."id"
      LIMIT 2
      """
    } results: {
      """
      ┌───┐
      │ 4 │
      │ 2 │
      └───┘
      """
    }
  }

  @Test func `an order can have several lines`() {
    assertQuery(
      Reminder.order {
        $0.isCompleted
        $0.title.collate(.nocase).desc()
      }
      .select(\.id)
      .limit(2)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      ORDER BY "reminders"."isCompleted", "reminders"."title" COLLATE "NOCASE" DESC
      LIMIT 2
      """
    } results: {
      """
      ┌───┐
      │ 8 │
      │ 6 │
      └───┘
      """
    }
  }

  @Test func `rows are ordered by an expression`() {
    assertQuery(
      Tag.order { $0.title.length().desc() }.select(\.title)
    ) {
      """
      SELECT "tags"."title"
      FROM "tags"
      ORDER BY length("tags"."title") DESC
      """
    } results: {
      """
      ┌────────────┐
      │ "optional" │
      │ "someday"  │
      │ "kids"     │
      │ "car"      │
      └────────────┘
      """
    }
  }

  @Test func `rows can be ordered at random`() {
    assertQuery(
      Tag.order { _ in #sql("random()", as: Int.self) }.select { $0.id.count() }
    ) {
      """
      SELECT count("tags"."id")
      FROM "tags"
      ORDER BY random()
      """
    } results: {
      """
      ┌───┐
      │ 4 │
      └───┘
      """
    }
  }

  @Test func `rows are ordered by a joined table`() {
    assertQuery(
      Reminder.join(RemindersList.all) { $0.remindersListID.eq($1.id) }
        .order { ($1.title, $0.title.desc()) }
        .select { ($1.title, $0.title) }
        .limit(3)
    ) {
      """
      SELECT "remindersLists"."title", "reminders"."title"
      FROM "reminders"
      JOIN "remindersLists" ON ("reminders"."remindersListID") = ("remindersLists"."id")
      ORDER BY "remindersLists"."title", "reminders"."title" DESC
      LIMIT 3
      """
    } results: {
      """
      ┌────────────┬──────────────────────┐
      │ "Business" │ "Send weekly emails" │
      │ "Business" │ "Call accountant"    │
      │ "Family"   │ "Take out trash"     │
      └────────────┴──────────────────────┘
      """
    }
  }

  @Test func `rows are ordered by a count of a joined table`() {
    assertQuery(
      RemindersList.group(by: \.id)
        .join(Reminder.all) { $0.id.eq($1.remindersListID) }
        .order { $1.id.count().desc() }
        .select { ($0.title, $1.id.count()) }
    ) {
      """
      SELECT "remindersLists"."title", count("reminders"."id")
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      GROUP BY "remindersLists"."id"
      ORDER BY count("reminders"."id") DESC
      """
    } results: {
      """
      ┌────────────┬───┐
      │ "Personal" │ 5 │
      │ "Family"   │ 3 │
      │ "Business" │ 2 │
      └────────────┴───┘
      """
    }
  }
}
