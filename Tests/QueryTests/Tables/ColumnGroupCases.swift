import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of groups of columns as properties and as keys.
@Suite(.reminders) struct ColumnGroupCases {
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
      },
      onlyOnSQLite: .keysAfterInserted
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

  @Test func `a key can have several columns`() {
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
}
