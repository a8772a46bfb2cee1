import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of combining the rows of several statements.
@Suite(.reminders) struct CompoundCases {
  @Test func `a union has the rows of both statements`() {
    assertQuery(
      Reminder.where(\.isFlagged).select { ("reminder", $0.title) }
        .union(RemindersList.select { ("list", $0.title) })
        .union(Tag.select { ("tag", $0.title) })
    ) {
      """
      SELECT 'reminder', "reminders"."title"
      FROM "reminders"
      WHERE ("reminders"."isFlagged")
        UNION
      SELECT 'list', "remindersLists"."title"
      FROM "remindersLists"
        UNION
      SELECT 'tag', "tags"."title"
      FROM "tags"
      """
    } results: {
      """
      ┌────────────┬────────────────────────────┐
      │ "list"     │ "Business"                 │
      │ "list"     │ "Family"                   │
      │ "list"     │ "Personal"                 │
      │ "reminder" │ "Haircut"                  │
      │ "reminder" │ "Pick up kids from school" │
      │ "tag"      │ "car"                      │
      │ "tag"      │ "kids"                     │
      │ "tag"      │ "optional"                 │
      │ "tag"      │ "someday"                  │
      └────────────┴────────────────────────────┘
      """
    }
  }

  @Test func `a union can keep duplicates`() {
    assertQuery(
      Tag.select(\.id).union(all: true, User.select(\.id))
    ) {
      """
      SELECT "tags"."id"
      FROM "tags"
        UNION ALL
      SELECT "users"."id"
      FROM "users"
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      │ 2 │
      │ 3 │
      │ 4 │
      │ 1 │
      │ 2 │
      └───┘
      """
    }
  }

  @Test func `an intersection has the rows that both statements have`() {
    assertQuery(
      Tag.select(\.id).intersect(User.select(\.id))
    ) {
      """
      SELECT "tags"."id"
      FROM "tags"
        INTERSECT
      SELECT "users"."id"
      FROM "users"
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

  @Test func `a difference has the rows that only the first statement has`() {
    assertQuery(
      Tag.select(\.id).except(User.select(\.id))
    ) {
      """
      SELECT "tags"."id"
      FROM "tags"
        EXCEPT
      SELECT "users"."id"
      FROM "users"
      """
    } results: {
      """
      ┌───┐
      │ 3 │
      │ 4 │
      └───┘
      """
    }
  }

  @Test func `an empty side is left out`() {
    assertQuery(
      Tag.none.select(\.id).union(User.select(\.id))
    ) {
      """
      SELECT "users"."id"
      FROM "users"
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      │ 2 │
      └───┘
      """
    }
    assertQuery(
      Tag.select(\.id).union(User.none.select(\.id))
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

  @Test func `values can be combined`() {
    assertQuery(
      Values(1, "a").union(Values(2, "b")).union(all: true, Values(2, "b"))
    ) {
      """
      SELECT 1, 'a'
        UNION
      SELECT 2, 'b'
        UNION ALL
      SELECT 2, 'b'
      """
    } results: {
      """
      ┌───┬─────┐
      │ 1 │ "a" │
      │ 2 │ "b" │
      │ 2 │ "b" │
      └───┴─────┘
      """
    }
  }

  @Test func `whole rows can be combined`() {
    assertQuery(
      Tag.where { $0.id < 2 }.union(Tag.where { $0.id > 3 })
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") < (2))
        UNION
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") > (3))
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
      │   id: 4,            │
      │   title: "optional" │
      │ )                   │
      └─────────────────────┘
      """
    }
  }

  @Test func `a compound can be used in a condition`() {
    assertQuery(
      Tag.where { $0.id.in(User.select(\.id).union(RemindersList.select(\.id))) }
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") IN (SELECT "users"."id"
      FROM "users"
        UNION
      SELECT "remindersLists"."id"
      FROM "remindersLists"))
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

