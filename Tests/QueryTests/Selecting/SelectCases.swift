import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// What is selected: columns, expressions, tuples, selections, distinct rows, and what they are mapped to.
@Suite(.reminders) struct SelectCases {
  @Test func `all rows of a table`() {
    assertQuery(
      Tag.all
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

  @Test func `a record type is a statement`() {
    assertQuery(
      Tag.where { _ in true }
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (1)
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

  @Test func `a column by its key path`() {
    assertQuery(
      Tag.select(\.title)
    ) {
      """
      SELECT "tags"."title"
      FROM "tags"
      """
    } results: {
      """
      ┌────────────┐
      │ "car"      │
      │ "kids"     │
      │ "someday"  │
      │ "optional" │
      └────────────┘
      """
    }
  }

  @Test func `a column by a closure`() {
    assertQuery(
      Tag.select { $0.id }
    ) {
      """
      SELECT "tags"."id"
      FROM "tags"
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      │ 2 │
      │ 3 │
      │ 4 │
      └───┘
      """
    }
  }

  @Test func `several columns`() {
    assertQuery(
      Reminder.select { ($0.id, $0.title, $0.isCompleted) }.limit(3)
    ) {
      """
      SELECT "reminders"."id", "reminders"."title", "reminders"."isCompleted"
      FROM "reminders"
      LIMIT 3
      """
    } results: {
      """
      ┌───┬──────────────────────┬───────┐
      │ 1 │ "Groceries"          │ false │
      │ 2 │ "Haircut"            │ false │
      │ 3 │ "Doctor appointment" │ false │
      └───┴──────────────────────┴───────┘
      """
    }
  }

  @Test func `six columns of different types`() {
    assertQuery(
      Reminder.select {
        ($0.id, $0.assignedUserID, $0.dueDate, $0.isFlagged, $0.priority, $0.title)
      }.limit(2)
    ) {
      """
      SELECT "reminders"."id", "reminders"."assignedUserID", "reminders"."dueDate", "reminders"."isFlagged", "reminders"."priority", "reminders"."title"
      FROM "reminders"
      LIMIT 2
      """
    } results: {
      """
      ┌───┬─────┬────────────────────────────────┬───────┬─────┬─────────────┐
      │ 1 │ 1   │ Date(2001-01-01T00:00:00.000Z) │ false │ nil │ "Groceries" │
      │ 2 │ nil │ Date(2000-12-30T00:00:00.000Z) │ true  │ nil │ "Haircut"   │
      └───┴─────┴────────────────────────────────┴───────┴─────┴─────────────┘
      """
    }
  }

  @Test func `selecting again appends`() {
    assertQuery(
      Reminder.select(\.id).select(\.title).limit(2)
    ) {
      """
      SELECT "reminders"."id", "reminders"."title"
      FROM "reminders"
      LIMIT 2
      """
    } results: {
      """
      ┌───┬─────────────┐
      │ 1 │ "Groceries" │
      │ 2 │ "Haircut"   │
      └───┴─────────────┘
      """
    }
    assertQuery(
      Reminder.select(\.id).select { ($0.title, $0.notes) }.select { $0.priority }.limit(2)
    ) {
      """
      SELECT "reminders"."id", "reminders"."title", "reminders"."notes", "reminders"."priority"
      FROM "reminders"
      LIMIT 2
      """
    } results: {
      """
      ┌───┬─────────────┬───────────────────────┬─────┐
      │ 1 │ "Groceries" │ "Milk, bread, apples" │ nil │
      │ 2 │ "Haircut"   │ ""                    │ nil │
      └───┴─────────────┴───────────────────────┴─────┘
      """
    }
  }

  @Test func `the whole row beside an expression`() {
    assertQuery(
      RemindersList.select { ($0, $0.title.length()) }
    ) {
      """
      SELECT "remindersLists"."id", "remindersLists"."color", "remindersLists"."title", "remindersLists"."position", length("remindersLists"."title")
      FROM "remindersLists"
      """
    } results: {
      """
      ┌──────────────────────┬───┐
      │ RemindersList(       │ 8 │
      │   id: 1,             │   │
      │   color: 4889071,    │   │
      │   title: "Personal", │   │
      │   position: 0        │   │
      │ )                    │   │
      ├──────────────────────┼───┤
      │ RemindersList(       │ 6 │
      │   id: 2,             │   │
      │   color: 15567157,   │   │
      │   title: "Family",   │   │
      │   position: 1        │   │
      │ )                    │   │
      ├──────────────────────┼───┤
      │ RemindersList(       │ 8 │
      │   id: 3,             │   │
      │   color: 11689427,   │   │
      │   title: "Business", │   │
      │   position: 2        │   │
      │ )                    │   │
      └──────────────────────┴───┘
      """
    }
  }

  @Test func `the whole row by itself`() {
    assertQuery(
      RemindersList.select { $0 }.limit(1)
    ) {
      """
      SELECT "remindersLists"."id", "remindersLists"."color", "remindersLists"."title", "remindersLists"."position"
      FROM "remindersLists"
      LIMIT 1
      """
    } results: {
      """
      ┌──────────────────────┐
      │ RemindersList(       │
      │   id: 1,             │
      │   color: 4889071,    │
      │   title: "Personal", │
      │   position: 0        │
      │ )                    │
      └──────────────────────┘
      """
    }
  }

  @Test func `expressions`() {
    assertQuery(
      Reminder.select { ($0.title.upper(), $0.id + 100, $0.isCompleted || $0.isFlagged) }.limit(2)
    ) {
      """
      SELECT upper("reminders"."title"), ("reminders"."id") + (100), ("reminders"."isCompleted") OR ("reminders"."isFlagged")
      FROM "reminders"
      LIMIT 2
      """
    } results: {
      """
      ┌─────────────┬─────┬───────┐
      │ "GROCERIES" │ 101 │ false │
      │ "HAIRCUT"   │ 102 │ true  │
      └─────────────┴─────┴───────┘
      """
    }
  }

  @Test func `text put together`() {
    assertQuery(
      User.select { $0.name + " (" + $0.name.lower() + ")" }
    ) {
      """
      SELECT ((("users"."name") || (' (')) || (lower("users"."name"))) || (')')
      FROM "users"
      """
    } results: {
      """
      ┌─────────────────┐
      │ "Ada (ada)"     │
      │ "Grace (grace)" │
      └─────────────────┘
      """
    }
  }

  @Test func `SQL that is written out`() {
    assertQuery(
      Tag.select { #sql("upper(\($0.title))", as: String.self) }
    ) {
      """
      SELECT upper("tags"."title")
      FROM "tags"
      """
    } results: {
      """
      ┌────────────┐
      │ "CAR"      │
      │ "KIDS"     │
      │ "SOMEDAY"  │
      │ "OPTIONAL" │
      └────────────┘
      """
    }
  }

  @Test func `distinct rows`() {
    assertQuery(
      Reminder.distinct().select(\.priority)
    ) {
      """
      SELECT DISTINCT "reminders"."priority"
      FROM "reminders"
      """
    } results: {
      """
      ┌─────────┐
      │ nil     │
      │ .high   │
      │ .low    │
      │ .medium │
      └─────────┘
      """
    }
    assertQuery(
      Reminder.select(\.priority).distinct()
    ) {
      """
      SELECT DISTINCT "reminders"."priority"
      FROM "reminders"
      """
    } results: {
      """
      ┌─────────┐
      │ nil     │
      │ .high   │
      │ .low    │
      │ .medium │
      └─────────┘
      """
    }
    assertQuery(
      Reminder.distinct().select(\.isFlagged).distinct(false).limit(1)
    ) {
      """
      SELECT "reminders"."isFlagged"
      FROM "reminders"
      LIMIT 1
      """
    } results: {
      """
      ┌───────┐
      │ false │
      └───────┘
      """
    }
  }

  @Test func `a selection of columns`() {
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

  @Test func `a selection with a whole row in it`() {
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

  @Test func `a selection of an optional row`() {
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

  @Test func `a selection filters by its columns' expressions`() {
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

  @Test func `what is selected is mapped`() {
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

  @Test func `mapped into a selection`() {
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

  @Test func `values without a table`() {
    assertQuery(
      Values(1, "Hello", true)
    ) {
      """
      SELECT 1, 'Hello', 1
      """
    } results: {
      """
      ┌───┬─────────┬──────┐
      │ 1 │ "Hello" │ true │
      └───┴─────────┴──────┘
      """
    }
    assertQuery(
      Values("it's")
    ) {
      """
      SELECT 'it''s'
      """
    } results: {
      #"""
      ┌─────────┐
      │ "it\'s" │
      └─────────┘
      """#
    }
  }

  @Test func `values of subqueries`() {
    assertQuery(
      Values(Reminder.count(), Tag.count())
    ) {
      """
      SELECT (
        SELECT count(*)
        FROM "reminders"
      ), (
        SELECT count(*)
        FROM "tags"
      )
      """
    } results: {
      """
      ┌────┬───┐
      │ 10 │ 4 │
      └────┴───┘
      """
    }
  }

  @Test func `a subquery as a column`() {
    assertQuery(
      RemindersList.select { list in
        (list.title, Reminder.where { $0.remindersListID.eq(list.id) }.select { $0.id.count() })
      }
    ) {
      """
      SELECT "remindersLists"."title", (
        SELECT count("reminders"."id")
        FROM "reminders"
        WHERE (("reminders"."remindersListID") = ("remindersLists"."id"))
      )
      FROM "remindersLists"
      """
    } results: {
      """
      ┌────────────┬───┐
      │ "Business" │ 2 │
      │ "Family"   │ 3 │
      │ "Personal" │ 5 │
      └────────────┴───┘
      """
    }
  }

  @Test func `the row number of SQLite`() {
    assertQuery(
      Tag.select { ($0.rowid, $0.title) }
    ) {
      """
      SELECT "tags"."rowid", "tags"."title"
      FROM "tags"
      """
    } results: {
      """
      ┌───┬────────────┐
      │ 1 │ "car"      │
      │ 2 │ "kids"     │
      │ 3 │ "someday"  │
      │ 4 │ "optional" │
      └───┴────────────┘
      """
    }
  }

  @Test func `the columns are members of the type`() {
    assertQuery(
      Values(#sql("(SELECT max(\(Reminder.id)) FROM \(Reminder.self))", as: Int.self))
    ) {
      """
      SELECT (SELECT max("reminders"."id") FROM "reminders")
      """
    } results: {
      """
      ┌────┐
      │ 10 │
      └────┘
      """
    }
  }

  @Test func `a statement of nothing but text`() {
    assertQuery(
      #sql("SELECT \(Tag.columns) FROM \(Tag.self) ORDER BY \(Tag.title)", as: Tag.self)
    ) {
      """
      SELECT "tags"."id", "tags"."title" FROM "tags" ORDER BY "tags"."title"
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
    assertQuery(
      #sql(
        "SELECT \(Tag.columns), length(\(Tag.title)) FROM \(Tag.self) WHERE \(Tag.id) < \(bind: 3)",
        as: (Tag, Int).self
      )
    ) {
      """
      SELECT "tags"."id", "tags"."title", length("tags"."title") FROM "tags" WHERE "tags"."id" < 3
      """
    } results: {
      """
      ┌─────────────────┬───┐
      │ Tag(            │ 3 │
      │   id: 1,        │   │
      │   title: "car"  │   │
      │ )               │   │
      ├─────────────────┼───┤
      │ Tag(            │ 4 │
      │   id: 2,        │   │
      │   title: "kids" │   │
      │ )               │   │
      └─────────────────┴───┘
      """
    }
  }

  @Test func `a record is a statement of its values`() {
    assertQuery(
      Tag(id: 7, title: "x").union(Tag.find(1).select { $0 })
    ) {
      """
      SELECT 7 AS "id", 'x' AS "title"
        UNION
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") IN ((1)))
      """
    } results: {
      """
      ┌────────────────┐
      │ Tag(           │
      │   id: 1,       │
      │   title: "car" │
      │ )              │
      ├────────────────┤
      │ Tag(           │
      │   id: 7,       │
      │   title: "x"   │
      │ )              │
      └────────────────┘
      """
    }
  }

  @Test func `rows of no table`() {
    assertQuery(
      Tag.none
    ) {
      """

      """
    } results: {
      """
      (No results)
      """
    }
  }

  @Test func `the drafts of rows`() {
    assertQuery(
      Tag.Draft.all.limit(1)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      LIMIT 1
      """
    } results: {
      """
      ┌────────────────┐
      │ Tag.Draft(     │
      │   id: 1,       │
      │   title: "car" │
      │ )              │
      └────────────────┘
      """
    }
    assertQuery(
      Tag.Draft.where { $0.title.eq("kids") }
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."title") = ('kids'))
      """
    } results: {
      """
      ┌─────────────────┐
      │ Tag.Draft(      │
      │   id: 2,        │
      │   title: "kids" │
      │ )               │
      └─────────────────┘
      """
    }
  }
}

@Selection struct TitleAndFlag: Equatable {
  let title: String
  let isFlagged: Bool
}

@Selection struct ListAndCount: Equatable {
  let list: RemindersList
  let count: Int
}

@Selection struct TitleAndUser: Equatable {
  let title: String
  let user: User?
}
