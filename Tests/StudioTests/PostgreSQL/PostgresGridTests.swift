import LiveSQLTestSupport
import PostgreSQLTestSupport
import TestSockets
import Testing

@Suite(.requiresPostgres, .requiresWebServer, .serialized, .timeLimit(.hang))
struct PostgresGridTests {
  private static let shop = """
    CREATE TABLE orders (id integer PRIMARY KEY, title text NOT NULL, amount double precision);
    INSERT INTO orders SELECT i * 10, 'order ' || i, i / 2.0 FROM generate_series(1, 1000) i;
    CREATE VIEW dear AS SELECT title, amount FROM orders WHERE amount > 499;
    """

  @Test func `a page gets the first rows, and then their number`() async throws {
    try await PostgresStudio.run(Self.shop) { studio in
      try await studio.withTab { tab in
        let answer = try await tab.subscribe(
          "grid",
          "1",
          #""table":"orders","first":0,"count":3,"request":7"#
        )
        #expect(answer.json["sql"] == "SELECT * FROM orders ORDER BY id")
        let first = try await tab.next()
        #expect(first.name == "grid")
        #expect(first.data["reset"] == true)
        #expect(first.data["request"] == 7)
        #expect(first.data["columns"] == ["id", "title", "amount"])
        #expect(first.data["rows"][1]["k"] == [["i", "20"]])
        #expect(first.data["rows"][1]["c"] == [["i", "20"], "order 2", ["r", "1.0"]])
        #expect(first.data["rows"].count == 3)
        let total = first.data["total"].int == nil ? try await tab.next().data : first.data
        #expect(total["total"] == 1_000)
      }
    }
  }

