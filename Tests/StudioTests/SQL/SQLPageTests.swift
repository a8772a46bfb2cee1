import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import TestSockets
import Testing

@testable import Studio

/// What the page gets for a text of SQL.
@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct SQLPageTests {
  @Test func `several statements run in their order, each with its result`() async throws {
    try await StudioBench.run { bench in
      let answer = try await bench.run("SELECT 1 AS a; -- ;\nSELECT 'x', NULL")
      #expect(answer.status == 200)
      #expect(answer.json == ["statements": 2])
      let first = try await bench.events.next()
      #expect(first["s"] == "5")
      #expect(first["at"] == 0)
      #expect(first["statement"] == 0)
      #expect(first["request"] == 7)
      #expect(first["sql"] == "SELECT 1 AS a")
      #expect(first["columns"] == ["a"])
      #expect(first["rows"] == [[.integer(1)]])
      #expect(first["error"] == .null)
      #expect(first["changed"] == .null)
      let second = try await bench.events.next()
      #expect(second["at"] == 1)
      #expect(second["statement"] == 1)
      #expect(second["sql"] == "-- ;\nSELECT 'x', NULL")
      #expect(second["rows"] == [["x", nil]])
    }
  }

  @Test func `values are sent as they are stored`() async throws {
    try await StudioBench.run { bench in
      let result = try await bench.result(
        """
        SELECT 9223372036854775807, -9223372036854775808, 1.0, 9e999, -9e999, '', x'00ff', x'',
          CAST(x'c328' AS TEXT), 'a' || char(0) || 'b', x'c328', '<b>"'
        """
      )
      #expect(
        result["rows"] == [
          [
            ["i", "9223372036854775807"], ["i", "-9223372036854775808"], ["r", "1.0"],
            ["r", "Infinity"], ["r", "-Infinity"], "", ["b", 2, "00ff"], ["b", 0, ""],
            ["x", 2, "c328"], ["x", 3, "610062"], ["b", 2, "c328"], "<b>\"",
          ]
        ]
      )
    }
  }

  @Test func `long values are shortened`() async throws {
    try await StudioBench.run { bench in
      let result = try await bench.result("SELECT zeroblob(100000), printf('%.*c', 70000, 'n')")
      let cells = result["rows"][0]
      #expect(cells[0] == ["b", 100_000, .string(String(repeating: "00", count: 64))])
      #expect(cells[1] == ["t", 70_000, .string(String(repeating: "n", count: 500))])
    }
  }

  @Test
  func
    `temporary tables last until the end of a text, also if the studio only reads`()
    async throws
  {
    try await StudioBench.run { bench in
      let results = try await bench.results(
        "CREATE TEMP TABLE t (x); INSERT INTO t VALUES (1), (2); SELECT sum(x) FROM t; DROP TABLE t"
      )
      #expect(results.map { $0["error"] } == [.null, .null, .null, .null])
      #expect(results[1]["changed"] == 2)
      #expect(results[2]["rows"] == [[.integer(3)]])
      let gone = try await bench.result("SELECT * FROM temp.t")
      #expect(gone["error"].string?.contains("no such table") == true)
    }
  }

  @Test func `a transaction may span several statements`() async throws {
    try await StudioBench.run {
      $0.isWritable = true
    } _: { bench in
      let results = try await bench.results(
        "BEGIN; INSERT INTO orders (title) VALUES ('desk'); UPDATE orders SET title = 'lamp'; COMMIT"
      )
      #expect(results.map { $0["error"] } == [.null, .null, .null, .null])
      #expect(results.map { $0["changed"] } == [.null, 1, 1, .null])
      let result = try await bench.result("SELECT title FROM orders")
      #expect(result["rows"] == [["lamp"]])
    }
  }

  @Test func `a transaction that a text leaves open is rolled back, and the page says so`()
    async throws
  {
    try await StudioBench.run {
      $0.isWritable = true
    } _: { bench in
      _ = try await bench.results("BEGIN; INSERT INTO orders (title) VALUES ('desk')")
      let note = try await bench.events.next()
      #expect(note["statement"] == 2)
      #expect(note["sql"] == "ROLLBACK")
      #expect(note["error"].string?.contains("rolled back") == true)
      let result = try await bench.result("SELECT count(*) FROM orders")
      #expect(result["rows"] == [[.integer(0)]])
    }
  }

  @Test func `statements after an error do not run, and the error has its position`() async throws {
    try await StudioBench.run {
      $0.isWritable = true
    } _: { bench in
      let answer = try await bench.run(
        "INSERT INTO orders (title) VALUES ('desk');\nSELECT *\n  FORM orders; DELETE FROM orders"
      )
      #expect(answer.json == ["statements": 3])
      let found1 = try await bench.events.next()["changed"]
      #expect(found1 == 1)
      let failed = try await bench.events.next()
      let error = try #require(failed["error"].string)
      #expect(error.contains("FORM"))
      #expect(error.hasSuffix("(line 3, column 3)"))
      let result = try await bench.result("SELECT count(*) FROM orders")
      #expect(result["rows"] == [[.integer(1)]])
    }
  }

  @Test func `comments and stray semicolons belong to the statement that follows`() async throws {
    try await StudioBench.run { bench in
      let results = try await bench.results(
        ";; SELECT 1 -- a; b\n; -- c; d\n/* e; */ ; SELECT ';' -- f"
      )
      #expect(results.map { $0["rows"] } == [[[.integer(1)]], [[";"]]])
    }
  }

  @Test func `rows beyond the limit, or beyond ten thousand, are omitted`() async throws {
    try await StudioBench.run { bench in
      let numbers =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
      let some = try await bench.result("\(numbers) SELECT i FROM n", limit: 3)
      #expect(some["rows"] == [[.integer(1)], [.integer(2)], [.integer(3)]])
      #expect(some["more"] == true)
      let all = try await bench.result("\(numbers) SELECT i FROM n LIMIT 3", limit: 3)
      #expect(all["more"] == false)
      let most = try await bench.result("\(numbers) SELECT i FROM n", limit: 1_000_000)
      #expect(most["rows"].elements.count == 10_000)
      #expect(most["more"] == true)
    }
  }

  @Test func `all rows of RETURNING are written, however few are shown`() async throws {
    try await StudioBench.run {
      $0.isWritable = true
    } _: { bench in
      let result = try await bench.result(
        "INSERT INTO orders (title) VALUES ('a'), ('b'), ('c') RETURNING title",
        limit: 1
      )
      #expect(result["rows"] == [["a"]])
      #expect(result["more"] == true)
      #expect(result["changed"] == 3)
      let count = try await bench.result("SELECT count(*) FROM orders")
      #expect(count["rows"] == [[.integer(3)]])
    }
  }

  @Test func `a text without statements, one that is too long and parameters are refused`()
    async throws
  {
    try await StudioBench.run { bench in
      let found2 = try await bench.run("-- nothing\n;").status
      #expect(found2 == 400)
      let long = "SELECT '" + String(repeating: "n", count: 100_000) + "'"
      let found3 = try await bench.run(long).status
      #expect(found3 == 413)
      let result = try await bench.result("SELECT ?1")
      #expect(result["error"].string?.contains("parameters") == true)
    }
  }

  @Test func `a statement ends at its time limit, and says so`() async throws {
    try await StudioBench.run {
      $0.statementTimeLimit = .seconds(1)
    } _: { bench in
      let result = try await bench.result(Self.endless)
      #expect(result["error"].string?.hasPrefix("It was stopped after 1 s") == true)
      // On a busy machine, this may be stopped once, too.
      try await untilTrue { try await bench.result("SELECT 1")["error"] == .null }
    }
  }

  @Test func `a transaction whose statement took too long is rolled back, and the page says so`()
    async throws
  {
    try await StudioBench.run {
      $0.statementTimeLimit = .seconds(1)
      $0.isWritable = true
    } _: { bench in
      var stopped = JSONValue.null
      // On a busy machine, an earlier statement may be stopped: then all is run once more.
      repeat {
        try await bench.run("BEGIN; INSERT INTO orders (title) VALUES ('a'); \(Self.endless)")
        repeat { stopped = try await bench.events.next() } while stopped["error"] == .null
      } while stopped["statement"] != 2
      #expect(stopped["error"].string?.hasPrefix("It was stopped") == true)
      let last = try await bench.events.next()
      #expect(last["sql"] == "ROLLBACK")
      try await untilTrue {
        try await bench.result("SELECT count(*) FROM orders")["rows"] == [[.integer(0)]]
      }
    }
  }

  @Test func `a statement can be cancelled without ending its subscription`() async throws {
    try await StudioBench.run { bench in
      try await bench.run("SELECT 1; \(Self.endless); SELECT 2")
      let found4 = try await bench.events.next()["statement"]
      #expect(found4 == 0)
      let answer = try await bench.client.ask(
        "POST /api/cancel",
        body: "{\"tab\":\"\(bench.events.tab)\",\"subscription\":\"5\"}"
      )
      #expect(answer.status == 200)
      let cancelled = try await bench.events.next()
      #expect(cancelled["statement"] == 1)
      #expect(cancelled["error"] == "Cancelled.")
      let found5 = try await bench.result("SELECT 3")["rows"]
      #expect(found5 == [[.integer(3)]])
    }
  }

  @Test func `a new text of a subscription ends the previous one`() async throws {
    try await StudioBench.run { bench in
      try await bench.run(Self.endless)
      let result = try await bench.result("SELECT 1")
      #expect(result["rows"] == [[.integer(1)]])
      #expect(result["at"] == 0)
    }
  }

  @Test func `running statements are interrupted when the page is closed`() async throws {
    try await StudioBench.run { bench in
      try await bench.run("SELECT 1; \(Self.endless)")
      _ = try await bench.events.next()
      let tab = try #require(bench.studio.context.tabs.all.first)
      weak let feed = tab.feed("5") as? SQLFeed
      #expect(feed != nil)
      bench.events.close()
      await until { feed == nil }
    }
  }

  /// A query that does not end by itself.
  static let endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
}
