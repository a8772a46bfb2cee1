import Foundation
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Studio
import TestSockets
import Testing

@Suite(.requiresPostgres, .requiresWebServer, .serialized, .timeLimit(.hang))
struct PostgresSQLTests {
  private static let shop = """
    CREATE TABLE orders (id integer PRIMARY KEY, title text, amount numeric);
    INSERT INTO orders SELECT i, 'order ' || i, i / 2.0 FROM generate_series(1, 5) i;
    """

  private static func run(
    _ sql: String,
    live: Bool = false,
    limit: Int = 1_000,
    in tab: TabClient
  ) async throws {
    let text = try String(decoding: JSONEncoder().encode(sql), as: UTF8.self)
    let answer = try await tab.subscribe(
      "sql",
      "5",
      "\"sql\":\(text),\"live\":\(live),\"limit\":\(limit),\"request\":7"
    )
    #expect(answer.status == 200, "\(answer.text)")
  }

  /// The first result, or the first that fits.
  private static func result(
    _ sql: String,
    live: Bool = false,
    limit: Int = 1_000,
    in tab: TabClient,
    _ fits: (JSONValue) -> Bool = { _ in true }
  ) async throws -> JSONValue {
    try await run(sql, live: live, limit: limit, in: tab)
    return try await tab.next { $0.name == "result" && fits($0.data) }.data
  }

  @Test func `several statements send their results in order`() async throws {
    try await PostgresStudio.run(Self.shop, isPublished: false) { studio in
      try await studio.withTab { tab in
        try await Self.run(
          "SELECT id, title FROM orders ORDER BY id; SELECT 'a;b' AS x -- and\n; SHOW TimeZone",
          limit: 2,
          in: tab
        )
        let first = try await tab.next { $0.name == "result" }.data
        #expect(first["columns"] == ["id", "title"])
        #expect(first["rows"] == [[["i", "1"], "order 1"], [["i", "2"], "order 2"]])
        #expect(first["more"] == true)
        #expect(first["request"] == 7)
        let second = try await tab.next { $0.data["statement"] == 1 }.data
        #expect(second["rows"] == [["a;b"]])
        let third = try await tab.next { $0.data["statement"] == 2 }.data
        #expect(third["rows"] == [["UTC"]])
      }
    }
  }

  @Test(
    arguments: [
      ("DELETE FROM orders", "It writes, but the database is open for reading."),
      ("COMMIT; DELETE FROM orders", "COMMIT is not allowed: the database is open for reading."),
      ("SET TRANSACTION READ WRITE", "SET is not allowed"),
      ("SELECT set_config('transaction_read_only', 'off', true)", "read-write mode"),
      ("DO $$ BEGIN DELETE FROM orders; END $$", "It writes"),
      ("COPY orders TO STDOUT", "COPY is not supported here."),
      ("WITH gone AS (DELETE FROM orders RETURNING id) SELECT * FROM gone", "It writes"),
      ("SELECT $1::integer", "The statement has parameters"),
      ("SELECT 1;\n SELECT * FORM orders", "(line 2, column 11)"),
      ("SELECT nothing FROM orders", "(line 1, column 8)"),
    ]
  )
  func `forbidden and invalid requests are answered with a sentence`(sql: String, sentence: String)
    async throws
  {
    try await PostgresStudio.run(Self.shop, isPublished: false) { studio in
      try await studio.withTab { tab in
        let result = try await Self.result(sql, in: tab) { $0["error"].string != nil }
        #expect(result["error"].string?.contains(sentence) == true, "\(result["error"])")
        #expect(try await studio.text("SELECT count(*)::text FROM orders") == "5")
      }
    }
  }

  @Test func `with --write, statements write, and an open transaction is rolled back`()
    async throws
  {
    try await PostgresStudio.run(Self.shop, isPublished: false, { $0.isWritable = true }) {
      studio in
      try await studio.withTab { tab in
        let update = try await Self.result("UPDATE orders SET title = 'x' WHERE id < 3", in: tab)
        #expect(update["changed"] == 2)
        let returning = try await Self.result(
          "INSERT INTO orders SELECT i, 'new' FROM generate_series(10, 20) i RETURNING id",
          limit: 2,
          in: tab
        )
        #expect(returning["rows"].count == 2)
        #expect(returning["changed"] == 11)
        try await Self.run("BEGIN; DELETE FROM orders", in: tab)
        let open = try await tab.next { $0.data["statement"] == 2 }.data
        #expect(open["error"].string?.contains("rolled back") == true)
        #expect(try await studio.text("SELECT count(*)::text FROM orders") == "16")
      }
    }
  }

