import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of joins of every kind, with tables, conditions and statements.
@Suite(.reminders) struct JoinCases {
  @Test func `an inner join finds matching rows`() {
    assertQuery(
      RemindersList.join(Reminder.all) { $0.id.eq($1.remindersListID) }.select {
        ($0.title, $1.title)
      }.limit(2)
    ) {
      """
      SELECT "remindersLists"."title", "reminders"."title"
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      LIMIT 2
      """
    } results: {
      """
      ┌────────────┬─────────────┐
      │ "Personal" │ "Groceries" │
      │ "Personal" │ "Haircut"   │
      └────────────┴─────────────┘
      """
    }
  }

  @Test func `a join takes a labelled condition`() {
    assertQuery(
      RemindersList.join(Reminder.all, on: { $0.id == $1.remindersListID }).select { $1.title }
        .limit(1)
    ) {
      """
      SELECT "reminders"."title"
      FROM "remindersLists"
      JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
      LIMIT 1
      """
    } results: {
      """
      ┌─────────────┐
      │ "Groceries" │
      └─────────────┘
      """
    }
  }

  @Test func `an inner join decodes whole rows`() {
    assertQuery(
      Milestone.join(RemindersList.all) { $0.remindersListID.eq($1.id) }
    ) {
      """
      SELECT "milestones"."id", "milestones"."remindersListID", "milestones"."title", "remindersLists"."id", "remindersLists"."color", "remindersLists"."title", "remindersLists"."position"
      FROM "milestones"
      JOIN "remindersLists" ON ("milestones"."remindersListID") = ("remindersLists"."id")
      """
    } results: {
      """
      ┌───────────────────────┬──────────────────────┐
      │ Milestone(            │ RemindersList(       │
      │   id: 1,              │   id: 1,             │
      │   remindersListID: 1, │   color: 4889071,    │
      │   title: "Phase 1"    │   title: "Personal", │
      │ )                     │   position: 0        │
      │                       │ )                    │
      ├───────────────────────┼──────────────────────┤
      │ Milestone(            │ RemindersList(       │
      │   id: 2,              │   id: 1,             │
      │   remindersListID: 1, │   color: 4889071,    │
      │   title: "Phase 2"    │   title: "Personal", │
      │ )                     │   position: 0        │
      │                       │ )                    │
      ├───────────────────────┼──────────────────────┤
      │ Milestone(            │ RemindersList(       │
      │   id: 3,              │   id: 2,             │
      │   remindersListID: 2, │   color: 15567157,   │
      │   title: "Phase 1"    │   title: "Family",   │
      │ )                     │   position: 1        │
      │                       │ )                    │
      └───────────────────────┴──────────────────────┘
      """
    }
  }

  @Test func `a whole row can be selected beside a column`() {
    assertQuery(
      Milestone.join(RemindersList.all) { $0.remindersListID.eq($1.id) }.select { ($0, $1.title) }
    ) {
      """
      SELECT "milestones"."id", "milestones"."remindersListID", "milestones"."title", "remindersLists"."title"
      FROM "milestones"
      JOIN "remindersLists" ON ("milestones"."remindersListID") = ("remindersLists"."id")
      """
    } results: {
      """
      ┌───────────────────────┬────────────┐
      │ Milestone(            │ "Personal" │
      │   id: 1,              │            │
      │   remindersListID: 1, │            │
      │   title: "Phase 1"    │            │
      │ )                     │            │
      ├───────────────────────┼────────────┤
      │ Milestone(            │ "Personal" │
      │   id: 2,              │            │
      │   remindersListID: 1, │            │
      │   title: "Phase 2"    │            │
      │ )                     │            │
      ├───────────────────────┼────────────┤
      │ Milestone(            │ "Family"   │
      │   id: 3,              │            │
      │   remindersListID: 2, │            │
      │   title: "Phase 1"    │            │
      │ )                     │            │
      └───────────────────────┴────────────┘
      """
    }
  }

