import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of the names and representations of columns.
@Suite(.reminders) struct ColumnCases {
  @Test func `a nested type can be a table`() {
    assertQuery(
      Outer.Inner.where { $0.id.eq(1) }
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") = (1))
      """
    } results: {
      """
      ┌────────────────┐
      │ Outer.Inner(   │
      │   id: 1,       │
      │   title: "car" │
      │ )              │
      └────────────────┘
      """
    }
  }

  @Test func `columns can have other names than their properties`() {
    assertQuery(
      Renamed.insert { Renamed.Draft(name: "q") }.returning(\.self)
    ) {
      """
      INSERT INTO "tags"
      ("id", "title")
      VALUES
      (NULL, 'q')
      RETURNING "id", "title"
      """
    } results: {
      """
      ┌──────────────┐
      │ Renamed(     │
      │   number: 5, │
      │   name: "q"  │
      │ )            │
      └──────────────┘
      """
    }
    assertQuery(
      Renamed.where { $0.name.eq("car") }.select(\.name)
    ) {
      """
      SELECT "tags"."title"
      FROM "tags"
      WHERE (("tags"."title") = ('car'))
      """
    } results: {
      """
      ┌───────┐
      │ "car" │
      └───────┘
      """
    }
  }

  @Test func `names that need quotes are quoted`() {
    assertQuery(
      #sql(
        "CREATE TABLE \"select \"\"from\"\"\" (\"order\" INTEGER PRIMARY KEY, \"a \"\"b\"\"\" TEXT NOT NULL)"
      )
    ) {
      #"""
      CREATE TABLE "select ""from""" ("order" INTEGER PRIMARY KEY, "a ""b""" TEXT NOT NULL)
      """#
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Odd.insert { Odd(order: 1, group: "x") }
    ) {
      #"""
      INSERT INTO "select ""from"""
      ("order", "a ""b""")
      VALUES
      (1, 'x')
      """#
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Odd.where { $0.group.eq("x") }
    ) {
      #"""
      SELECT "select ""from"""."order", "select ""from"""."a ""b"""
      FROM "select ""from"""
      WHERE (("select ""from"""."a ""b""") = ('x'))
      """#
    } results: {
      """
      ┌──────────────┐
      │ Odd(         │
      │   order: 1,  │
      │   group: "x" │
      │ )            │
      └──────────────┘
      """
    }
    assertQuery(
      Odd.find(1).update { $0.group = "y" }.returning(\.group)
    ) {
      #"""
      UPDATE "select ""from"""
      SET "a ""b""" = 'y'
      WHERE (("select ""from"""."order") IN ((1)))
      RETURNING "a ""b"""
      """#
    } results: {
      """
      ┌─────┐
      │ "y" │
      └─────┘
      """
    }
  }

  @Test func `an enum of columns`() {
    assertQuery(
      #sql("CREATE TABLE attachments (id INTEGER PRIMARY KEY, note TEXT, width REAL, height REAL)")
    ) {
      """
      CREATE TABLE attachments (id INTEGER PRIMARY KEY, note TEXT, width REAL, height REAL)
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Attachment.insert {
        Attachment.Draft(kind: .note("hello"))
        Attachment.Draft(kind: .picture(Size(width: 1, height: 2)))
      }
    ) {
      """
      INSERT INTO "attachments"
      ("id", "note", "width", "height")
      VALUES
      (NULL, 'hello', NULL, NULL), (NULL, NULL, 1.0, 2.0)
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Attachment.all
    ) {
      """
      SELECT "attachments"."id", "attachments"."note", "attachments"."width", "attachments"."height"
      FROM "attachments"
      """
    } results: {
      """
      ┌────────────────────────┐
      │ Attachment(            │
      │   id: 1,               │
      │   kind: .note("hello") │
      │ )                      │
      ├────────────────────────┤
      │ Attachment(            │
      │   id: 2,               │
      │   kind: .picture(      │
      │     Size(              │
      │       width: 1.0,      │
      │       height: 2.0      │
      │     )                  │
      │   )                    │
      │ )                      │
      └────────────────────────┘
      """
    }
    assertQuery(
      Attachment.where { $0.kind.is(\.note) }
    ) {
      """
      SELECT "attachments"."id", "attachments"."note", "attachments"."width", "attachments"."height"
      FROM "attachments"
      WHERE (("attachments"."note") IS NOT (NULL))
      """
    } results: {
      """
      ┌────────────────────────┐
      │ Attachment(            │
      │   id: 1,               │
      │   kind: .note("hello") │
      │ )                      │
      └────────────────────────┘
      """
    }
    assertQuery(
      Attachment.where { $0.kind.is(\.picture) }.select(\.id)
    ) {
      """
      SELECT "attachments"."id"
      FROM "attachments"
      WHERE (("attachments"."width", "attachments"."height") IS NOT (NULL, NULL))
      """
    } results: {
      """
      ┌───┐
      │ 2 │
      └───┘
      """
    }
    assertQuery(
      Attachment.select { $0.kind.note }
    ) {
      """
      SELECT "attachments"."note"
      FROM "attachments"
      """
    } results: {
      """
      ┌─────────┐
      │ "hello" │
      │ nil     │
      └─────────┘
      """
    }
    assertQuery(
      Attachment.find(2).update { $0.kind = .note("changed") }.returning(\.self)
    ) {
      """
      UPDATE "attachments"
      SET "note" = 'changed', "width" = NULL, "height" = NULL
      WHERE (("attachments"."id") IN ((2)))
      RETURNING "id", "note", "width", "height"
      """
    } results: {
      """
      ┌──────────────────────────┐
      │ Attachment(              │
      │   id: 2,                 │
      │   kind: .note("changed") │
      │ )                        │
      └──────────────────────────┘
      """
    }
  }

  @Test func `columns that are stored in other forms`() {
    assertQuery(
      #sql(
        "CREATE TABLE events (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, until REAL, place TEXT NOT NULL)"
      )
    ) {
      """
      CREATE TABLE events (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, until REAL, place TEXT NOT NULL)
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Event.insert { Event.Draft(at: Date(timeIntervalSince1970: 100), until: nil, place: 7) }
        .returning { ($0.at, $0.until, $0.place) }
    ) {
      """
      INSERT INTO "events"
      ("id", "at", "until", "place")
      VALUES
      (NULL, 100, NULL, '7')
      RETURNING "at", "until", "place"
      """
    } results: {
      """
      ┌────────────────────────────────┬─────┬───┐
      │ Date(1970-01-01T00:01:40.000Z) │ nil │ 7 │
      └────────────────────────────────┴─────┴───┘
      """
    }
    assertQuery(
      Event.where { $0.at.eq(Date(timeIntervalSince1970: 100)) }.select(\.id)
    ) {
      """
      SELECT "events"."id"
      FROM "events"
      WHERE (("events"."at") = (100))
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      └───┘
      """
    }
    assertQuery(
      Event.find(1).update { $0.until = #bind(Date(timeIntervalSince1970: 0)) }.returning(\.until)
    ) {
      """
      UPDATE "events"
      SET "until" = 2440587.5
      WHERE (("events"."id") IN ((1)))
      RETURNING "until"
      """
    } results: {
      """
      ┌────────────────────────────────┐
      │ Date(1970-01-01T00:00:00.000Z) │
      └────────────────────────────────┘
      """
    }
  }
}
