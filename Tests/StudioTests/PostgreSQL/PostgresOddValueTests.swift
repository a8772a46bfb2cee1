import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Studio
import TestSockets
import Testing

/// Odd values, which are written through the page's protocol and read back unchanged.
@Suite(.requiresPostgres, .requiresWebServer, .serialized, .timeLimit(.hang))
struct PostgresOddValueTests {
  private static let schema = """
    CREATE TABLE t (id integer PRIMARY KEY, t text, v varchar(9), b bytea, i bigint, d double precision);
    INSERT INTO t (id) VALUES (0);
    """

  private func apply(_ changes: String, _ studio: PostgresStudio) async throws -> HTTPAnswer {
    try await studio.post("/api/edits", "{\"changes\":[\(changes)]}")
  }

  private func insert(_ id: Int, _ column: String, _ cell: String) -> String {
    "{\"kind\":\"insert\",\"schema\":\"public\",\"table\":\"t\","
      + "\"values\":{\"id\":[\"i\",\"\(id)\"],\"\(column)\":\(cell)}}"
  }

  private func update(_ id: Int, _ column: String, was: String, value: String) -> String {
    "{\"kind\":\"update\",\"schema\":\"public\",\"table\":\"t\",\"key\":[[\"i\",\"\(id)\"]],"
      + "\"column\":\"\(column)\",\"was\":\(was),\"value\":\(value)}"
  }

  @Test func `values that the server can hold are written and read back unchanged`() async throws {
    try await PostgresStudio.run(Self.schema, isPublished: false, { $0.isWritable = true }) {
      studio in
      let values = OddValue.all.compactMap { value in value.column.map { (value, $0) } }
      for (index, (value, column)) in values.enumerated() {
        let answer = try await apply(insert(index + 1, column, value.cell), studio)
        #expect(answer.status == 200, "\(value.name): \(answer.text)")
      }
      try await expectShown(values, studio)
      for (index, (value, column)) in values.enumerated() {
        let id = index + 1
        if ["t", "b"].contains(column) {
          let bytes = column == "t" ? "convert_to(t, 'UTF8')" : "b"
          let sql = "SELECT coalesce(encode(\(bytes), 'hex'), 'NULL') FROM t WHERE id = \(id)"
          let expected = value.type == "null" ? "NULL" : OddValue.hex(value.stored)
          #expect(try await studio.text(sql) == expected, "\(value.name)")
        }
        // The value that the user saw is found.
        let clear = update(id, column, was: value.cell, value: "null")
        let cleared = try await apply(clear, studio)
        #expect(cleared.status == 200, "\(value.name): \(cleared.text)")
      }
    }
  }

  private func expectShown(_ values: [(OddValue, String)], _ studio: PostgresStudio) async throws {
    try await studio.withTab { tab in
      let columns = #""columns":["id","t","b","i","d"]"#
      let sort = #""sort":[{"column":"id"}]"#
      try await tab.subscribe(
        "grid",
        "1",
        #""table":"t","first":0,"count":100,\#(columns),\#(sort)"#
      )
      let rows = try await tab.next { $0.data["reset"] == true }.data["rows"]
      #expect(rows.count == values.count + 1)
      for (index, (value, column)) in values.enumerated() {
        let place = try #require(["id", "t", "b", "i", "d"].firstIndex(of: column))
        // What no decimal number is, such as infinity, is shown as the server writes it.
        let shown: JSONValue = value.name == "infinity" ? "-Infinity" : try value.shown
        #expect(rows[index + 1]["c"][place] == shown, "\(value.name)")
      }
    }
  }

  @Test func `texts that the server cannot hold are refused, and nothing else is stored for them`()
    async throws
  {
    try await PostgresStudio.run(Self.schema, isPublished: false, { $0.isWritable = true }) {
      studio in
      let cells = OddValue.all.filter { $0.column == nil }.map(\.cell) + [#"["b",1,"61"]"#]
      for cell in cells {
        for column in ["t", "v"] {
          for change in [insert(1, column, cell), update(0, column, was: "null", value: cell)] {
            let answer = try await apply(change, studio)
            #expect(answer.status == 409, "\(change) \(answer.text)")
            #expect(answer.json["error"].string?.isEmpty == false)
          }
        }
      }
      let rows = "SELECT string_agg(id || coalesce(t, '-') || coalesce(v, '-'), ',') FROM t"
      #expect(try await studio.text(rows) == "0--")
    }
  }
}
