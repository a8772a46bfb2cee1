import LiveSQL
import LiveSQLTestSupport
import Testing

/// Groups, order, and how many rows.
@Suite(.reminders) struct OrderCases {
  @Test func `by a column`() {
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

  @Test func `by several columns`() {
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

  @Test func `in a direction`() {
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

  @Test func `in a direction that is an argument`() {
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

  @Test func `order after order`() {
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

  @Test func `an order that depends`() {
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

  @Test func `an order of a switch`() {
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

  @Test func `an order of several lines`() {
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

  @Test func `an order of an expression`() {
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

  @Test func `at random`() {
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

  @Test func `ordered by a joined table`() {
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

  @Test func `ordered by the count of a joined table`() {
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

  @Test func `groups of a column`() {
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

  @Test func `groups of several columns`() {
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

  @Test func `groups after groups`() {
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

  @Test func `groups of an expression`() {
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

  @Test func `groups that are kept`() {
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

  @Test func `groups that are kept by several conditions`() {
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

  @Test func `groups by the columns of a join`() {
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

  @Test func `some rows`() {
    assertQuery(
      Tag.limit(2)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
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
      Tag.limit(2).offset(1)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      LIMIT 2 OFFSET 1
      """
    } results: {
      """
      ┌────────────────────┐
      │ Tag(               │
      │   id: 2,           │
      │   title: "kids"    │
      │ )                  │
      ├────────────────────┤
      │ Tag(               │
      │   id: 3,           │
      │   title: "someday" │
      │ )                  │
      └────────────────────┘
      """
    }
    assertQuery(
      Tag.offset(3)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      LIMIT -1 OFFSET 3
      """
    } results: {
      """
      ┌─────────────────────┐
      │ Tag(                │
      │   id: 4,            │
      │   title: "optional" │
      │ )                   │
      └─────────────────────┘
      """
    }
    assertQuery(
      Tag.limit(2, offset: 2)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      LIMIT 2 OFFSET 2
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
      └─────────────────────┘
      """
    }
  }

  @Test func `the last limit counts`() {
    assertQuery(
      Tag.limit(1).limit(3).select(\.id)
    ) {
      """
      SELECT "tags"."id"
      FROM "tags"
      LIMIT 3
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      │ 2 │
      │ 3 │
      └───┘
      """
    }
  }

  @Test func `nil is no limit`() {
    let count: Int? = nil
    assertQuery(
      Tag.limit(count).offset(count)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
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
      │   id: 3,            │
      │   title: "someday"  │
      │ )                   │
      ├─────────────────────┤
      │ Tag(                │
      │   id: 4,            │
      │   title: "optional" │
      │ )                   │
      └─────────────────────┘
      """
    }
  }

  @Test func `the number of rows as an expression`() {
    assertQuery(
      Tag.limit { _ in #sql("1 + 1", as: Int.self) }.offset { _ in 1 }
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      LIMIT 1 + 1 OFFSET 1
      """
    } results: {
      """
      ┌────────────────────┐
      │ Tag(               │
      │   id: 2,           │
      │   title: "kids"    │
      │ )                  │
      ├────────────────────┤
      │ Tag(               │
      │   id: 3,           │
      │   title: "someday" │
      │ )                  │
      └────────────────────┘
      """
    }
  }

  @Test func `the number of rows as a subquery`() {
    assertQuery(
      Tag.limit { _ in RemindersList.count() }
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      LIMIT (
        SELECT count(*)
        FROM "remindersLists"
      )
      """
    } results: {
      """
      ┌────────────────────┐
      │ Tag(               │
      │   id: 1,           │
      │   title: "car"     │
      │ )                  │
      ├────────────────────┤
      │ Tag(               │
      │   id: 2,           │
      │   title: "kids"    │
      │ )                  │
      ├────────────────────┤
      │ Tag(               │
      │   id: 3,           │
      │   title: "someday" │
      │ )                  │
      └────────────────────┘
      """
    }
  }

  @Test func `counting rows`() {
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

  @Test func `counting some rows`() {
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

  @Test func `counting beside columns`() {
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

  @Test func `counting joined rows`() {
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

  @Test func `aggregates`() {
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
