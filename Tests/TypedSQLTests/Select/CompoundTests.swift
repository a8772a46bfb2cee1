import Testing
import TypedSQL
import TypedSQLMacroDeclarations

@Suite struct CompoundTests {
  @Selection struct Count { let value: Int }
  @Selection struct Name { let name: String; let kind: String }

  @Test func `a common table can refer to itself`() {
    let query = With {
      Count(value: 1).union(Count.select { Count.Columns(value: $0.value + 1) })
    } query: {
      Count.limit(4)
    }
    let _: any Statement<Count> = query
    assertSQL(query) {
      """
      WITH "counts" AS (
        SELECT 1 AS "value"
          UNION
        SELECT ("counts"."value") + (1) AS "value"
        FROM "counts"
      )
      SELECT "counts"."value"
      FROM "counts"
      LIMIT 4
      """
    }
  }

  @Test func `several common tables can be marked as materialized or not`() {
    assertSQL(
      With(isRecursive: true) {
        Tag.select { Name.Columns(name: $0.title, kind: "tag") }.materialized()
        Reminder.select { Count.Columns(value: $0.id) }.materialized(false)
      } query: {
        Name.join(Count.all) { $0.name.length().eq($1.value) }.select { name, _ in name.name }
      }
    ) {
      """
      WITH RECURSIVE "names" AS MATERIALIZED (
        SELECT "tags"."title" AS "name", 'tag' AS "kind"
        FROM "tags"
      ), "counts" AS NOT MATERIALIZED (
        SELECT "reminders"."id" AS "value"
        FROM "reminders"
      )
      SELECT "names"."name"
      FROM "names"
      JOIN "counts" ON (length("names"."name")) = ("counts"."value")
      """
    }
  }

  @Test func `common tables without rows are dropped`() {
    assertSQL(
      With {
        Reminder.none.select { Count.Columns(value: $0.id) }
        Tag.select { Name.Columns(name: $0.title, kind: "tag") }
      } query: {
        Name.select(\.name)
      }
    ) {
      """
      WITH "names" AS (
        SELECT "tags"."title" AS "name", 'tag' AS "kind"
        FROM "tags"
      )
      SELECT "names"."name"
      FROM "names"
      """
    }
    let none = With {
      Reminder.none.select { Count.Columns(value: $0.id) }
    } query: {
      Count.all
    }
    #expect(none.query.isEmpty)
  }

  @Test func `unions, intersections and differences can be chained`() {
    let titles = Reminder.select(\.title).union(all: true, Tag.select(\.title))
      .except(RemindersList.select(\.title)).intersect(User.select(\.name))
    assertSQL(titles) {
      """
      SELECT "reminders"."title"
      FROM "reminders"
        UNION ALL
      SELECT "tags"."title"
      FROM "tags"
        EXCEPT
      SELECT "remindersLists"."title"
      FROM "remindersLists"
        INTERSECT
      SELECT "users"."name"
      FROM "users"
      """
    }
    assertSQL(Tag.none.select(\.title).union(User.select(\.name))) {
      """
      SELECT "users"."name"
      FROM "users"
      """
    }
  }

  @Test func `a compound can be ordered and limited`() {
    assertSQL(
      Tag.select(\.title).union(User.select(\.name)).order { $0.desc() }.limit(2).offset(1)
    ) {
      """
      SELECT "tags"."title"
      FROM "tags"
        UNION
      SELECT "users"."name"
      FROM "users"
      ORDER BY 1 DESC
      LIMIT 2 OFFSET 1
      """
    }
    assertSQL(
      Tag.where { $0.id > 1 }.union(Tag.where { $0.id < 3 })
        .order { ($0.title.desc(), $0.id) }.order(by: \.title, .descending)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") > (1))
        UNION
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") < (3))
      ORDER BY "title" DESC, "id", "title" DESC
      """
    }
    assertSQL(Tag.select(\.title).limit(1).union(User.select(\.name))) {
      """
      SELECT * FROM (
        SELECT "tags"."title"
        FROM "tags"
        LIMIT 1
      )
        UNION
      SELECT "users"."name"
      FROM "users"
      """
    }
  }

  @Test func `an empty statement counts as one without rows in a compound`() {
    let a = Tag.select(\.id)
    let none = Tag.none.select(\.id)
    #expect(a.intersect(none).query.isEmpty)
    #expect(none.intersect(a).query.isEmpty)
    #expect(none.except(a).query.isEmpty)
    #expect(a.except(none).query == a.query)
    #expect(none.union(a).query == a.query)
    #expect(a.union(none).query == a.query)
  }

  @Test func `a conflict clause after parentheses is not read as a join constraint`() {
    let a = Tag.select(\.id)
    for select in [a.union(a.limit(3)), a.except(a.where { $0.id > 1 }.union(a))] {
      let insert = Tag.insert {
        ($0.id)
      } select: {
        select
      } onConflictDoUpdate: {
        $0.title = "x"
      }
      #expect(insert.query.render().sql.contains(") WHERE 1 ON CONFLICT"))
    }
  }

  @Test func `a nested compound keeps its grouping`() {
    let a = Tag.select(\.id)
    let title = { (statement: CompoundSelect<Int, ValueRow<Int>>) in
      statement.query.render().sql.replacing("SELECT \"tags\".\"id\" FROM \"tags\"", with: "a")
    }
    #expect(title(a.except(a.union(a))) == "a EXCEPT SELECT * FROM (a UNION a)")
    #expect(title(a.union(all: true, a.union(a))) == "a UNION ALL SELECT * FROM (a UNION a)")
    #expect(title(a.except(a.except(a))) == "a EXCEPT SELECT * FROM (a EXCEPT a)")
    #expect(title(a.except(a).union(a)) == "a EXCEPT a UNION a")
    #expect(title(a.union(a.union(a))) == "a UNION a UNION a")
    #expect(title(a.union(a.except(a).union(a))) == "a UNION SELECT * FROM (a EXCEPT a UNION a)")
  }

  @Test func `Values selects its expressions`() {
    assertSQL(Values(1, "Hello", true)) { "SELECT 1, 'Hello', 1" }
    let one: Values<Int> = Values(1)
    assertSQL(one) { "SELECT 1" }
  }

  @Test func `a subquery can stand in FROM and in a join`() {
    let query = Name.from(Tag.select { Name.Columns(name: $0.title, kind: "tag") }.limit(3))
    assertSQL(query.where { $0.kind.eq("tag") }.select(\.name)) {
      """
      SELECT "names"."name"
      FROM (
        SELECT "tags"."title" AS "name", 'tag' AS "kind"
        FROM "tags"
        LIMIT 3
      ) AS "names"
      WHERE (("names"."kind") = ('tag'))
      """
    }
    assertSQL(User.join(query) { $0.name.eq($1.name) }.select { user, _ in user.id }) {
      """
      SELECT "users"."id"
      FROM "users"
      JOIN (
        SELECT "tags"."title" AS "name", 'tag' AS "kind"
        FROM "tags"
        LIMIT 3
      ) AS "names" ON ("users"."name") = ("names"."name")
      """
    }
  }
}
