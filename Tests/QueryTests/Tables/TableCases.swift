import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of tables with column groups, enums, composite keys, generated columns, schemas and nested
/// types.
@Suite(.reminders) struct TableCases {
  @Test func `generated columns`() {
    assertQuery(
      #sql(
        "CREATE TABLE people (id INTEGER PRIMARY KEY, first TEXT NOT NULL, last TEXT NOT NULL, full TEXT GENERATED ALWAYS AS (first || ' ' || last) VIRTUAL)"
      ),
      onlyOnSQLite: .tablesByText
    ) {
      """
      CREATE TABLE people (id INTEGER PRIMARY KEY, first TEXT NOT NULL, last TEXT NOT NULL, full TEXT GENERATED ALWAYS AS (first || ' ' || last) VIRTUAL)
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Person.insert { Person.Draft(first: "Ada", last: "Lovelace") }.returning(\.self),
      onlyOnSQLite: .tablesByText
    ) {
      """
      INSERT INTO "people"
      ("id", "first", "last")
      VALUES
      (NULL, 'Ada', 'Lovelace')
      RETURNING "id", "first", "last", "full"
      """
    } results: {
      """
      ┌────────────────────────┐
      │ Person(                │
      │   id: 1,               │
      │   first: "Ada",        │
      │   last: "Lovelace",    │
      │   full: "Ada Lovelace" │
      │ )                      │
      └────────────────────────┘
      """
    }
    assertQuery(
      Person.update(Person(id: 1, first: "Augusta", last: "King", full: "")).returning(\.full),
      onlyOnSQLite: .tablesByText
    ) {
      """
      UPDATE "people"
      SET "first" = 'Augusta', "last" = 'King'
      WHERE (("people"."id") = (1))
      RETURNING "full"
      """
    } results: {
      """
      ┌────────────────┐
      │ "Augusta King" │
      └────────────────┘
      """
    }
    assertQuery(
      Person.where { $0.full.like("%King") }
    ) {
      """
      SELECT "people"."id", "people"."first", "people"."last", "people"."full"
      FROM "people"
      WHERE (("people"."full" LIKE '%King'))
      """
    } results: {
      """
      ┌────────────────────────┐
      │ Person(                │
      │   id: 1,               │
      │   first: "Augusta",    │
      │   last: "King",        │
      │   full: "Augusta King" │
      │ )                      │
      └────────────────────────┘
      """
    }
  }

  @Test func `a schema`() {
    assertQuery(
      #sql("ATTACH DATABASE ':memory:' AS other"),
      onlyOnSQLite: .attachedDatabases
    ) {
      """
      ATTACH DATABASE ':memory:' AS other
      """
    } results: {
      """
      (No results)
      """
    }
  }

  @Test func `a table can name its schema`() {
    assertQuery(
      SchemaTag.where { $0.id < 3 }
    ) {
      """
      SELECT "main"."tags"."id", "main"."tags"."title"
      FROM "main"."tags"
      WHERE (("main"."tags"."id") < (3))
      """
    } results: {
      """
      ┌─────────────────┐
      │ SchemaTag(      │
      │   id: 1,        │
      │   title: "car"  │
      │ )               │
      ├─────────────────┤
      │ SchemaTag(      │
      │   id: 2,        │
      │   title: "kids" │
      │ )               │
      └─────────────────┘
      """
    }
    assertQuery(
      SchemaTag.join(ReminderTag.all) { $0.id.eq($1.tagID) }.select { tag, _ in tag.title }
        .distinct()
    ) {
      """
      SELECT DISTINCT "main"."tags"."title"
      FROM "main"."tags"
      JOIN "remindersTags" ON ("main"."tags"."id") = ("remindersTags"."tagID")
      """
    } results: {
      """
      ┌────────────┐
      │ "someday"  │
      │ "optional" │
      │ "car"      │
      │ "kids"     │
      └────────────┘
      """
    }
    assertQuery(
      SchemaTag.insert { SchemaTag(id: 9, title: "main") }.returning(\.title)
    ) {
      """
      INSERT INTO "main"."tags"
      ("id", "title")
      VALUES
      (9, 'main')
      RETURNING "title"
      """
    } results: {
      """
      ┌────────┐
      │ "main" │
      └────────┘
      """
    }
    assertQuery(
      SchemaTag.find(9).update { $0.title += "!" }.returning(\.title)
    ) {
      """
      UPDATE "main"."tags"
      SET "title" = ("main"."tags"."title") || ('!')
      WHERE (("main"."tags"."id") IN ((9)))
      RETURNING "title"
      """
    } results: {
      """
      ┌─────────┐
      │ "main!" │
      └─────────┘
      """
    }
    assertQuery(
      SchemaTag.find(9).delete().returning(\.id)
    ) {
      """
      DELETE FROM "main"."tags"
      WHERE (("main"."tags"."id") IN ((9)))
      RETURNING "id"
      """
    } results: {
      """
      ┌───┐
      │ 9 │
      └───┘
      """
    }
    assertQuery(
      SchemaTag.as(R.self).where { $0.id.eq(1) }
    ) {
      """
      SELECT "rs"."id", "rs"."title"
      FROM "main"."tags" AS "rs"
      WHERE (("rs"."id") = (1))
      """
    } results: {
      """
      ┌────────────────┐
      │ SchemaTag(     │
      │   id: 1,       │
      │   title: "car" │
      │ )              │
      └────────────────┘
      """
    }
    assertQuery(
      #sql("SELECT \(SchemaTag.title) FROM \(SchemaTag.self) LIMIT 1", as: String.self)
    ) {
      """
      SELECT "main"."tags"."title" FROM "main"."tags" LIMIT 1
      """
    } results: {
      """
      ┌───────┐
      │ "car" │
      └───────┘
      """
    }
  }
}

private enum R: AliasName {}
private enum RL: AliasName {}
private enum URLItem: AliasName {}

@Suite struct AliasNameTests {
  @Test func `an alias is the plural of its type's name`() {
    #expect((R.aliasName, RL.aliasName, URLItem.aliasName) == ("rs", "rLs", "urlItems"))
  }
}
