import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import TestSockets
import Testing

@Suite(.requiresPostgres, .requiresWebServer, .serialized, .timeLimit(.hang))
struct PostgresGridOrderTests {
  private static let rows = """
    CREATE TABLE items (a integer, b text, id integer NOT NULL, PRIMARY KEY (id));
    INSERT INTO items SELECT nullif(i % 5, 0), CASE WHEN i % 3 > 0 THEN 'b' || i % 4 END, i
      FROM generate_series(1, 60) i;
    """

  private static let sorts = [
    (#"{"column":"a"}"#, "a NULLS LAST, id"),
    (#"{"column":"a","descending":true}"#, "a DESC NULLS FIRST, id DESC"),
    (
      #"{"column":"a"},{"column":"b","descending":true}"#,
      "a NULLS LAST, b DESC NULLS FIRST, id DESC"
    ),
    (
      #"{"column":"b","descending":true},{"column":"a","descending":false}"#,
      "b DESC NULLS FIRST, a NULLS LAST, id"
    ),
  ]

  @Test(arguments: sorts)
  func `windows in an order with NULLs equal that part of the whole, whatever was shown before`(
    sort: String,
    order: String
  ) async throws {
    try await PostgresStudio.run(Self.rows, isPublished: false) { studio in
      let whole = try studio.scratch.connect().execute("SELECT id FROM items ORDER BY \(order)")
        .map { row in try row.decode(Int.self, at: 0) }
      try await studio.withTab { tab in
        for (number, first) in [0, 10, 25, 5, 57, 40, 11, 58, 0].enumerated() {
          let answer = try await tab.subscribe(
            "grid",
            "1",
            #""table":"items","sort":[\#(sort)],"first":\#(first),"count":7,"request":\#(number)"#
          )
          #expect(answer.json["sql"] == .string("SELECT * FROM items ORDER BY \(order)"))
          let window = try await tab.next { $0.data["request"].int == number }
          let ids = window.data["rows"].elements.map { $0["k"][0][1].string.flatMap { Int($0) } }
          #expect(ids == whole.dropFirst(first).prefix(7).map(\.self), "from \(first)")
        }
      }
    }
  }

  @Test func `a window that begins among NULLs follows commits`() async throws {
    try await PostgresStudio.run(Self.rows) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe(
          "grid",
          "1",
          #""table":"items","sort":[{"column":"a"}],"first":50,"count":3"#
        )
        let first = try await tab.next { $0.data["reset"] == true }
        #expect(first.data["rows"][0]["c"][0] == .null)
        try await studio.write(
          "INSERT INTO items VALUES (1, 'x', 1000), (NULL, 'y', 1)  ON CONFLICT DO NOTHING"
        )
        _ = try await tab.next { $0.data["first"] == 51 }
      }
    }
  }

  @Test func `values of all kinds are shown as the server prints them, and sorted`() async throws {
    let sql = """
      CREATE TYPE mood AS ENUM ('sad', 'glad');
      CREATE DOMAIN amount AS numeric CHECK (VALUE > 0);
      CREATE TABLE kinds (id uuid PRIMARY KEY, n numeric(30, 10), b boolean, f real, d date,
        t timestamp, z timestamptz, j json, jb jsonb, m mood, x bytea, a integer[], p point,
        dom amount, i interval, big bigint, c char(5));
      INSERT INTO kinds VALUES ('00000000-0000-0000-0000-00000000000a', 12345678901234567890.0123456789,
        true, 0.1, '2026-11-24', '2026-11-24 10:00:00', '2026-11-24 10:00:00.25+00', '{"a": 1}',
        '{"a":1}', 'glad', '\\x0aff', '{1,NULL}', '(1,2)', 1.50, '1 day 02:00:00', 9007199254740993, 'ab'),
        ('00000000-0000-0000-0000-00000000000b', NULL, false, 'NaN', NULL, NULL, NULL, NULL, NULL,
         'sad', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
      """
    try await PostgresStudio.run(sql) { studio in
      try await studio.withTab { tab in
        let columns = [
          "id", "n", "b", "f", "d", "t", "z", "j", "jb", "m", "x", "a", "p", "dom", "i", "big", "c",
        ]
        for (number, column) in columns.enumerated() {
          try await tab.subscribe(
            "grid",
            "1",
            #""table":"kinds","sort":[{"column":"\#(column)"}],"first":1,"count":1,"request":\#(number)"#
          )
          let event = try await tab.next { $0.data["request"].int == number }
          #expect(event.name == "grid", "\(column): \(event.data["error"])")
          #expect(event.data["rows"].count == 1, "\(column)")
        }
        try await tab.subscribe("grid", "2", #""table":"kinds","first":0,"count":2"#)
        let cells = try await tab.next { $0.data["s"] == "2" }.data["rows"][0]["c"]
        #expect(
          cells == [
            "00000000-0000-0000-0000-00000000000a", "12345678901234567890.0123456789", "true",
            ["r", "0.1"], "2026-11-24", "2026-11-24 10:00:00", "2026-11-24 10:00:00.25+00",
            #"{"a": 1}"#, #"{"a": 1}"#, "glad", ["b", 2, "0aff"], "{1,NULL}", "(1,2)", "1.50",
            "1 day 02:00:00", ["i", "9007199254740993"], "ab   ",
          ]
        )
      }
    }
  }

