import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

/// Violated constraints, which the errors of both databases name.
@Suite(.mayBlock, .timeLimit(.hang)) struct ConstraintErrorTests {
  private enum ShopError: Error { case takenKey, takenTitle, badShelf, noShop }

  private let newKey = #"INSERT INTO notes (id, title, "isDone") VALUES (1, 'New', false)"#
  private let newTitle = #"INSERT INTO notes (id, title, "isDone") VALUES (20, 'Milk', false)"#

  private func fixture(_ kind: DatabaseKind) async throws -> NotesFixture {
    let fixture = try NotesFixture(kind)
    try await fixture.database.write { db in
      try db.execute(sql: "CREATE UNIQUE INDEX noteTitles ON notes (title)")
      try db.execute(sql: "CREATE TABLE shops (id INTEGER PRIMARY KEY)")
      try db.execute(
        sql: """
          CREATE TABLE goods (
            name TEXT NOT NULL, price INTEGER CONSTRAINT fairPrice CHECK (price > 0),
            shop INTEGER REFERENCES shops (id))
          """
      )
    }
    return fixture
  }

  @Test(arguments: DatabaseKind.available)
  func `both databases report the same violations`(kind: DatabaseKind) async throws {
    let fixture = try await fixture(kind)
    defer { fixture.keep() }
    let cases: [(sql: String, table: String, columns: [String])] = [
      (newKey, "notes", ["id"]),
      (newTitle, "notes", ["title"]),
      ("INSERT INTO goods (price) VALUES (1)", "goods", ["name"]),
      ("INSERT INTO goods (name, price) VALUES ('Tea', 0)", "goods", []),
      ("INSERT INTO goods (name, shop) VALUES ('Tea', 7)", "goods", ["shop"]),
    ]
    for (sql, table, columns) in cases {
      let error = try await #require(throws: (any Error).self) {
        try await fixture.database.write { db in try db.execute(sql: sql) }
      }
      let violation = try #require((error as? any ConstraintError)?.violation)
      #expect(violation.table == table)
      #expect(violation.columns == columns, "\(sql)")
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `the application's own errors replace violated constraints`(kind: DatabaseKind) async throws
  {
    let fixture = try await fixture(kind)
    defer { fixture.keep() }
    let cases: [(sql: String, error: ShopError)] = [
      (newKey, .takenKey),
      (newTitle, .takenTitle),
      ("INSERT INTO goods (name, price) VALUES ('Tea', 0)", .badShelf),
      ("INSERT INTO goods (name, shop) VALUES ('Tea', 7)", .noShop),
    ]
    for (sql, expected) in cases {
      await #expect(throws: expected) {
        try await mappingConstraints([
          .unique("notes", "id"): ShopError.takenKey, .named("noteTitles"): ShopError.takenTitle,
          .check("fairPrice"): ShopError.badShelf, .foreignKey("goods", "shop"): ShopError.noShop,
        ]) { try await fixture.database.write { db in try db.execute(sql: sql) } }
      }
    }
  }
}
