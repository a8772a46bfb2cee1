import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of the operators in conditions.
@Suite(.reminders) struct WhereOperatorCases {
  @Test func `conditions are combined by operators and methods`() {
    assertQuery(
      Reminder.where { ($0.isCompleted || $0.isFlagged) && !($0.id > 5) }.select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE ((("reminders"."isCompleted") OR ("reminders"."isFlagged")) AND (NOT (("reminders"."id") > (5))))
      """
    } results: {
      """
      ┌───┐
      │ 2 │
      │ 4 │
      └───┘
      """
    }
    assertQuery(
      Reminder.where { $0.isCompleted.and($0.isFlagged.not()).or($0.id.eq(1)) }.select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE ((("reminders"."isCompleted") AND (NOT ("reminders"."isFlagged"))) OR (("reminders"."id") = (1)))
      """
    } results: {
      """
      ┌────┐
      │ 1  │
      │ 4  │
      │ 7  │
      │ 10 │
      └────┘
      """
    }
  }

  @Test func `NULL is compared as a value`() {
    assertQuery(
      Reminder.where { $0.assignedUserID.isNot(nil) }.select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE (("reminders"."assignedUserID") IS NOT (NULL))
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      │ 9 │
      └───┘
      """
    }
    assertQuery(
      Reminder.where { $0.dueDate == nil }.select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE (("reminders"."dueDate") IS (NULL))
      """
    } results: {
      """
      ┌───┐
      │ 5 │
      └───┘
      """
    }
  }

  @Test func `an optional value is compared as a value or as NULL`() {
    let userID: Int? = 1
    let noUserID: Int? = nil
    assertQuery(
      Reminder.where { $0.assignedUserID.is(userID) }.select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE (("reminders"."assignedUserID") IS (1))
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      └───┘
      """
    }
    assertQuery(
      Reminder.where { $0.assignedUserID.is(noUserID) }.count()
    ) {
      """
      SELECT count(*)
      FROM "reminders"
      WHERE (("reminders"."assignedUserID") IS (NULL))
      """
    } results: {
      """
      ┌───┐
      │ 8 │
      └───┘
      """
    }
    assertQuery(
      Reminder.where { $0.assignedUserID.eq(userID) }.count()
    ) {
      """
      SELECT count(*)
      FROM "reminders"
      WHERE (("reminders"."assignedUserID") = (1))
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      └───┘
      """
    }
  }

  @Test func `rows are found by values in a list`() {
    assertQuery(
      Tag.where { $0.id.in([1, 3]) }
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") IN ((1), (3)))
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
      │   id: 3,           │
      │   title: "someday" │
      │ )                  │
      └────────────────────┘
      """
    }
    assertQuery(
      Tag.where { $0.id.in([Int]()) }
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") IN ())
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Tag.where { !$0.title.in(["car", "kids"]) }
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (NOT (("tags"."title") IN (('car'), ('kids'))))
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

  @Test func `rows are found by values in a subquery`() {
    assertQuery(
      Tag.where { $0.id.in(ReminderTag.select(\.tagID)) }
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") IN (SELECT "remindersTags"."tagID"
      FROM "remindersTags"))
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
    assertQuery(
      Reminder.where { $0.id.notIn(ReminderTag.select { $0.reminderID }) }.select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE (("reminders"."id") NOT IN (SELECT "remindersTags"."reminderID"
      FROM "remindersTags"))
      """
    } results: {
      """
      ┌────┐
      │ 3  │
      │ 5  │
      │ 6  │
      │ 7  │
      │ 8  │
      │ 9  │
      │ 10 │
      └────┘
      """
    }
  }

  @Test func `a column is compared with a subquery`() {
    assertQuery(
      Reminder.where { $0.id == Reminder.select { $0.id.max() } }.select(\.title)
    ) {
      """
      SELECT "reminders"."title"
      FROM "reminders"
      WHERE (("reminders"."id") IS ((
        SELECT max("reminders"."id")
        FROM "reminders"
      )))
      """
    } results: {
      """
      ┌──────────────────────┐
      │ "Send weekly emails" │
      └──────────────────────┘
      """
    }
  }

  @Test func `rows are found by the existence of others`() {
    assertQuery(
      RemindersList.where { list in Milestone.where { $0.remindersListID.eq(list.id) }.exists() }
        .select(\.title)
    ) {
      """
      SELECT "remindersLists"."title"
      FROM "remindersLists"
      WHERE (EXISTS (
        SELECT "milestones"."id", "milestones"."remindersListID", "milestones"."title"
        FROM "milestones"
        WHERE (("milestones"."remindersListID") = ("remindersLists"."id"))
      ))
      """
    } results: {
      """
      ┌────────────┐
      │ "Family"   │
      │ "Personal" │
      └────────────┘
      """
    }
    assertQuery(
      RemindersList.where { list in !Milestone.where { $0.remindersListID.eq(list.id) }.exists() }
        .select(\.title)
    ) {
      """
      SELECT "remindersLists"."title"
      FROM "remindersLists"
      WHERE (NOT (EXISTS (
        SELECT "milestones"."id", "milestones"."remindersListID", "milestones"."title"
        FROM "milestones"
        WHERE (("milestones"."remindersListID") = ("remindersLists"."id"))
      )))
      """
    } results: {
      """
      ┌────────────┐
      │ "Business" │
      └────────────┘
      """
    }
    assertQuery(
      Values(Tag.where { $0.title.eq("nobody") }.exists())
    ) {
      """
      SELECT EXISTS (
        SELECT "tags"."id", "tags"."title"
        FROM "tags"
        WHERE (("tags"."title") = ('nobody'))
      )
      """
    } results: {
      """
      ┌───────┐
      │ false │
      └───────┘
      """
    }
  }

  @Test func `patterns of LIKE and GLOB`() {
    assertQuery(
      Tag.where { $0.title.like("%s%") }.select(\.title)
    ) {
      """
      SELECT "tags"."title"
      FROM "tags"
      WHERE (("tags"."title" LIKE '%s%'))
      """
    } results: {
      """
      ┌───────────┐
      │ "kids"    │
      │ "someday" │
      └───────────┘
      """
    }
    assertQuery(
      Reminder.where { $0.title.glob("Take*") }.select(\.title),
      onlyOnSQLite: .glob
    ) {
      """
      SELECT "reminders"."title"
      FROM "reminders"
      WHERE (("reminders"."title" GLOB 'Take*'))
      """
    } results: {
      """
      ┌──────────────────┐
      │ "Take a walk"    │
      │ "Take out trash" │
      └──────────────────┘
      """
    }
  }

  @Test func `rows are found by a range`() {
    assertQuery(
      Reminder.where { $0.id.between(2, and: 4) }.select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE ("reminders"."id" BETWEEN 2 AND 4)
      """
    } results: {
      """
      ┌───┐
      │ 2 │
      │ 3 │
      │ 4 │
      └───┘
      """
    }
  }

  @Test func `whole rows are compared`() {
    assertQuery(
      Tag.where { $0.eq(Tag(id: 1, title: "car")) }
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id", "tags"."title") = (1, 'car'))
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

  @Test func `SQL text can be a condition`() {
    let word = "it's"
    assertQuery(
      Reminder.where { #sql("\($0.title) LIKE \(bind: "%" + word)") || #sql("\($0.id) = 1") }
        .select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE (("reminders"."title" LIKE '%it''s') OR ("reminders"."id" = 1))
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      └───┘
      """
    }
  }
}