  @Test(arguments: [true, false])
  func `after another process's commit, only the changed cell is sent`(isPublished: Bool)
    async throws
  {
    try await PostgresStudio.run(Self.shop, isPublished: isPublished) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("grid", "1", #""table":"orders","first":0,"count":3"#)
        _ = try await tab.next { $0.data["total"] == 1_000 }
        try await studio.write("UPDATE orders SET title = 'changed' WHERE id = 20")
        let event = try await tab.next { $0.data["changed"].count > 0 }
        #expect(event.data["order"] == [0, 1, 2])
        #expect(event.data["changed"][0]["i"] == 1)
        #expect(event.data["changed"][0]["c"] == [[1, "changed"]])
        #expect(event.data["gone"] == [])
      }
    }
  }

  @Test(arguments: [true, false])
  func `rows inserted above leave the window on its rows, and move its beginning`(
    isPublished: Bool
  ) async throws {
    try await PostgresStudio.run(Self.shop, isPublished: isPublished) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("grid", "1", #""table":"orders","first":500,"count":3"#)
        let first = try await tab.next { $0.data["reset"] == true }
        #expect(first.data["first"] == 500)
        #expect(first.data["rows"][0]["k"] == [["i", "5010"]])
        try await studio.write("INSERT INTO orders VALUES (1, 'new', 0), (2, 'new', 0)")
        // The window and the count may come in two events, in either order.
        var (place, total) = (500.0, 1_000.0)
        while place != 502 || total != 1_002 {
          let event = try await tab.next { _ in true }
          place = event.data["first"].number ?? place
          total = event.data["total"].number ?? total
          #expect(event.data["gone"].elements == [])
        }
      }
    }
  }

  @Test func `a row that is deleted is gone; one that is pushed out of the window is not`()
    async throws
  {
    try await PostgresStudio.run(Self.shop) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("grid", "1", #""table":"orders","first":0,"count":3"#)
        _ = try await tab.next { $0.data["total"] == 1_000 }
        try await studio.write(
          "DELETE FROM orders WHERE id = 10; INSERT INTO orders VALUES (5, 'a', 0), (6, 'b', 0)"
        )
        let event = try await tab.next { $0.data["order"] == [-1, -1, 1] }
        #expect(event.data["gone"] == [[["i", "10"]]])
        #expect(event.data["rows"][0]["c"][1] == "a")
      }
    }
  }

  @Test func `scrolling to the end shows the last rows, even if fewer are left`() async throws {
    try await PostgresStudio.run(Self.shop) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("grid", "1", #""table":"orders","first":0,"count":3,"request":1"#)
        _ = try await tab.next { $0.data["total"] == 1_000 }
        try await tab.subscribe("grid", "1", #""table":"orders","first":998,"count":3,"request":2"#)
        let end = try await tab.next { $0.data["request"] == 2 }
        #expect(end.data["first"] == 998)
        #expect(end.data["rows"].elements.map { $0["k"] } == [[["i", "9990"]], [["i", "10000"]]])
        try await tab.subscribe(
          "grid",
          "1",
          #""table":"orders","first":5000,"count":3,"request":3"#
        )
        let last = try await tab.next { $0.data["request"] == 3 }
        #expect(last.data["first"] == 997)
        #expect(last.data["rows"].count == 3)
      }
    }
  }

  @Test func `a view without keys is shown by position, and follows commits`() async throws {
    try await PostgresStudio.run(Self.shop) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("grid", "1", #""table":"dear","first":0,"count":10"#)
        let first = try await tab.next { $0.data["reset"] == true }
        #expect(first.data["rows"].count == 2)
        try await studio.write("UPDATE orders SET amount = 600, title = 'now dear' WHERE id = 10")
        let event = try await tab.next { $0.data["changed"].count > 0 || $0.data["rows"].count > 0 }
        #expect(event.data["order"].count == 3)
      }
    }
  }

  @Test(
    arguments: [
      (#"{"column":"title","operator":"=","value":"order 7"}"#, "title = 'order 7'", 1),
      (
        #"{"column":"title","operator":"begins with","value":"ORDER 99"}"#,
        #"CAST(title AS text) ILIKE 'ORDER 99%'"#, 11
      ),
      (
        #"{"column":"amount","operator":"contains","value":"99.5"}"#,
        #"CAST(amount AS text) ILIKE '%99.5%'"#, 5
      ),
      (#"{"column":"amount","operator":"is null"}"#, "amount IS NULL", 0),
      (
        #"{"column":"amount","operator":"in","value":[["r","1.0"],["i","2"]]}"#,
        "amount IN (1.0, 2)", 2
      ),
      (#"{"column":"id","operator":">=","value":["i","9000"]}"#, "id >= 9000", 101),
      (#"{"column":"id","operator":"=","value":["i","1"],"enabled":false}"#, nil, 1_000),
    ] as [(String, String?, Int)]
  )
  func `a filter is shown as SQL, and applies to the count`(
    filter: String,
    sql: String?,
    count: Int
  ) async throws {
    try await PostgresStudio.run(Self.shop, isPublished: false) { studio in
      try await studio.withTab { tab in
        let answer = try await tab.subscribe(
          "grid",
          "1",
          #""table":"orders","first":0,"count":3,"filters":[\#(filter)]"#
        )
        let condition = sql.map { " WHERE \($0)" } ?? ""
        #expect(answer.json["sql"] == .string("SELECT * FROM orders\(condition) ORDER BY id"))
        _ = try await tab.next { $0.data["total"] == .number(Double(count)) }
      }
    }
  }

  @Test func `a search covers all columns`() async throws {
    try await PostgresStudio.run(Self.shop, isPublished: false) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe(
          "grid",
          "1",
          #""table":"orders","first":0,"count":3,"search":"ORDER 1000""#
        )
        _ = try await tab.next { $0.data["total"] == 1 }
      }
    }
  }

  @Test func `unknown columns and values of the wrong type are answered with a sentence`()
    async throws
  {
    try await PostgresStudio.run(Self.shop, isPublished: false) { studio in
      try await studio.withTab { tab in
        let window = #""first":0,"count":3"#
        let table = try await tab.subscribe("grid", "1", #""table":"order",\#(window)"#)
        #expect(table.status == 404)
        #expect(table.json["error"] == "There is no table public.order.")
        let type = try await tab.subscribe(
          "grid",
          "1",
          #""table":"orders",\#(window),"filters":[{"column":"id","operator":"type","value":"text"}]"#
        )
        #expect(type.status == 400)
        #expect(type.json["error"].string?.contains("one type") == true)
        try await tab.subscribe(
          "grid",
          "1",
          #""table":"orders",\#(window),"filters":[{"column":"id","operator":"=","value":"secret"}]"#
        )
        let problem = try await tab.next { $0.name == "problem" }
        #expect(problem.data["error"].string?.contains("integer") == true)
        #expect(problem.data["error"].string?.contains("secret") == false)
      }
    }
  }

  @Test func `if counting takes too long, the number is an estimate, and cancelling ends a read`()
    async throws
  {
    let sql = """
      CREATE VIEW slow AS SELECT i FROM generate_series(1, 100) i WHERE pg_sleep(0.05) IS NOT NULL;
      CREATE VIEW endless AS SELECT 1 AS i FROM pg_sleep(600);
      """
    try await PostgresStudio.run(sql, isPublished: false) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("grid", "1", #""table":"slow","first":0,"count":2"#)
        let counted = try await tab.next { $0.data["total"].int != nil }
        #expect(counted.data["about"] == true)
        try await tab.subscribe("grid", "2", #""table":"endless","first":0,"count":2"#)
        // The server names a statement already while it is prepared, and cancels nothing then.
        let sleeping = """
          SELECT count(*)::text FROM pg_stat_activity
          WHERE query LIKE '%endless%' AND wait_event = 'PgSleep' AND datname = current_database()
          """
        try await untilTrue { try await studio.text(sleeping) != "0" }
        let body = #"{"tab":"\#(tab.id)","subscription":"2"}"#
        #expect(try await studio.post("/api/cancel", body).status == 200)
        let cancelled = try await tab.next { $0.name == "problem" && $0.data["s"] == "2" }
        #expect(cancelled.data["error"] == "Cancelled.")
      }
    }
  }

  @Test func `a table without a key is shown by position, and read again after commits`()
    async throws
  {
    let sql = """
      CREATE TABLE notes (body text, j json);
      INSERT INTO notes SELECT 'note ' || i, '{}' FROM generate_series(1, 100) i;
      """
    try await PostgresStudio.run(sql, isPublished: false) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("grid", "1", #""table":"notes","first":97,"count":5"#)
        let first = try await tab.next { $0.data["reset"] == true }
        #expect(first.data["rows"].count == 3)
        #expect(first.data["rows"][0]["c"][0] == "note 98")
        try await studio.write("INSERT INTO notes VALUES ('new', NULL)")
        let event = try await tab.next { $0.data["rows"].count > 0 && $0.data["reset"] == .null }
        #expect(event.data["rows"][0]["c"] == ["new", .null])
      }
    }
  }

  @Test func `the page says so if its table is dropped`() async throws {
    try await PostgresStudio.run(Self.shop) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("grid", "1", #""table":"orders","first":0,"count":3"#)
        _ = try await tab.next { $0.data["total"] == 1_000 }
        try await studio.write("DROP TABLE orders CASCADE")
        _ = try await tab.next { $0.name == "schema" }
        #expect(try await studio.structure()["tables"].count == 0)
        try await tab.subscribe("grid", "1", #""table":"orders","first":0,"count":3"#)
        let answer = try await tab.subscribe("grid", "2", #""table":"orders","first":0,"count":3"#)
        #expect(answer.status == 404)
      }
    }
  }
}
