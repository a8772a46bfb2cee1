import LiveSQLTestSupport
import TestSockets
import Testing

@testable import Studio

/// What the page gets for the plan of a statement.
@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct PlanTests {
  private static let schema = """
    CREATE TABLE lists (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, title TEXT, list INTEGER, amount REAL)
    """

  private static func plan(_ sql: String, _ bench: StudioBench) async throws -> HTTPAnswer {
    try await bench.client.ask("POST /api/plan", body: "{\"sql\":\"\(sql)\"}")
  }

  @Test
  func `a plan is a tree with slow steps, the tables that update the query, and the live plan`()
    async throws
  {
    try await StudioBench.run(Self.schema) { bench in
      let sql = "SELECT title FROM orders WHERE amount > ? ORDER BY title; SELECT 2"
      let plan = try await Self.plan(sql, bench).json
      #expect(plan["plan"] == "ordered patch")
      #expect(plan["tables"] == [["table": "orders", "columns": ["amount", "title"]]])
      let nodes = plan["nodes"].elements
      #expect(nodes.map { $0["parent"] } == [0, 0])
      #expect(nodes.map { $0["id"] } == [1, 2])
      #expect(nodes[0]["detail"].string?.contains("orders") == true)
      #expect(nodes[0]["warning"] == "full scan: reads every row of orders")
      #expect(nodes[1]["warning"] == "temporary sort for ORDER BY")
    }
  }

  @Test func `steps within steps name their parents`() async throws {
    try await StudioBench.run(Self.schema) { bench in
      let sql = "SELECT 1 FROM orders UNION SELECT id FROM lists"
      let nodes = try await Self.plan(sql, bench).json["nodes"].elements
      let parents = Set(nodes.compactMap { $0["parent"].number })
      #expect(parents.count > 1)
      #expect(parents.subtracting(nodes.compactMap { $0["id"].number }) == [0])
    }
  }

  @Test func `a query that is run again says why, and a statement that writes is not live`()
    async throws
  {
    try await StudioBench.run(Self.schema) { bench in
      let again = try await Self.plan("SELECT random() FROM lists", bench).json
      #expect(again["plan"] == "run again")
      #expect(again["reason"].string?.contains("random") == true)
      let write = try await Self.plan("DELETE FROM lists WHERE id = 1", bench).json
      #expect(write["plan"] == .null)
      #expect(write["nodes"].elements.isEmpty == false)
    }
  }

  @Test func `statements that are invalid or not allowed are refused`() async throws {
    try await StudioBench.run(Self.schema) { bench in
      let wrong = try await Self.plan("SELECT * FORM lists", bench)
      #expect(wrong.status == 400)
      #expect(wrong.json["error"].string?.contains("(line 1, column 10)") == true)
      let found1 = try await Self.plan("ATTACH 'a' AS b", bench).status
      #expect(found1 == 400)
      let found2 = try await Self.plan("", bench).status
      #expect(found2 == 400)
    }
  }
}

/// Statements that may be queries, told by their first word.
@Suite struct QueryWordTests {
  @Test(arguments: [
    ("-- a\n/* b */;SELECT 1", true), ("VALUES (1)", true),
    ("\u{FEFF}with a AS (SELECT 1) TABLE a", true),
    ("EXPLAIN SELECT 1", false), ("PRAGMA user_version", false), ("select$1", false),
    ("/* SELECT 1", false), ("", false),
  ])
  func `a query begins with a word of its own`(sql: String, isQuery: Bool) {
    #expect(sql.beginsLikeQuery == isQuery)
  }
}