  @Test func `a left join keeps rows without a match`() {
    assertQuery(
      Reminder.leftJoin(User.all) { $0.assignedUserID.eq($1.id) }.select { ($0.title, $1.name) }
        .limit(2)
    ) {
      """
      SELECT "reminders"."title", "users"."name"
      FROM "reminders"
      LEFT JOIN "users" ON ("reminders"."assignedUserID") = ("users"."id")
      LIMIT 2
      """
    } results: {
      """
      ┌─────────────┬───────┐
      │ "Groceries" │ "Ada" │
      │ "Haircut"   │ nil   │
      └─────────────┴───────┘
      """
    }
  }

  @Test func `a left join decodes an optional row`() {
    assertQuery(
      Milestone.leftJoin(User.all) { $0.id.eq($1.id) }
    ) {
      """
      SELECT "milestones"."id", "milestones"."remindersListID", "milestones"."title", "users"."id", "users"."name"
      FROM "milestones"
      LEFT JOIN "users" ON ("milestones"."id") = ("users"."id")
      """
    } results: {
      """
      ┌───────────────────────┬─────────────────┐
      │ Milestone(            │ User(           │
      │   id: 1,              │   id: 1,        │
      │   remindersListID: 1, │   name: "Ada"   │
      │   title: "Phase 1"    │ )               │
      │ )                     │                 │
      ├───────────────────────┼─────────────────┤
      │ Milestone(            │ User(           │
      │   id: 2,              │   id: 2,        │
      │   remindersListID: 1, │   name: "Grace" │
      │   title: "Phase 2"    │ )               │
      │ )                     │                 │
      ├───────────────────────┼─────────────────┤
      │ Milestone(            │ nil             │
      │   id: 3,              │                 │
      │   remindersListID: 2, │                 │
      │   title: "Phase 1"    │                 │
      │ )                     │                 │
      └───────────────────────┴─────────────────┘
      """
    }
  }

  @Test func `an optional row can be selected`() {
    assertQuery(
      Reminder.leftJoin(User.all) { $0.assignedUserID.is($1.id) }.select { ($0.id, $1) }.limit(2)
    ) {
      """
      SELECT "reminders"."id", "users"."id", "users"."name"
      FROM "reminders"
      LEFT JOIN "users" ON ("reminders"."assignedUserID") IS ("users"."id")
      LIMIT 2
      """
    } results: {
      """
      ┌───┬───────────────┐
      │ 1 │ User(         │
      │   │   id: 1,      │
      │   │   name: "Ada" │
      │   │ )             │
      ├───┼───────────────┤
      │ 2 │ nil           │
      └───┴───────────────┘
      """
    }
  }

  @Test func `right`() {
    assertQuery(
      User.rightJoin(Reminder.all) { $0.id.is($1.assignedUserID) }
        .order { ($0.name.desc(), $1.id) }
        .select { ($0.name, $1.title) }
        .limit(2)
    ) {
      """
      SELECT "users"."name", "reminders"."title"
      FROM "users"
      RIGHT JOIN "reminders" ON ("users"."id") IS ("reminders"."assignedUserID")
      ORDER BY "users"."name" DESC, "reminders"."id"
      LIMIT 2
      """
    } results: {
      """
      ┌─────────┬───────────────────┐
      │ "Grace" │ "Call accountant" │
      │ "Ada"   │ "Groceries"       │
      └─────────┴───────────────────┘
      """
    }
  }

  @Test func `a right join decodes an optional row`() {
    assertQuery(
      User.rightJoin(Tag.all) { $0.id.eq($1.id) }
    ) {
      """
      SELECT "users"."id", "users"."name", "tags"."id", "tags"."title"
      FROM "users"
      RIGHT JOIN "tags" ON ("users"."id") = ("tags"."id")
      """
    } results: {
      """
      ┌─────────────────┬─────────────────────┐
      │ User(           │ Tag(                │
      │   id: 1,        │   id: 1,            │
      │   name: "Ada"   │   title: "car"      │
      │ )               │ )                   │
      ├─────────────────┼─────────────────────┤
      │ User(           │ Tag(                │
      │   id: 2,        │   id: 2,            │
      │   name: "Grace" │   title: "kids"     │
      │ )               │ )                   │
      ├─────────────────┼─────────────────────┤
      │ nil             │ Tag(                │
      │                 │   id: 3,            │
      │                 │   title: "someday"  │
      │                 │ )                   │
      ├─────────────────┼─────────────────────┤
      │ nil             │ Tag(                │
      │                 │   id: 4,            │
      │                 │   title: "optional" │
      │                 │ )                   │
      └─────────────────┴─────────────────────┘
      """
    }
  }

