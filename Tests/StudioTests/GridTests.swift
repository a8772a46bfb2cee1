import LiveSQLTestSupport
import TestSockets
import Testing

@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct GridTests {
  private static let shop = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE orders (id INTEGER PRIMARY KEY, title TEXT NOT NULL, amount REAL);
    INSERT INTO orders WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      SELECT i * 10, 'order ' || i, i / 2.0 FROM n;
    CREATE VIEW dear AS SELECT title, amount FROM orders WHERE amount > 499;
    """

  @Test func `a page gets the first rows, and then their number`() async throws {
    try await StudioFixture.run(Self.shop) { studio in
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

  @Test func `after another process's commit, only the changed cell is sent`() async throws {
    try await StudioFixture.run(Self.shop) { studio in
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

  @Test func `rows inserted above leave the window on its rows, and move its beginning`()
    async throws
  {
    try await StudioFixture.run(Self.shop) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("grid", "1", #""table":"orders","first":500,"count":3"#)
        let first = try await tab.next { $0.data["reset"] == true }
        #expect(first.data["first"] == 500)
        #expect(first.data["rows"][0]["k"] == [["i", "5010"]])
        try await studio.write("INSERT INTO orders VALUES (1, 'new', 0), (2, 'new', 0)")
        let moved = try await tab.next { $0.data["first"] == 502 && $0.data["total"] == 1_002 }
        #expect(moved.data["rows"] == [])
        #expect(moved.data["gone"] == [])
      }
    }
  }

  @Test func `a row that is deleted is gone; one that is pushed out of the window is not`()
    async throws
  {
    try await StudioFixture.run(Self.shop) { studio in
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

  @Test func `scrolling requests other rows for the same subscription`() async throws {
    try await StudioFixture.run(Self.shop) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("grid", "1", #""table":"orders","first":0,"count":3,"request":1"#)
        _ = try await tab.next { $0.data["total"] == 1_000 }
        try await tab.subscribe("grid", "1", #""table":"orders","first":998,"count":3,"request":2"#)
        let end = try await tab.next { $0.data["request"] == 2 }
        #expect(end.data["first"] == 998)
        #expect(end.data["rows"].elements.map { $0["k"] } == [[["i", "9990"]], [["i", "10000"]]])
        #expect(end.data["total"] == 1_000)
      }
    }
  }

  @Test func `a view without keys is shown by position, and follows commits`() async throws {
    try await StudioFixture.run(Self.shop) { studio in
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
        #"title LIKE 'ORDER 99%' ESCAPE '\'"#, 11
      ),
      (
        #"{"column":"title","operator":"contains","value":"%"}"#, #"title LIKE '%\%%' ESCAPE '\'"#,
        0
      ),
      (#"{"column":"amount","operator":"is null"}"#, "amount IS NULL", 0),
      (
        #"{"column":"amount","operator":"in","value":[["r","1.0"],["i","2"]]}"#,
        "amount IN (1.0, 2)", 2
      ),
      (#"{"column":"amount","operator":"type","value":"real"}"#, "typeof(amount) = 'real'", 1_000),
      (#"{"column":"id","operator":">=","value":["i","9000"]}"#, "id >= 9000", 101),
      (#"{"column":"id","operator":"=","value":["i","1"],"enabled":false}"#, nil, 1_000),
    ] as [(String, String?, Int)]
  )
  func `a filter is shown as SQL, and applies to the count`(
    filter: String,
    sql: String?,
    count: Int
  ) async throws {
    try await StudioFixture.run(Self.shop) { studio in
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
    try await StudioFixture.run(Self.shop) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe(
          "grid",
          "1",
          #""table":"orders","first":0,"count":3,"search":"order 1000""#
        )
        _ = try await tab.next { $0.data["total"] == 1 }
      }
    }
  }

  @Test func `missing tables and columns are answered with a sentence`() async throws {
    try await StudioFixture.run(Self.shop) { studio in
      try await studio.withTab { tab in
        let table = try await tab.subscribe("grid", "1", #""table":"order","first":0,"count":3"#)
        #expect(table.status == 404)
        #expect(table.json["error"] == "There is no table order.")
        let column = try await tab.subscribe(
          "grid",
          "1",
          #""table":"orders","first":0,"count":3,"sort":[{"column":"x"}]"#
        )
        #expect(column.status == 404)
        #expect(column.json["error"] == "The table orders has no column x.")
      }
    }
  }

  @Test func `a change of the schema is reported, and the structure is read again`() async throws {
    try await StudioFixture.run(Self.shop) { studio in
      try await studio.withTab { tab in
        let before = try await studio.client.ask("GET /api/database").json
        #expect(before["tables"].elements.map { $0["name"] } == ["dear", "orders"])
        #expect(before["tables"][1]["editable"] == false)
        #expect(before["operators"].elements.last == "type")
        try await studio.write("CREATE TABLE more (id INTEGER PRIMARY KEY)")
        _ = try await tab.next { $0.name == "schema" }
        let after = try await studio.client.ask("GET /api/database").json
        #expect(after["tables"].count == 3)
      }
    }
  }
}