  @Test func `a partitioned table and a composite key are followed`() async throws {
    let sql = """
      CREATE TABLE events (at date NOT NULL, id integer NOT NULL, note text, PRIMARY KEY (at, id))
        PARTITION BY RANGE (at);
      CREATE TABLE events_26 PARTITION OF events FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
      CREATE TABLE events_27 PARTITION OF events FOR VALUES FROM ('2027-01-01') TO ('2028-01-01');
      INSERT INTO events SELECT date '2026-12-01' + i, i, 'n' FROM generate_series(1, 60) i;
      """
    try await PostgresStudio.run(sql) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("grid", "1", #""table":"events","first":28,"count":4"#)
        let first = try await tab.next { $0.data["reset"] == true }
        #expect(first.data["rows"][2]["k"] == ["2027-01-01", ["i", "31"]])
        try await studio.write("UPDATE events SET note = 'changed' WHERE id = 31")
        let event = try await tab.next { $0.data["changed"].count > 0 }
        #expect(event.data["changed"][0]["c"] == [[2, "changed"]])
      }
    }
  }

  @Test(arguments: ["other", "quick", "counts", "bare"])
  func `a table whose changes are not reported is read again after commits`(table: String)
    async throws
  {
    let sql = """
      CREATE TABLE items (id integer PRIMARY KEY, title text); CREATE PUBLICATION livesql FOR TABLE items;
      CREATE TABLE other (id integer PRIMARY KEY, title text); INSERT INTO other VALUES (1, 'a');
      CREATE UNLOGGED TABLE quick (id integer PRIMARY KEY, title text); INSERT INTO quick VALUES (1, 'a');
      CREATE TABLE bare (id integer, title text); INSERT INTO bare VALUES (1, 'a');
      CREATE MATERIALIZED VIEW counts AS SELECT title, id FROM other;
      """
    let scratch = try await PostgresStudio.offPool {
      let scratch = try PostgresScratchDatabase()
      try scratch.connect().execute(script: sql)
      return scratch
    }
    try await PostgresStudio.run(on: scratch) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("grid", "1", "\"table\":\"\(table)\",\"first\":0,\"count\":3")
        _ = try await tab.next { $0.data["total"] == 1 }
        try await studio.write(
          "UPDATE \(table == "counts" ? "other" : table) SET title = 'b'; REFRESH MATERIALIZED VIEW counts"
        )
        _ = try await tab.next { $0.data["changed"].count > 0 }
      }
    }
  }

  @Test func `a role without REPLICATION also sees commits, and the page says how`() async throws {
    let sql = """
      CREATE TABLE items (id integer PRIMARY KEY, title text);
      INSERT INTO items VALUES (1, 'a'); CREATE ROLE plain LOGIN; GRANT SELECT ON items TO plain;
      """
    let scratch = try await PostgresStudio.offPool {
      let scratch = try PostgresScratchDatabase(on: PostgresTestServer())
      try scratch.connect().execute(script: "CREATE PUBLICATION livesql FOR ALL TABLES;" + sql)
      return scratch
    }
    try await PostgresStudio.run(on: scratch, as: "plain") { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("commits", "7")
        let note = try await tab.next { $0.name == "problem" }
        #expect(note.data["error"].string?.contains("the role may not replicate") == true)
        try await tab.subscribe("grid", "1", #""table":"items","first":0,"count":3"#)
        _ = try await tab.next { $0.data["total"] == 1 }
        try await studio.write("UPDATE items SET title = 'b'")
        _ = try await tab.next { $0.data["changed"].count > 0 }
      }
    }
  }
}
