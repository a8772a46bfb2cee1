import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Shapes of tables: groups of columns, enums, composite keys, generated columns, schemas, nested types.
@Suite(.reminders) struct TableCases {
  @Test func `a group of columns`() {
    assertQuery(
      #sql(
        "CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT NOT NULL, width REAL NOT NULL, height REAL NOT NULL, amount INTEGER, currency TEXT)"
      )
    ) {
      """
      CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT NOT NULL, width REAL NOT NULL, height REAL NOT NULL, amount INTEGER, currency TEXT)
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Product.insert {
        Product(
          id: 1,
          name: "Chair",
          size: Size(width: 40, height: 90),
          price: Price(amount: 30, currency: "EUR")
        )
        Product.Draft(name: "Table", size: Size(width: 160, height: 72))
      }
    ) {
      """
      INSERT INTO "products"
      ("id", "name", "width", "height", "amount", "currency")
      VALUES
      (1, 'Chair', 40.0, 90.0, 30, 'EUR'), (NULL, 'Table', 160.0, 72.0, NULL, NULL)
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Product.all
    ) {
      """
      SELECT "products"."id", "products"."name", "products"."width", "products"."height", "products"."amount", "products"."currency"
      FROM "products"
      """
    } results: {
      """
      ┌─────────────────────┐
      │ Product(            │
      │   id: 1,            │
      │   name: "Chair",    │
      │   size: Size(       │
      │     width: 40.0,    │
      │     height: 90.0    │
      │   ),                │
      │   price: Price(     │
      │     amount: 30,     │
      │     currency: "EUR" │
      │   )                 │
      │ )                   │
      ├─────────────────────┤
      │ Product(            │
      │   id: 2,            │
      │   name: "Table",    │
      │   size: Size(       │
      │     width: 160.0,   │
      │     height: 72.0    │
      │   ),                │
      │   price: nil        │
      │ )                   │
      └─────────────────────┘
      """
    }
    assertQuery(
      Product.select { ($0.size, $0.size.width, $0.price) }
    ) {
      """
      SELECT "products"."width", "products"."height", "products"."width", "products"."amount", "products"."currency"
      FROM "products"
      """
    } results: {
      """
      ┌─────────────────┬───────┬───────────────────┐
      │ Size(           │ 40.0  │ Price(            │
      │   width: 40.0,  │       │   amount: 30,     │
      │   height: 90.0  │       │   currency: "EUR" │
      │ )               │       │ )                 │
      ├─────────────────┼───────┼───────────────────┤
      │ Size(           │ 160.0 │ nil               │
      │   width: 160.0, │       │                   │
      │   height: 72.0  │       │                   │
      │ )               │       │                   │
      └─────────────────┴───────┴───────────────────┘
      """
    }
    assertQuery(
      Product.where { $0.size.height > 80 && $0.price.amount.isNot(nil) }.select(\.name)
    ) {
      """
      SELECT "products"."name"
      FROM "products"
      WHERE ((("products"."height") > (80.0)) AND (("products"."amount") IS NOT (NULL)))
      """
    } results: {
      """
      ┌─────────┐
      │ "Chair" │
      └─────────┘
      """
    }
    assertQuery(
      Product.where { $0.size.eq(Size(width: 160, height: 72)) }.select(\.id)
    ) {
      """
      SELECT "products"."id"
      FROM "products"
      WHERE (("products"."width", "products"."height") = (160.0, 72.0))
      """
    } results: {
      """
      ┌───┐
      │ 2 │
      └───┘
      """
    }
    assertQuery(
      Product.order { $0.size.height }.select(\.name)
    ) {
      """
      SELECT "products"."name"
      FROM "products"
      ORDER BY "products"."height"
      """
    } results: {
      """
      ┌─────────┐
      │ "Table" │
      │ "Chair" │
      └─────────┘
      """
    }
    assertQuery(
      Product.find(2).update { $0.size.width += 10 }.returning(\.size)
    ) {
      """
      UPDATE "products"
      SET "width" = ("products"."width") + (10.0)
      WHERE (("products"."id") IN ((2)))
      RETURNING "width", "height"
      """
    } results: {
      """
      ┌─────────────────┐
      │ Size(           │
      │   width: 170.0, │
      │   height: 72.0  │
      │ )               │
      └─────────────────┘
      """
    }
    assertQuery(
      Product.find(2).update { $0.size = Size(width: 1, height: 2) }.returning { ($0.id, $0.size) }
    ) {
      """
      UPDATE "products"
      SET "width" = 1.0, "height" = 2.0
      WHERE (("products"."id") IN ((2)))
      RETURNING "id", "width", "height"
      """
    } results: {
      """
      ┌───┬───────────────┐
      │ 2 │ Size(         │
      │   │   width: 1.0, │
      │   │   height: 2.0 │
      │   │ )             │
      └───┴───────────────┘
      """
    }
    assertQuery(
      Product.find(1).update { $0.price = nil }.returning(\.price)
    ) {
      """
      UPDATE "products"
      SET "amount" = NULL, "currency" = NULL
      WHERE (("products"."id") IN ((1)))
      RETURNING "amount", "currency"
      """
    } results: {
      """
      ┌─────┐
      │ nil │
      └─────┘
      """
    }
    assertQuery(
      Product.insert {
        ($0.name, $0.size)
      } values: {
        ("Lamp", Size(width: 3, height: 4))
      }
      .returning(\.id)
    ) {
      """
      INSERT INTO "products"
      ("name", "width", "height")
      VALUES
      ('Lamp', 3.0, 4.0)
      RETURNING "id"
      """
    } results: {
      """
      ┌───┐
      │ 3 │
      └───┘
      """
    }
    assertQuery(
      Product.select { ProductName.Columns(name: $0.name, size: $0.size) }.limit(1)
    ) {
      """
      SELECT "products"."name" AS "name", "products"."width" AS "width", "products"."height" AS "height"
      FROM "products"
      LIMIT 1
      """
    } results: {
      """
      ┌──────────────────┐
      │ ProductName(     │
      │   name: "Chair", │
      │   size: Size(    │
      │     width: 40.0, │
      │     height: 90.0 │
      │   )              │
      │ )                │
      └──────────────────┘
      """
    }
  }

  @Test func `a key of several columns`() {
    assertQuery(
      #sql(
        "CREATE TABLE metadatas (recordID INTEGER NOT NULL, recordType TEXT NOT NULL, note TEXT NOT NULL, PRIMARY KEY (recordID, recordType))"
      )
    ) {
      """
      CREATE TABLE metadatas (recordID INTEGER NOT NULL, recordType TEXT NOT NULL, note TEXT NOT NULL, PRIMARY KEY (recordID, recordType))
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Metadata.insert {
        Metadata(id: MetadataID(recordID: 1, recordType: "reminders"), note: "a")
        Metadata(id: MetadataID(recordID: 1, recordType: "tags"), note: "b")
      }
    ) {
      """
      INSERT INTO "metadatas"
      ("recordID", "recordType", "note")
      VALUES
      (1, 'reminders', 'a'), (1, 'tags', 'b')
      """
    } results: {
      """
      (No results)
      """
    }
    assertQuery(
      Metadata.find(MetadataID(recordID: 1, recordType: "tags"))
    ) {
      """
      SELECT "metadatas"."recordID", "metadatas"."recordType", "metadatas"."note"
      FROM "metadatas"
      WHERE (("metadatas"."recordID", "metadatas"."recordType") IN ((1, 'tags')))
      """
    } results: {
      """
      ┌────────────────────────┐
      │ Metadata(              │
      │   id: MetadataID(      │
      │     recordID: 1,       │
      │     recordType: "tags" │
      │   ),                   │
      │   note: "b"            │
      │ )                      │
      └────────────────────────┘
      """
    }
    assertQuery(
      Metadata.find([
        MetadataID(recordID: 1, recordType: "tags"),
        MetadataID(recordID: 1, recordType: "reminders"),
      ]).select(\.note)
    ) {
      """
      SELECT "metadatas"."note"
      FROM "metadatas"
      WHERE (("metadatas"."recordID", "metadatas"."recordType") IN ((1, 'tags'), (1, 'reminders')))
      """
    } results: {
      """
      ┌─────┐
      │ "a" │
      │ "b" │
      └─────┘
      """
    }
    assertQuery(
      Metadata.where { $0.id.recordType.eq("tags") }.select(\.id)
    ) {
      """
      SELECT "metadatas"."recordID", "metadatas"."recordType"
      FROM "metadatas"
      WHERE (("metadatas"."recordType") = ('tags'))
      """
    } results: {
      """
      ┌──────────────────────┐
      │ MetadataID(          │
      │   recordID: 1,       │
      │   recordType: "tags" │
      │ )                    │
      └──────────────────────┘
      """
    }
    assertQuery(
      Metadata.update(Metadata(id: MetadataID(recordID: 1, recordType: "tags"), note: "c"))
        .returning(\.self)
    ) {
      """
      UPDATE "metadatas"
      SET "note" = 'c'
      WHERE (("metadatas"."recordID", "metadatas"."recordType") = (1, 'tags'))
      RETURNING "recordID", "recordType", "note"
      """
    } results: {
      """
      ┌────────────────────────┐
      │ Metadata(              │
      │   id: MetadataID(      │
      │     recordID: 1,       │
      │     recordType: "tags" │
      │   ),                   │
      │   note: "c"            │
      │ )                      │
      └────────────────────────┘
      """
    }
    assertQuery(
      Metadata.upsert { Metadata.Draft(id: MetadataID(recordID: 1, recordType: "tags"), note: "d") }
        .returning(\.note)
    ) {
      """
      INSERT INTO "metadatas"
      ("recordID", "recordType", "note")
      VALUES
      (1, 'tags', 'd')
      ON CONFLICT ("recordID", "recordType")
      DO UPDATE SET "note" = "excluded"."note"
      RETURNING "note"
      """
    } results: {
      """
      ┌─────┐
      │ "d" │
      └─────┘
      """
    }
    assertQuery(
      Metadata.delete(Metadata(id: MetadataID(recordID: 1, recordType: "tags"), note: ""))
        .returning(\.note)
    ) {
      """
      DELETE FROM "metadatas"
      WHERE (("metadatas"."recordID", "metadatas"."recordType") = (1, 'tags'))
      RETURNING "note"
      """
    } results: {
      """
      ┌─────┐
      │ "d" │
      └─────┘
      """
    }
  }

  @Test func `generated columns`() {
    assertQuery(
      #sql(
        "CREATE TABLE people (id INTEGER PRIMARY KEY, first TEXT NOT NULL, last TEXT NOT NULL, full TEXT GENERATED ALWAYS AS (first || ' ' || last) VIRTUAL)"
      )
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
      Person.insert { Person.Draft(first: "Ada", last: "Lovelace") }.returning(\.self)
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
      Person.update(Person(id: 1, first: "Augusta", last: "King", full: "")).returning(\.full)
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
      #sql("ATTACH DATABASE ':memory:' AS other")
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

  @Test func `a schema's table`() {
    assertQuery(
      SchemaTag.where { $0.id < 3 }
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "main"."tags"
      WHERE (("tags"."id") < (3))
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
      SELECT DISTINCT "tags"."title"
      FROM "main"."tags"
      JOIN "remindersTags" ON ("tags"."id") = ("remindersTags"."tagID")
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
      SET "title" = ("tags"."title") || ('!')
      WHERE (("tags"."id") IN ((9)))
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
      WHERE (("tags"."id") IN ((9)))
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
      SELECT "tags"."title" FROM "main"."tags" LIMIT 1
      """
    } results: {
      """
      ┌───────┐
      │ "car" │
      └───────┘
      """
    }
  }

  @Test func `nested types`() {
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

  @Test func `names of columns`() {
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

  @Test func `names that need quotes`() {
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

private enum R: AliasName {}

@Selection struct Size: Equatable {
  var width: Double
  var height: Double
}

@Selection struct Price: Equatable {
  var amount: Int
  var currency: String
}

@Table struct Product: Equatable {
  let id: Int
  var name: String
  var size: Size
  var price: Price?
}

@Selection struct ProductName: Equatable {
  let name: String
  let size: Size
}

@Selection struct MetadataID: Equatable, Hashable {
  let recordID: Int
  let recordType: String
}

@Table struct Metadata: Equatable {
  let id: MetadataID
  var note: String
}

@Table("people") struct Person: Equatable {
  let id: Int
  var first: String
  var last: String
  @Column(generated: .virtual) let full: String
}

@Table("tags", schema: "main") struct SchemaTag: Equatable {
  let id: Int
  var title = ""
}

enum Outer {
  @Table("tags") struct Inner: Equatable {
    let id: Int
    var title = ""
  }
}

@Table("tags") struct Renamed: Equatable {
  @Column("id", primaryKey: true) let number: Int
  @Column("title") var name: String
}

@Table("select \"from\"") struct Odd: Equatable {
  @Column(primaryKey: true) let order: Int
  @Column("a \"b\"") var group: String
}

@Selection enum AttachmentKind: Equatable {
  case note(String)
  case picture(Size)
}

@Table struct Attachment: Equatable {
  let id: Int
  var kind: AttachmentKind
}

@Table struct Event: Equatable {
  let id: Int
  @Column(as: Date.UnixTimeRepresentation.self) var at: Date
  @Column(as: Date.JulianDayRepresentation?.self) var until: Date?
  @Column(as: Int.JSONRepresentation.self) var place: Int
}
