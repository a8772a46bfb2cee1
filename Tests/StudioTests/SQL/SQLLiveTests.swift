import Foundation
import LiveEngine
import LiveQueries
import LiveSQLTestSupport
import SQLiteDatabase
import TestSockets
import Testing

@testable import Studio

/// What the page gets for queries that follow the commits of others.
@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct SQLLiveTests {
  private static let schema = """
    CREATE TABLE orders (id INTEGER PRIMARY KEY, title TEXT, amount REAL);
    INSERT INTO orders VALUES (1, 'desk', 10), (2, 'lamp', 20), (3, 'rug', 30)
    """

  /// What a page shows after an event.
  static func patched(_ rows: [JSONValue], _ event: JSONValue) -> [JSONValue] {
    var new = event["order"].elements.enumerated().map { place, from -> JSONValue in
      let from = Int(from.number ?? -2)
      return from < 0
        ? event["rows"].elements.first { $0["i"].number == Double(place) }?["c"] ?? .null
        : rows[from]
    }
    for change in event["changed"].elements {
      let row = Int(change["i"].number ?? -1)
      var cells = new[row].elements
      for cell in change["c"].elements {
        cells[Int(cell[0].number ?? -1)] = cell[1]
      }
      new[row] = .array(cells)
    }
    return new
  }

  @Test(arguments: [JournalMode.wal, .delete])
  func `a query shows its plan, and commits of another connection`(
    journal: JournalMode
  ) async throws {
    try await StudioBench.run(Self.schema, journal: journal) { bench in
      let first = try await bench.result("SELECT * FROM orders ORDER BY title", live: true)
      #expect(first["plan"] == "ordered patch")
      #expect(first["reason"] == .null)
      try bench.write(
        "DELETE FROM orders WHERE id = 2; INSERT INTO orders VALUES (9, 'bed', 5); UPDATE orders SET title = 'zebra' WHERE id = 1"
      )
      let event = try await bench.events.next()
      #expect(event["s"] == "5")
      #expect(event["at"] == 1)
      #expect(event["statement"] == 0)
      #expect(event["request"] == nil)
      #expect(event["plan"] == "ordered patch")
      #expect(event["commit"].number != nil)
      #expect(event["order"] == [-1, 2, 0])
      #expect(event["rows"] == [["i": 0, "k": nil, "c": [.integer(9), "bed", ["r", "5.0"]]]])
      #expect(event["changed"] == [["i": 2, "c": [[1, "zebra"]]]])
      #expect(event["total"] == 3)
    }
  }

  @Test func `an update says how long after its commit was seen it was sent`() async throws {
    try await StudioBench.run(Self.schema) { bench in
      let first = try await bench.result("SELECT id FROM orders", live: true)
      #expect(first["latency"] == nil)
      // The first read of the live query may already show this commit, and then it has no latency.
      try bench.write("DELETE FROM orders WHERE id = 1")
      _ = try await bench.events.next()
      try bench.write("DELETE FROM orders WHERE id = 2")
      let latency = try await bench.events.next()["latency"].number
      #expect((latency ?? -1) >= 0)
    }
  }

  @Test(arguments: ["title", "title, random() * 0"])
  func `an update says what keeping the result up to date has taken`(columns: String) async throws {
    try await StudioBench.run(Self.schema) { bench in
      let sql = "SELECT id, \(columns) FROM orders ORDER BY id"
      let first = try await bench.result(sql, live: true)
      #expect(first["work"] == nil)
      var (count, rows) = (0, 0)
      for title in ["a", "b", "c"] {
        try bench.write("UPDATE orders SET title = '\(title)' WHERE id = 2")
        let work = try await bench.events.next()["work"]
        let (patched, run) = (work["patched"].int ?? -1, work["run"].int ?? -1)
        // The first read of the live query is a run, and the query with random() is never patched.
        #expect(run > 0 && patched >= 0)
        #expect(columns == "title" || patched == 0)
        #expect(patched + run > count)
        #expect((work["rows"].int ?? -1) > rows)
        #expect((work["ms"].number ?? -1) >= 0)
        (count, rows) = (patched + run, work["rows"].int ?? -1)
      }
    }
  }

  @Test func `a query that is run again says why`() async throws {
    try await StudioBench.run(Self.schema) { bench in
      let first = try await bench.result("SELECT random(), count(*) FROM orders", live: true)
      #expect(first["plan"] == "run again")
      #expect(first["reason"].string?.contains("changes without a write") == true)
    }
  }

  @Test func `a result that is not live does not follow commits`() async throws {
    try await StudioBench.run(Self.schema) { bench in
      let first = try await bench.result("SELECT count(*) FROM orders")
      #expect(first["plan"] == .null)
      try bench.write("DELETE FROM orders")
      let next = try await bench.result("SELECT 1")
      #expect(next["at"] == 0)
    }
  }

  @Test func `each query of a text receives every commit`() async throws {
    try await StudioBench.run(Self.schema) { bench in
      let sql = (0..<8).map { "SELECT title, \($0) AS n FROM orders WHERE id = 1" }
        .joined(separator: ";")
      var rows = try await bench.results(sql, live: true).map { $0["rows"].elements }
      #expect(rows.count == 8)
      for title in ["a", "b", "c"] {
        try bench.write("UPDATE orders SET title = '\(title)' WHERE id = 1")
        while rows.contains(where: { $0[0][0] != .string(title) }) {
          let event = try await bench.events.next()
          let statement = Int(event["statement"].number ?? -1)
          rows[statement] = Self.patched(rows[statement], event)
        }
      }
      #expect(rows.map { $0[0][1] } == (0..<8).map { .integer($0) })
    }
  }

  @Test func `rows beyond the limit are sent when they come within it`()
    async throws
  {
    try await StudioBench.run(Self.schema) { bench in
      let first = try await bench.result(
        "SELECT title FROM orders ORDER BY id",
        live: true,
        limit: 2
      )
      var rows = first["rows"].elements
      #expect(rows == [["desk"], ["lamp"]])
      #expect(first["more"] == true)
      try bench.write("DELETE FROM orders WHERE id = 1")
      let deleted = try await bench.events.next()
      rows = Self.patched(rows, deleted)
      #expect(rows == [["lamp"], ["rug"]])
      #expect(deleted["more"] == false)
      // A row beyond the limit changes nothing but that there are more.
      try bench.write("INSERT INTO orders VALUES (7, 'bed', 1)")
      let inserted = try await bench.events.next()
      #expect(inserted["more"] == true)
      #expect(Self.patched(rows, inserted) == rows)
    }
  }

  @Test func `a row with the same key is updated cell by cell, and may move`() async throws {
    try await StudioBench.run(Self.schema) { bench in
      let first = try await bench.result(
        "SELECT id, amount FROM orders ORDER BY amount",
        live: true
      )
      try bench.write("UPDATE orders SET amount = 99 WHERE id = 1")
      let event = try await bench.events.next()
      #expect(event["order"] == [1, 2, 0])
      #expect(event["changed"] == [["i": 2, "c": [[1, ["r", "99.0"]]]]])
      let rows = Self.patched(first["rows"].elements, event)
      #expect(rows.map { $0[0] } == [.integer(2), .integer(3), .integer(1)])
    }
  }

  @Test
  func `text that is not valid UTF-8 stays text, and a blob with the same bytes stays a blob`()
    async throws
  {
    let schema = "CREATE TABLE t (id INTEGER PRIMARY KEY, v, w); INSERT INTO t (id) VALUES (1), (2)"
    try await StudioBench.run(schema) { bench in
      _ = try await bench.result("SELECT id, v, w FROM t ORDER BY id", live: true)
      try bench.write("UPDATE t SET v = CAST(x'c328' AS TEXT), w = x'c328' WHERE id = 1")
      let event = try await bench.events.next()
      #expect(
        event["changed"] == [["i": 0, "c": [[1, ["x", 2, "c328"]], [2, ["b", 2, "c328"]]]]]
      )
    }
  }

  @Test func `commits of the studio's own SQL page are followed too`() async throws {
    try await StudioBench.run(Self.schema) {
      $0.isWritable = true
    } _: { bench in
      _ = try await bench.result("SELECT count(*) FROM orders", live: true)
      try await bench.run("INSERT INTO orders VALUES (4, 'bed', 1)", subscription: "6")
      var events = [try await bench.events.next(), try await bench.events.next()]
      events.sort { ($0["s"].string ?? "") < ($1["s"].string ?? "") }
      #expect(events.map { $0["s"] } == ["5", "6"])
      #expect(
        events[0]["changed"] == [["i": 0, "c": [[0, .integer(4)]]]]
          || events[0]["rows"][0]["c"] == [.integer(4)]
      )
      #expect(events[1]["changed"] == 1)
    }
  }

  @Test func `a query whose table is dropped says that it is no longer live`() async throws {
    try await StudioBench.run(Self.schema) { bench in
      _ = try await bench.result("SELECT * FROM orders", live: true)
      try bench.write("DROP TABLE orders")
      let event = try await bench.events.next()
      #expect(event["error"].string?.contains("no such table") == true)
      #expect(event["order"] == nil)
    }
  }

  @Test func `a result with an additional column is sent completely`() async throws {
    try await StudioBench.run(Self.schema) { bench in
      _ = try await bench.result("SELECT * FROM orders WHERE id = 1", live: true)
      try bench.write("ALTER TABLE orders ADD COLUMN note TEXT DEFAULT 'n'")
      let event = try await bench.events.next()
      #expect(event["order"] == nil)
      #expect(event["columns"] == ["id", "title", "amount", "note"])
      #expect(event["rows"] == [[.integer(1), "desk", ["r", "10.0"], "n"]])
    }
  }

  @Test func `temporary tables and results that are too large are not followed`()
    async throws
  {
    try await StudioBench.run(Self.schema) { bench in
      let results = try await bench.results(
        """
        CREATE TEMP TABLE t AS SELECT 1 AS a; SELECT * FROM t;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100001) SELECT i FROM n;
        PRAGMA table_info(orders)
        """,
        live: true
      )
      #expect(results.map { $0["plan"] } == [.null, .null, .null, .null])
      #expect(results[1]["reason"] == "it reads tables that only its own connection has")
      #expect(results[2]["reason"] == "it has more than 100000 rows")
    }
  }

  @Test func `a query whose other rows take too long shows the first ones, and is not live`()
    async throws
  {
    try await StudioBench.run {
      $0.statementTimeLimit = .seconds(1)
    } _: { bench in
      let sql = """
        SELECT 1 AS a UNION ALL SELECT 2 UNION ALL SELECT * FROM (\(SQLPageTests.endless))
        """
      var result = JSONValue.null
      // On a busy machine, even the first row may take too long: then it is asked for once more.
      try await untilTrue {
        result = try await bench.result(sql, live: true, limit: 1)
        return result["error"] == .null
      }
      #expect(result["rows"] == [[.integer(1)]])
      #expect(result["more"] == true)
      #expect(result["plan"] == .null)
      #expect(result["reason"] == "it takes longer than a second")
    }
  }

  @Test func `following ends when the page is closed`() async throws {
    try await StudioBench.run(Self.schema) { bench in
      _ = try await bench.result("SELECT * FROM orders", live: true)
      let results = try #require(bench.database).results
      await until { results.statistics.contains { $0.subscriberCount == 1 } }
      bench.events.close()
      await until { !results.statistics.contains { $0.subscriberCount > 0 } }
    }
  }
}