  @Test func `a full join keeps the rows of both sides`() {
    assertQuery(
      User.fullJoin(Milestone.where { $0.id > 1 }) { $0.id.eq($1.id) }.select { ($0, $1.title) }
    ) {
      """
      SELECT "users"."id", "users"."name", "milestones"."title"
      FROM "users"
      FULL JOIN "milestones" ON ("users"."id") = ("milestones"."id")
      WHERE (("milestones"."id") > (1))
      """
    } results: {
      """
      ┌─────────────────┬───────────┐
      │ User(           │ "Phase 2" │
      │   id: 2,        │           │
      │   name: "Grace" │           │
      │ )               │           │
      ├─────────────────┼───────────┤
      │ nil             │ "Phase 1" │
      └─────────────────┴───────────┘
      """
    }
  }

  @Test func `rows without a match can be filtered`() {
    assertQuery(
      Reminder.leftJoin(User.all) { $0.assignedUserID.eq($1.id) }.where { $1.id.is(nil) }.select {
        reminder,
        _ in reminder.id
      }
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      LEFT JOIN "users" ON ("reminders"."assignedUserID") = ("users"."id")
      WHERE (("users"."id") IS (NULL))
      """
    } results: {
      """
      ┌────┐
      │ 2  │
      │ 3  │
      │ 4  │
      │ 5  │
      │ 6  │
      │ 7  │
      │ 8  │
      │ 10 │
      └────┘
      """
    }
  }

  @Test func `a table can be joined with itself`() {
    assertQuery(
      Reminder.join(Reminder.as(Others.self).all) { $0.priority.eq($1.priority) && $0.id < $1.id }
        .select { ($0.title, $1.title) }
    ) {
      """
      SELECT "reminders"."title", "otherses"."title"
      FROM "reminders"
      JOIN "reminders" AS "otherses" ON (("reminders"."priority") = ("otherses"."priority")) AND (("reminders"."id") < ("otherses"."id"))
      """
    } results: {
      """
      ┌────────────────────────────┬────────────────────────────┐
      │ "Doctor appointment"       │ "Pick up kids from school" │
      │ "Doctor appointment"       │ "Take out trash"           │
      │ "Pick up kids from school" │ "Take out trash"           │
      └────────────────────────────┴────────────────────────────┘
      """
    }
  }

  @Test func `both sides can have an alias`() {
    assertQuery(
      Tag.as(First.self).leftJoin(Tag.as(Others.self).all) { $0.id + 1 == $1.id }.select {
        ($0.title, $1.title)
      }
    ) {
      """
      SELECT "firsts"."title", "otherses"."title"
      FROM "tags" AS "firsts"
      LEFT JOIN "tags" AS "otherses" ON (("firsts"."id") + (1)) = ("otherses"."id")
      """
    } results: {
      """
      ┌────────────┬────────────┐
      │ "car"      │ "kids"     │
      │ "kids"     │ "someday"  │
      │ "someday"  │ "optional" │
      │ "optional" │ nil        │
      └────────────┴────────────┘
      """
    }
  }

  @Test func `a whole row of an alias is decoded`() {
    assertQuery(
      Tag.as(First.self).where { $0.id.eq(2) }
    ) {
      """
      SELECT "firsts"."id", "firsts"."title"
      FROM "tags" AS "firsts"
      WHERE (("firsts"."id") = (2))
      """
    } results: {
      """
      ┌─────────────────┐
      │ Tag(            │
      │   id: 2,        │
      │   title: "kids" │
      │ )               │
      └─────────────────┘
      """
    }
  }
}

private enum Others: AliasName {}

private enum First: AliasName {}

@Selection struct ReminderRow: Equatable {
  let title: String
  let list: RemindersList
  let tagsCount: Int
}

extension User.TableColumns {
  var isShort: some QueryExpression<Bool> { name.length() < 4 }
}