  @Test func `selections can be combined`() {
    assertQuery(
      Tag.select { Named.Columns(kind: "tag", name: $0.title) }
        .union(User.select { Named.Columns(kind: "user", name: $0.name) })
    ) {
      """
      SELECT 'tag' AS "kind", "tags"."title" AS "name"
      FROM "tags"
        UNION
      SELECT 'user' AS "kind", "users"."name" AS "name"
      FROM "users"
      """
    } results: {
      """
      ┌────────────────────┐
      │ Named(             │
      │   kind: "tag",     │
      │   name: "car"      │
      │ )                  │
      ├────────────────────┤
      │ Named(             │
      │   kind: "tag",     │
      │   name: "kids"     │
      │ )                  │
      ├────────────────────┤
      │ Named(             │
      │   kind: "tag",     │
      │   name: "optional" │
      │ )                  │
      ├────────────────────┤
      │ Named(             │
      │   kind: "tag",     │
      │   name: "someday"  │
      │ )                  │
      ├────────────────────┤
      │ Named(             │
      │   kind: "user",    │
      │   name: "Ada"      │
      │ )                  │
      ├────────────────────┤
      │ Named(             │
      │   kind: "user",    │
      │   name: "Grace"    │
      │ )                  │
      └────────────────────┘
      """
    }
  }

  @Test func `a compound is ordered as a whole`() {
    assertQuery(
      Tag.select(\.title).union(User.select(\.name)).order { $0.desc() }.limit(3)
    ) {
      """
      SELECT "tags"."title"
      FROM "tags"
        UNION
      SELECT "users"."name"
      FROM "users"
      ORDER BY 1 DESC
      LIMIT 3
      """
    } results: {
      """
      ┌────────────┐
      │ "someday"  │
      │ "optional" │
      │ "kids"     │
      └────────────┘
      """
    }
  }

  @Test func `in a WITH`() {
    assertQuery(
      With {
        Tag.select { Named.Columns(kind: "tag", name: $0.title) }
          .union(User.select { Named.Columns(kind: "user", name: $0.name) })
      } query: {
        Named.order(by: \.name).limit(2)
      },
      onlyOnSQLite: .ignoringCase
    ) {
      """
      WITH "nameds" AS (
        SELECT 'tag' AS "kind", "tags"."title" AS "name"
        FROM "tags"
          UNION
        SELECT 'user' AS "kind", "users"."name" AS "name"
        FROM "users"
      )
      SELECT "nameds"."kind", "nameds"."name"
      FROM "nameds"
      ORDER BY "nameds"."name"
      LIMIT 2
      """
    } results: {
      """
      ┌─────────────────┐
      │ Named(          │
      │   kind: "user", │
      │   name: "Ada"   │
      │ )               │
      ├─────────────────┤
      │ Named(          │
      │   kind: "tag",  │
      │   name: "car"   │
      │ )               │
      └─────────────────┘
      """
    }
  }

  @Test func `inserting the rows of a compound`() {
    assertQuery(
      Tag.insert {
        $0.title
      } select: {
        User.select(\.name).union(RemindersList.select(\.title))
      } onConflictDoUpdate: {
        $0.title = "x"
      }
      .returning(\.title),
      onlyOnSQLite: .conflictColumns
    ) {
      """
      INSERT INTO "tags"
      ("title")
      SELECT "users"."name"
      FROM "users"
        UNION
      SELECT "remindersLists"."title"
      FROM "remindersLists"
      WHERE 1
      ON CONFLICT DO UPDATE SET "title" = 'x'
      RETURNING "title"
      """
    } results: {
      """
      ┌────────────┐
      │ "Ada"      │
      │ "Business" │
      │ "Family"   │
      │ "Grace"    │
      │ "Personal" │
      └────────────┘
      """
    }
  }
}

@Selection struct Named: Equatable {
  let kind: String
  let name: String
}
