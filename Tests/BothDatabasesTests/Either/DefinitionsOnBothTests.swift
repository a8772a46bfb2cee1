import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@Table("publisher") private struct Press: Hashable, Identifiable {
  let id: Int
  var name = ""
}

@Table("publication") private struct Publication: Hashable, Identifiable {
  let id: Int
  var title = ""
  var price: Double?
  var isRead = false
  var cover: Data?
  var added = Date(timeIntervalSince1970: 0)
  @Column(as: [String].JSONRepresentation.self) var tags: [String] = []
  var code: UUID?
  var publisherId: Int?
}

/// Tests of tables that the same definitions create in both databases.
@Suite(.mayBlock, .timeLimit(.hang)) struct DefinitionsOnBothTests {
  private func define(_ db: any SQLConnection) throws {
    try db.create(table: "publisher") { t in
      t.autoIncrementedPrimaryKey("id")
      t.column("name", .text).notNull().unique()
    }
    try db.create(table: "publication") { t in
      t.autoIncrementedPrimaryKey("id")
      t.column("title", .text).notNull().check { $0 != "" }
      t.column("price", .double).check(sql: "price >= 0")
      t.column("isRead", .boolean).notNull().defaults(to: false)
      t.column("cover", .blob)
      t.column("added", .datetime).notNull().defaults(to: Date(timeIntervalSince1970: 0))
      t.column("tags", .jsonText).notNull().defaults(to: "[]")
      t.column("code", .uuid)
      t.belongsTo("publisher", onDelete: .cascade)
    }
  }

  private func defined(_ kind: DatabaseKind, _ body: (any SQLConnection) throws -> Void) throws {
    try EmptyDatabases.run(kind) { db throws in
      try define(db)
      try body(db)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `tables of the same definitions match their types`(kind: DatabaseKind) throws {
    try defined(kind) { db throws in
      let types: [any Table.Type] = [Press.self, Publication.self]
      if let db = db as? Database { try db.validateSchema(types) }
      if let db = db as? PostgresConnection { try db.validateSchema(types) }
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `rows are written and read, and keys and defaults come from the database`(
    kind: DatabaseKind
  ) throws {
    try defined(kind) { db throws in
      try Press.insert { Press.Draft(name: "Ana") }.execute(db)
      let code = UUID()
      let written = Publication(
        id: 7,
        title: "Boats",
        price: 2.5,
        isRead: true,
        cover: Data([1, 2]),
        added: Date(timeIntervalSince1970: 1_000_000.5),
        tags: ["sea"],
        code: code,
        publisherId: 1
      )
      try Publication.insert { written }.execute(db)
      try db.execute(sql: "INSERT INTO publication (title) VALUES ('Trains')")
      let rows = try Publication.order(by: \.title).fetchAll(db)
      #expect(rows.first == written)
      #expect(rows.last?.isRead == false)
      #expect(rows.last?.added == Date(timeIntervalSince1970: 0))
      #expect(rows.last?.tags == [])
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `checks, unique columns and references are enforced`(kind: DatabaseKind) throws {
    let statements = [
      "INSERT INTO publication (title) VALUES ('')",
      "INSERT INTO publication (title, price) VALUES ('a', -1)",
      "INSERT INTO publication (title, \"publisherId\") VALUES ('a', 9)",
      "INSERT INTO publisher (name) VALUES ('b'), ('b')",
    ]
    for statement in statements {
      try defined(kind) { db throws in
        #expect(throws: (any Error).self) { try db.execute(sql: statement) }
      }
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `a table is altered, and has indexes and a view`(kind: DatabaseKind) throws {
    try defined(kind) { db throws in
      try db.alter(table: "publication") { t in
        t.add(column: "pages", .integer).notNull().defaults(to: 1)
        t.rename(column: "price", to: "cost")
        t.drop(column: "code")
        t.belongsTo("reviewer", inTable: "publisher")
      }
      try db.create(indexOn: "publication", columns: ["title", "pages"])
      try db.create(
        index: "longTitles",
        on: "publication",
        expressions: [Column("title").desc, Column("pages") + 1],
        condition: Column("pages") > 10
      )
      try db.create(view: "thin", as: "SELECT title FROM publication WHERE pages < \(bind: 10)")
      try db.execute(sql: "INSERT INTO publication (title, cost) VALUES ('Boats', 3)")
      let titles = try #sql("SELECT title FROM thin", as: String.self).fetchAll(db)
      #expect(titles == ["Boats"])
      try db.drop(view: "thin")
      try db.drop(index: "longTitles")
      try db.drop(indexOn: "publication", columns: ["title", "pages"])
      #expect(throws: DatabaseError.self) {
        try db.drop(indexOn: "publication", columns: ["title", "pages"])
      }
      try db.rename(table: "publication", to: "volume")
      try db.drop(table: "volume")
      try db.drop(table: "publication", ifExists: true)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `a composite key refers to two tables, and a row to itself`(kind: DatabaseKind) throws {
    try defined(kind) { db throws in
      try db.create(table: "loan") { t in
        t.primaryKey {
          t.belongsTo("publisher")
          t.belongsTo("publication")
        }
      }
      try db.create(table: "extension") { t in
        t.autoIncrementedPrimaryKey("id")
        t.belongsTo("loan").notNull()
        t.belongsTo("parent", inTable: "extension")
      }
      try db.execute(
        sql: """
          INSERT INTO publisher (name) VALUES ('Ana');
          INSERT INTO publication (title) VALUES ('Boats');
          INSERT INTO loan VALUES (1, 1);
          INSERT INTO extension ("loanPublisherId", "loanPublicationId") VALUES (1, 1);
          INSERT INTO extension ("loanPublisherId", "loanPublicationId", "parentId") VALUES (1, 1, 1)
          """
      )
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `the table of a type is created with generated columns and defaults`(
    kind: DatabaseKind
  ) throws {
    try EmptyDatabases.run(kind) { db throws in
      try Length.createTable(
        generated: ["length": "length(title)", "double": "number * 2"],
        stored: ["length"],
        defaults: ["title": "'New'", "number": "4"]
      )
      .execute(db)
      try db.execute(sql: "INSERT INTO measures (id) VALUES (1)")
      let row = try Length.fetchOne(db)
      #expect(row == Length(id: 1, title: "New", number: 4, length: 3, double: 8))
      if let db = db as? PostgresConnection { try db.validateSchema([Length.self]) }
    }
  }
}

@Table("measures") private struct Length: Hashable {
  let id: Int
  var title: String
  var number: Int
  @Column(generated: .stored) let length: Int
  @Column(generated: .virtual) let double: Int
}