  @Test func `a statement that takes too long is stopped by the server`() async throws {
    try await PostgresStudio.run(
      Self.shop,
      isPublished: false,
      { $0.statementTimeLimit = .seconds(1) }
    ) { studio in
      try await studio.withTab { tab in
        let result = try await Self.result("SELECT pg_sleep(600)", in: tab)
        #expect(
          result["error"] == "It was stopped after 1 s, the time that a statement may take."
        )
      }
    }
  }

  @Test func `cancelling ends a statement on the server`() async throws {
    try await PostgresStudio.run(Self.shop, isPublished: false) { studio in
      try await studio.withTab { tab in
        try await Self.run("SELECT pg_sleep(600)", in: tab)
        let sleeping = """
          SELECT count(*)::text FROM pg_stat_activity
          WHERE query LIKE '%pg_sleep%' AND wait_event = 'PgSleep' AND pid <> pg_backend_pid()
            AND datname = current_database()
          """
        try await untilTrue { try await studio.text(sleeping) != "0" }
        let body = #"{"tab":"\#(tab.id)","subscription":"5"}"#
        #expect(try await studio.post("/api/cancel", body).status == 200)
        let result = try await tab.next { $0.name == "result" }.data
        #expect(result["error"] == "Cancelled.")
        try await untilTrue { try await studio.text(sleeping) == "0" }
      }
    }
  }

  @Test func `a live result shows its plan, and is patched`() async throws {
    try await PostgresStudio.run(Self.shop) { studio in
      try await studio.withTab { tab in
        let sql = "SELECT id, title FROM orders WHERE id > 1 ORDER BY title"
        let first = try await Self.result(sql, live: true, in: tab)
        #expect(first["rows"].count == 4)
        let planned = try await tab.next { $0.data["plan"].string != nil }.data
        #expect(planned["plan"] == "ordered patch")
        #expect(planned["order"] == [0, 1, 2, 3])
        try await studio.write("UPDATE orders SET title = 'changed' WHERE id = 3")
        let patched = try await tab.next { $0.data["changed"].count > 0 }.data
        #expect(patched["commit"].int != nil)
        #expect(patched["latency"].number != nil)
        #expect(patched["rows"].count == 0)
      }
    }
  }

  @Test func `without a change stream, a result is live too, and says that it runs again`()
    async throws
  {
    try await PostgresStudio.run(Self.shop, isPublished: false) { studio in
      try await studio.withTab { tab in
        _ = try await Self.result("SELECT count(*) AS n FROM orders", live: true, in: tab)
        let planned = try await tab.next { $0.data["plan"].string != nil }.data
        #expect(planned["plan"] == "run again")
        #expect(planned["reason"].string?.contains("every 500 ms") == true, "\(planned["reason"])")
        try await studio.write("DELETE FROM orders WHERE id = 3")
        _ = try await tab.next { $0.data["changed"].count > 0 || $0.data["rows"].count > 0 }
      }
    }
  }

  @Test func `a result that cannot be live says why`() async throws {
    try await PostgresStudio.run(Self.shop) { studio in
      try await studio.withTab { tab in
        try await Self.run("SELECT relname FROM pg_catalog.pg_class LIMIT 1", live: true, in: tab)
        let refused = try await tab.next { $0.data["reason"].string != nil }.data
        #expect(refused["plan"] == .null)
        #expect(refused["reason"].string?.contains("catalog") == true)
      }
    }
  }

  @Test func `a plan of more rows than an integer holds is shown`() async throws {
    try await PostgresStudio.run(Self.shop, isPublished: false) { studio in
      let series = ["a", "b", "c"].map { "generate_series(1, 10000000) \($0)" }
      let sql = "SELECT 1 FROM " + series.joined(separator: ", ")
      let answer = try await studio.post("/api/plan", #"{"sql":"\#(sql)"}"#)
      let detail = answer.json["nodes"][0]["detail"].string
      #expect(detail?.contains("1e+21 rows") == true, "\(answer.text)")
    }
  }

  @Test func `a plan is a tree that marks slow steps`() async throws {
    try await PostgresStudio.run(Self.shop, isPublished: false) { studio in
      let answer = try await studio.post(
        "/api/plan",
        #"{"sql":"SELECT * FROM orders WHERE title = 'a' ORDER BY amount"}"#
      )
      #expect(answer.status == 200, "\(answer.text)")
      let nodes = answer.json["nodes"]
      #expect(nodes[0]["detail"].string?.hasPrefix("Sort  by") == true)
      #expect(nodes[0]["warning"] == "sorts all rows")
      #expect(nodes[1]["parent"] == 1)
      #expect(nodes[1]["detail"].string?.hasPrefix("Seq Scan on orders") == true)
      #expect(nodes[1]["warning"] == "reads the whole table")
      #expect(answer.json["tables"][0]["table"] == "orders")
      let wrong = try await studio.post("/api/plan", #"{"sql":"SELECT FROM nothing"}"#)
      #expect(wrong.status == 400)
    }
  }
}
