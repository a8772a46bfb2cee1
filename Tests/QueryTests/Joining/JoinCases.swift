import LiveSQL
import LiveSQLTestSupport
import Testing

/// Joins of every kind, of tables, conditions and statements.
@Suite(.reminders) struct JoinCases {
  @Test func `inner`() {
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

  @Test func `with a label`() {
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

  @Test func `whole rows of both`() {
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

  @Test func `a whole row beside a column`() {
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

  @Test func `left`() {
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

  @Test func `left, with whole rows`() {
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

  @Test func `left, with an optional row selected`() {
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
      User.rightJoin(Reminder.all) { $0.id.is($1.assignedUserID) }.select { ($0.name, $1.title) }
        .limit(2)
    ) {
      """
      SELECT "users"."name", "reminders"."title"
      FROM "users"
      RIGHT JOIN "reminders" ON ("users"."id") IS ("reminders"."assignedUserID")
      LIMIT 2
      """
    } results: {
      """
      ┌─────────┬───────────────────┐
      │ "Ada"   │ "Groceries"       │
      │ "Grace" │ "Call accountant" │
      └─────────┴───────────────────┘
      """
    }
  }

  @Test func `right, with whole rows`() {
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

  @Test func `full`() {
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

  @Test func `rows without a partner`() {
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

  @Test func `an alias for oneself`() {
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

  @Test func `aliases on both sides`() {
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

  @Test func `an alias is selected as a whole`() {
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

  @Test func `conditions of the other side`() {
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

  @Test func `conditions of both sides`() {
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

  @Test func `columns of both sides`() {
    assertQuery(
      RemindersList.select(\.title).join(Reminder.select { ($0.id, $0.title) }) {
        $0.id.eq($1.remindersListID)
      }.limit(2)
    ) {
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

  @Test func `columns of the other side only`() {
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

  @Test func `order, groups and limit of both sides`() {
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

  @Test func `three tables`() {
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

  @Test func `three tables with names for their columns`() {
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

  @Test func `four tables`() {
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
        .limit(2)
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

  @Test func `a joined statement that has a join`() {
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

  @Test func `a join on all rows`() {
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

  @Test func `a join under several conditions`() {
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

  @Test func `distinct rows of a join`() {
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

  @Test func `members of an optional row`() {
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

  @Test func `a key among joined rows`() {
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

  @Test func `what is mapped of a join`() {
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

  @Test func `from any statement`() {
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

  @Test func `a subquery beside a join`() {
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
