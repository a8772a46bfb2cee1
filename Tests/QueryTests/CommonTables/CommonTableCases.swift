import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of common tables, which a statement names first.
@Suite(.reminders) struct CommonTableCases {
  @Test func `a common table can be selected from`() {
    assertQuery(
      With {
        Reminder.where { !$0.isCompleted }.select {
          TodoReminder.Columns(title: $0.title, isFlagged: $0.isFlagged)
        }
      } query: {
        TodoReminder.where(\.isFlagged).select(\.title)
      }
    ) {
      """
      WITH "todoReminders" AS (
        SELECT "reminders"."title" AS "title", "reminders"."isFlagged" AS "isFlagged"
        FROM "reminders"
        WHERE (NOT ("reminders"."isCompleted"))
      )
      SELECT "todoReminders"."title"
      FROM "todoReminders"
      WHERE ("todoReminders"."isFlagged")
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

  @Test func `whole rows of a common table are decoded`() {
    assertQuery(
      With {
        Reminder.where { $0.id < 3 }.select {
          TodoReminder.Columns(title: $0.title, isFlagged: $0.isFlagged)
        }
      } query: {
        TodoReminder.order(by: \.title)
      }
    ) {
      """
      WITH "todoReminders" AS (
        SELECT "reminders"."title" AS "title", "reminders"."isFlagged" AS "isFlagged"
        FROM "reminders"
        WHERE (("reminders"."id") < (3))
      )
      SELECT "todoReminders"."title", "todoReminders"."isFlagged"
      FROM "todoReminders"
      ORDER BY "todoReminders"."title"
      """
    } results: {
      """
      ┌───────────────────────┐
      │ TodoReminder(         │
      │   title: "Groceries", │
      │   isFlagged: false    │
      │ )                     │
      ├───────────────────────┤
      │ TodoReminder(         │
      │   title: "Haircut",   │
      │   isFlagged: true     │
      │ )                     │
      └───────────────────────┘
      """
    }
  }

  @Test func `a statement can have several common tables`() {
    assertQuery(
      With {
        Reminder.where(\.isFlagged).select {
          TodoReminder.Columns(title: $0.title, isFlagged: $0.isFlagged)
        }
        RemindersList.join(Reminder.all) { $0.id.eq($1.remindersListID) }
          .group { list, _ in list.id }
          .select { ListSize.Columns(title: $0.title, size: $1.id.count()) }
      } query: {
        TodoReminder.join(ListSize.all) { _, size in size.size > 3 }.select { ($0.title, $1.title) }
      }
    ) {
      """
      WITH "todoReminders" AS (
        SELECT "reminders"."title" AS "title", "reminders"."isFlagged" AS "isFlagged"
        FROM "reminders"
        WHERE ("reminders"."isFlagged")
      ), "listSizes" AS (
        SELECT "remindersLists"."title" AS "title", count("reminders"."id") AS "size"
        FROM "remindersLists"
        JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
        GROUP BY "remindersLists"."id"
      )
      SELECT "todoReminders"."title", "listSizes"."title"
      FROM "todoReminders"
      JOIN "listSizes" ON ("listSizes"."size") > (3)
      """
    } results: {
      """
      ┌────────────────────────────┬────────────┐
      │ "Haircut"                  │ "Personal" │
      │ "Pick up kids from school" │ "Personal" │
      └────────────────────────────┴────────────┘
      """
    }
  }

  @Test func `a common table can select from itself`() {
    assertQuery(
      With {
        Ascent(value: 1).union(Ascent.select { Ascent.Columns(value: $0.value + 1) })
      } query: {
        Ascent.limit(4)
      }
    ) {
      """
      WITH "ascents" AS (
        SELECT 1 AS "value"
          UNION
        SELECT ("ascents"."value") + (1) AS "value"
        FROM "ascents"
      )
      SELECT "ascents"."value"
      FROM "ascents"
      LIMIT 4
      """
    } results: {
      """
      ┌──────────────────┐
      │ Ascent(value: 1) │
      │ Ascent(value: 2) │
      │ Ascent(value: 3) │
      │ Ascent(value: 4) │
      └──────────────────┘
      """
    }
  }

  @Test func `a recursion ends at a condition`() {
    assertQuery(
      With {
        Fibonacci(n: 1, previous: 0, current: 1)
          .union(
            all: true,
            Fibonacci
              .where { $0.n < 8 }
              .select {
                Fibonacci.Columns(
                  n: $0.n + 1,
                  previous: $0.current,
                  current: $0.previous + $0.current
                )
              }
          )
      } query: {
        Fibonacci.select { ($0.n, $0.current) }
      }
    ) {
      """
      WITH "fibonaccis" AS (
        SELECT 1 AS "n", 0 AS "previous", 1 AS "current"
          UNION ALL
        SELECT ("fibonaccis"."n") + (1) AS "n", "fibonaccis"."current" AS "previous", ("fibonaccis"."previous") + ("fibonaccis"."current") AS "current"
        FROM "fibonaccis"
        WHERE (("fibonaccis"."n") < (8))
      )
      SELECT "fibonaccis"."n", "fibonaccis"."current"
      FROM "fibonaccis"
      """
    } results: {
      """
      ┌───┬────┐
      │ 1 │ 1  │
      │ 2 │ 1  │
      │ 3 │ 2  │
      │ 4 │ 3  │
      │ 5 │ 5  │
      │ 6 │ 8  │
      │ 7 │ 13 │
      │ 8 │ 21 │
      └───┴────┘
      """
    }
  }

  @Test func `a recursion can walk the rows of a table`() {
    assertQuery(
      #sql(
        "CREATE TABLE \(Employee.self) (\(quote: "id") INTEGER PRIMARY KEY, \(quote: "name") TEXT NOT NULL, \(quote: "bossID") INTEGER)"
      )
    ) {
      """
      CREATE TABLE "employees" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL, "bossID" INTEGER)
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Employee.insert {
        Employee(id: 1, name: "Ada", bossID: nil)
        Employee(id: 2, name: "Grace", bossID: 1)
        Employee(id: 3, name: "Edsger", bossID: 2)
        Employee(id: 4, name: "Barbara", bossID: 1)
      }
    ) {
      """
      INSERT INTO "employees"
      ("id", "name", "bossID")
      VALUES
      (1, 'Ada', NULL), (2, 'Grace', 1), (3, 'Edsger', 2), (4, 'Barbara', 1)
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      With {
        Employee
          .where { $0.bossID.is(nil) }
          .select { Ranked.Columns(id: $0.id, name: $0.name, depth: 0) }
          .union(
            all: true,
            Employee.join(Ranked.all) { $0.bossID.eq($1.id) }
              .select { Ranked.Columns(id: $0.id, name: $0.name, depth: $1.depth + 1) }
          )
      } query: {
        Ranked.order { ($0.depth, $0.name) }
      }
    ) {
      """
      WITH "rankeds" AS (
        SELECT "employees"."id" AS "id", "employees"."name" AS "name", 0 AS "depth"
        FROM "employees"
        WHERE (("employees"."bossID") IS (NULL))
          UNION ALL
        SELECT "employees"."id" AS "id", "employees"."name" AS "name", ("rankeds"."depth") + (1) AS "depth"
        FROM "employees"
        JOIN "rankeds" ON ("employees"."bossID") = ("rankeds"."id")
      )
      SELECT "rankeds"."id", "rankeds"."name", "rankeds"."depth"
      FROM "rankeds"
      ORDER BY "rankeds"."depth", "rankeds"."name"
      """
    } results: {
      """
      ┌────────────────────┐
      │ Ranked(            │
      │   id: 1,           │
      │   name: "Ada",     │
      │   depth: 0         │
      │ )                  │
      ├────────────────────┤
      │ Ranked(            │
      │   id: 4,           │
      │   name: "Barbara", │
      │   depth: 1         │
      │ )                  │
      ├────────────────────┤
      │ Ranked(            │
      │   id: 2,           │
      │   name: "Grace",   │
      │   depth: 1         │
      │ )                  │
      ├────────────────────┤
      │ Ranked(            │
      │   id: 3,           │
      │   name: "Edsger",  │
      │   depth: 2         │
      │ )                  │
      └────────────────────┘
      """
    }
  }

  @Test func `rows of a common table can be inserted`() {
    assertQuery(
      With {
        Reminder.where(\.isFlagged).select {
          TodoReminder.Columns(title: $0.title, isFlagged: $0.isFlagged)
        }
      } query: {
        Tag.insert {
          $0.title
        } select: {
          TodoReminder.select(\.title)
        }
        .returning(\.self)
      }
    ) {
      """
      WITH "todoReminders" AS (
        SELECT "reminders"."title" AS "title", "reminders"."isFlagged" AS "isFlagged"
        FROM "reminders"
        WHERE ("reminders"."isFlagged")
      )
      INSERT INTO "tags"
      ("title")
      SELECT "todoReminders"."title"
      FROM "todoReminders"
      RETURNING "id", "title"
      """
    } results: {
      """
      ┌─────────────────────────────────────┐
      │ Tag(                                │
      │   id: 5,                            │
      │   title: "Haircut"                  │
      │ )                                   │
      ├─────────────────────────────────────┤
      │ Tag(                                │
      │   id: 6,                            │
      │   title: "Pick up kids from school" │
      │ )                                   │
      └─────────────────────────────────────┘
      """
    }
  }

  @Test func `an update can use a common table`() {
    assertQuery(
      With {
        Reminder.where(\.isFlagged).select {
          TodoReminder.Columns(title: $0.title, isFlagged: $0.isFlagged)
        }
      } query: {
        Reminder.where { $0.title.in(TodoReminder.select(\.title)) }.update { $0.title += "!" }
          .returning(\.title)
      }
    ) {
      """
      WITH "todoReminders" AS (
        SELECT "reminders"."title" AS "title", "reminders"."isFlagged" AS "isFlagged"
        FROM "reminders"
        WHERE ("reminders"."isFlagged")
      )
      UPDATE "reminders"
      SET "title" = ("reminders"."title") || ('!')
      WHERE (("reminders"."title") IN (SELECT "todoReminders"."title"
      FROM "todoReminders"))
      RETURNING "title"
      """
    } results: {
      """
      ┌─────────────────────────────┐
      │ "Haircut!"                  │
      │ "Pick up kids from school!" │
      └─────────────────────────────┘
      """
    }
  }

  @Test func `a deletion can use a common table`() {
    assertQuery(
      With {
        Reminder.where(\.isFlagged).select {
          TodoReminder.Columns(title: $0.title, isFlagged: $0.isFlagged)
        }
      } query: {
        Reminder.where { $0.title.in(TodoReminder.select(\.title)) }.delete().returning(\.id)
      }
    ) {
      """
      WITH "todoReminders" AS (
        SELECT "reminders"."title" AS "title", "reminders"."isFlagged" AS "isFlagged"
        FROM "reminders"
        WHERE ("reminders"."isFlagged")
      )
      DELETE FROM "reminders"
      WHERE (("reminders"."title") IN (SELECT "todoReminders"."title"
      FROM "todoReminders"))
      RETURNING "id"
      """
    } results: {
      """
      ┌───┐
      │ 2 │
      │ 6 │
      └───┘
      """
    }
  }

  @Test func `an empty common table is left out`() {
    assertQuery(
      With {
        Reminder.none.select { TodoReminder.Columns(title: $0.title, isFlagged: $0.isFlagged) }
      } query: {
        TodoReminder.all
      }
    ) {
      """

      """
    } results: {
      """
      (No results)
      """
    }
  }

  @Test func `a common table can be joined with others`() {
    assertQuery(
      With {
        RemindersList.join(Reminder.all) { $0.id.eq($1.remindersListID) }
          .group { list, _ in list.id }
          .select { ListSize.Columns(title: $0.title, size: $1.id.count()) }
      } query: {
        RemindersList.leftJoin(ListSize.where { $0.size > 2 }) { $0.title.eq($1.title) }
          .select { ($0.title, $1.size ?? 0) }
      }
    ) {
      """
      WITH "listSizes" AS (
        SELECT "remindersLists"."title" AS "title", count("reminders"."id") AS "size"
        FROM "remindersLists"
        JOIN "reminders" ON ("remindersLists"."id") = ("reminders"."remindersListID")
        GROUP BY "remindersLists"."id"
      )
      SELECT "remindersLists"."title", coalesce("listSizes"."size", 0)
      FROM "remindersLists"
      LEFT JOIN "listSizes" ON ("remindersLists"."title") = ("listSizes"."title")
      WHERE (("listSizes"."size") > (2))
      """
    } results: {
      """
      ┌────────────┬───┐
      │ "Personal" │ 5 │
      │ "Family"   │ 3 │
      └────────────┴───┘
      """
    }
  }

  @Test func `the rows of a common table can be counted`() {
    assertQuery(
      With {
        Reminder.where(\.isFlagged).select {
          TodoReminder.Columns(title: $0.title, isFlagged: $0.isFlagged)
        }
      } query: {
        TodoReminder.count()
      }
    ) {
      """
      WITH "todoReminders" AS (
        SELECT "reminders"."title" AS "title", "reminders"."isFlagged" AS "isFlagged"
        FROM "reminders"
        WHERE ("reminders"."isFlagged")
      )
      SELECT count(*)
      FROM "todoReminders"
      """
    } results: {
      """
      ┌───┐
      │ 2 │
      └───┘
      """
    }
  }
}
