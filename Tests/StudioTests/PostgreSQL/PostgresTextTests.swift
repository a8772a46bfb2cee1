import DatabaseTypes
import PostgreSQL
import Testing

@testable import Studio

@Suite struct PostgresTextTests {
  @Test func `names are quoted where they need it`() {
    let names = ["a", "A", "a b", "select", "_a1", "1a", "é", "a\"b", "", "name", "user"]
    #expect(
      names.map(PostgresName.plain) == [
        "a", "\"A\"", "\"a b\"", "\"select\"", "_a1", "\"1a\"", "\"é\"", "\"a\"\"b\"", "\"\"",
        "name", "\"user\"",
      ]
    )
  }

  @Test func `a text is split into statements with their positions`() throws {
    let parts = try PostgresPart.parts(of: "SELECT 'é;';\n  SELECT 1 -- ;\n; SELECT 1")
    #expect(parts.map(\.sql).map { String($0.prefix(8)) } == ["SELECT '", "SELECT 1", "SELECT 1"])
    #expect(parts.map(\.offset) == [0, 16, 32])
  }

  @Test func `a statement that a comment before it repeats has its own position`() throws {
    let sql = "-- SELECT 1\r\nSELECT 1;\r\n/* SELECT 2; */ SELECT 2"
    #expect(try PostgresPart.parts(of: sql).map(\.offset) == [13, 40])
  }

  @Test(arguments: [
    ("SELECT 1", true), ("WITH a AS (SELECT 1) SELECT * FROM a", true), ("TABLE a", true),
    ("WITH a AS (DELETE FROM b RETURNING 1) SELECT * FROM a", false), ("SELECT 1 INTO a", false),
    ("SHOW all", false), ("UPDATE a SET b = 1", false),
    ("-- insert a row\nSELECT 'delete', $$merge$$, \"into\", a.update FROM a", true),
    ("/* /* a */ b */ (SELECT 1)", true), ("SELECT 1 FROM a FOR UPDATE", false),
    ("WITH a AS (/* b */INSERT INTO b VALUES (1) RETURNING 1) SELECT 1", false),
    ("EXPLAIN SELECT 1", false),
  ])
  func `only a statement that reads is a query`(sql: String, isQuery: Bool) throws {
    #expect(try PostgresPart.parts(of: sql)[0].isQuery == isQuery)
  }
}
