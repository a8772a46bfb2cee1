import LiveSQL
import LiveSQLTestSupport
import Testing

/// Recreated tables with as many columns as SQLite allows, so that no query can return a row number
/// beside them.
@Suite struct RecreateWideTableTests {
  private static let names = (0..<2_000).map { "c\($0)" }
  private static let numbers: [Int64] = [.min, -7, 1, 2, 3, 40, .max]

  private func definition(_ last: String) -> QueryFragment {
    let columns = Self.names.dropLast().joined(separator: ", ")
    return "CREATE TABLE wide (\(raw: columns), \(raw: last))"
  }

  private func fixture() throws -> SchemaFixture {
    let fixture = try SchemaFixture()
    try fixture.change { db in
      try SQLQueryExpression<()>(definition("c1999")).execute(db)
      for number in Self.numbers {
        try db.execute(
          sql: "INSERT INTO wide (rowid, c0, c1999) VALUES (?1, 'first', ?1)",
          arguments: [number]
        )
      }
    }
    return fixture
  }

  private func check(_ fixture: SchemaFixture, _ column: String) throws {
    let numbers = try fixture.values("SELECT rowid FROM wide ORDER BY rowid")
    #expect(numbers == Self.numbers.map { .integer($0) })
    let wrong = "SELECT count(*) FROM wide WHERE \(column) IS NOT rowid OR c0 <> 'first'"
    #expect(try fixture.values(wrong) == [0])
  }

  @Test func `rows of 2,000 columns keep their numbers`() throws {
    let fixture = try fixture()
    try fixture.change { db in
      try db.recreate(table: "wide", as: definition("c1999 INTEGER NOT NULL UNIQUE"))
    }
    try check(fixture, "c1999")
  }

  @Test func `a column of 2,000 gets values of another name`() throws {
    let fixture = try fixture()
    try fixture.change { db in
      try db.recreate(table: "wide", as: definition("\"last\" INTEGER NOT NULL")) { copy in
        copy.copy(column: "last", from: "c1999")
      }
    }
    try check(fixture, "last")
  }

  @Test func `an empty table of 2,000 columns is recreated`() throws {
    let fixture = try SchemaFixture()
    try fixture.change { db in
      try SQLQueryExpression<()>(definition("c1999")).execute(db)
      try db.recreate(table: "wide", as: definition("c1999 INTEGER"))
    }
    #expect(try fixture.values("SELECT count(*) FROM wide") == [0])
  }
}
