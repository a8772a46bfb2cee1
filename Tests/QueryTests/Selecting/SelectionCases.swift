import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of selections as types, and of mapping selected columns.
@Suite(.reminders) struct SelectionCases {
  @Test func `a selection has columns`() {
    assertQuery(
      Reminder.select { TitleAndFlag.Columns(title: $0.title, isFlagged: $0.isFlagged) }.limit(2)
    ) {
      """
      SELECT "reminders"."title" AS "title", "reminders"."isFlagged" AS "isFlagged"
      FROM "reminders"
      LIMIT 2
      """
    } results: {
      """
      ┌───────────────────────┐
      │ TitleAndFlag(         │
      │   title: "Groceries", │
      │   isFlagged: false    │
      │ )                     │
      ├───────────────────────┤
      │ TitleAndFlag(         │
      │   title: "Haircut",   │
      │   isFlagged: true     │
      │ )                     │
      └───────────────────────┘
      """
    }
  }

  @Test func `a selection can contain a whole row`() {
    assertQuery(
      RemindersList.group(by: \.id)
        .join(Reminder.all) { $0.id.eq($1.remindersListID) }
        .select { ListAndCount.Columns(list: $0, count: $1.id.count()) }
    ) {
      """
      SELECT "remindersLists"."id" AS "id", "remindersLists"."color" AS "color", "remindersLists"."title" AS "title", "remindersLists"."position" AS "position", count("reminders"."id") AS "count"
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      GROUP BY "remindersLists"."id"
      """
    } results: {
      """
      ┌────────────────────────┐
      │ ListAndCount(          │
      │   list: RemindersList( │
      │     id: 1,             │
      │     color: 4889071,    │
      │     title: "Personal", │
      │     position: 0        │
      │   ),                   │
      │   count: 5             │
      │ )                      │
      ├────────────────────────┤
      │ ListAndCount(          │
      │   list: RemindersList( │
      │     id: 2,             │
      │     color: 15567157,   │
      │     title: "Family",   │
      │     position: 1        │
      │   ),                   │
      │   count: 3             │
      │ )                      │
      ├────────────────────────┤
      │ ListAndCount(          │
      │   list: RemindersList( │
      │     id: 3,             │
      │     color: 11689427,   │
      │     title: "Business", │
      │     position: 2        │
      │   ),                   │
      │   count: 2             │
      │ )                      │
      └────────────────────────┘
      """
    }
  }

  @Test func `a selection can contain an optional row`() {
    assertQuery(
      Reminder.leftJoin(User.all) { $0.assignedUserID.eq($1.id) }
        .select { TitleAndUser.Columns(title: $0.title, user: $1) }
        .limit(2)
    ) {
      """
      SELECT "reminders"."title" AS "title", "users"."id" AS "id", "users"."name" AS "name"
      FROM "reminders"
      LEFT JOIN "users" ON ("reminders"."assignedUserID") = ("users"."id")
      LIMIT 2
      """
    } results: {
      """
      ┌───────────────────────┐
      │ TitleAndUser(         │
      │   title: "Groceries", │
      │   user: User(         │
      │     id: 1,            │
      │     name: "Ada"       │
      │   )                   │
      │ )                     │
      ├───────────────────────┤
      │ TitleAndUser(         │
      │   title: "Haircut",   │
      │   user: nil           │
      │ )                     │
      └───────────────────────┘
      """
    }
  }

  @Test func `a selection can contain expressions`() {
    assertQuery(
      Reminder.select { TitleAndFlag.Columns(title: $0.title + "!", isFlagged: !$0.isFlagged) }
        .where(\.isCompleted).limit(1)
    ) {
      """
      SELECT ("reminders"."title") || ('!') AS "title", NOT ("reminders"."isFlagged") AS "isFlagged"
      FROM "reminders"
      WHERE ("reminders"."isCompleted")
      LIMIT 1
      """
    } results: {
      """
      ┌──────────────────────────┐
      │ TitleAndFlag(            │
      │   title: "Take a walk!", │
      │   isFlagged: true        │
      │ )                        │
      └──────────────────────────┘
      """
    }
  }

  @Test func `selected columns can be mapped`() {
    assertQuery(
      Reminder.select { ($0.id, $0.title) }.map { ($1, $0) }.limit(2)
    ) {
      """
      SELECT "reminders"."title", "reminders"."id"
      FROM "reminders"
      LIMIT 2
      """
    } results: {
      """
      ┌─────────────┬───┐
      │ "Groceries" │ 1 │
      │ "Haircut"   │ 2 │
      └─────────────┴───┘
      """
    }
    assertQuery(
      Reminder.select { ($0.id, $0.title) }.map { $1 }.limit(1)
    ) {
      """
      SELECT "reminders"."title"
      FROM "reminders"
      LIMIT 1
      """
    } results: {
      """
      ┌─────────────┐
      │ "Groceries" │
      └─────────────┘
      """
    }
    assertQuery(
      Tag.select { ($0.id, $0.title) }.map { _, _ in }.limit(1)
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
    assertQuery(
      Reminder.select(\.id).map { $0 + 1 }.limit(1)
    ) {
      """
      SELECT ("reminders"."id") + (1)
      FROM "reminders"
      LIMIT 1
      """
    } results: {
      """
      ┌───┐
      │ 2 │
      └───┘
      """
    }
  }

  @Test func `selected columns can be mapped to a selection`() {
    assertQuery(
      Reminder.select { ($0.title, $0.isFlagged) }.map {
        TitleAndFlag.Columns(title: $0, isFlagged: $1)
      }.limit(1)
    ) {
      """
      SELECT "reminders"."title" AS "title", "reminders"."isFlagged" AS "isFlagged"
      FROM "reminders"
      LIMIT 1
      """
    } results: {
      """
      ┌───────────────────────┐
      │ TitleAndFlag(         │
      │   title: "Groceries", │
      │   isFlagged: false    │
      │ )                     │
      └───────────────────────┘
      """
    }
  }
}
