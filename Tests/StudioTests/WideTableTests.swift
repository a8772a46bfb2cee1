import LiveSQLTestSupport
import SQLiteDatabase
import Studio
import TestSockets
import Testing

/// Tables with as many columns as SQLite allows. https://www.sqlite.org/limits.html#max_column
@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct WideTableTests {
  private static func shop(_ count: Int) -> String {
    let columns = (1..<count).map { "c\($0)" }.joined(separator: ", ")
    return """
      PRAGMA journal_mode = WAL;
      CREATE TABLE wide (id INTEGER PRIMARY KEY, \(columns));
      INSERT INTO wide (id, c1, c\(count - 1)) VALUES (1, CAST(x'c328' AS TEXT), x'01'), (2, 'a', 'needle');
      """
  }

  @Test(arguments: [1_965, 1_991, 1_999, 2_000])
  func `a table of up to 2,000 columns is shown and searched`(count: Int) async throws {
    try await StudioFixture.run(Self.shop(count)) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("grid", "1", #""table":"wide","first":0,"count":3"#)
        let first = try await tab.next { $0.name == "problem" || $0.data["reset"] == true }.data
        #expect(first["error"] == .null)
        let cells = first["rows"][0]["c"]
        #expect(cells.count == count)
        #expect(cells[0] == ["i", "1"])
        // With 2,000 columns there is no room for the type.
        #expect(cells[1] == [count == 2_000 ? "b" : "x", 2, "c328"])
        #expect(cells[count - 1] == ["b", 1, "01"])
        let search = #""table":"wide","first":0,"count":3,"search":"needle""#
        try await tab.subscribe("grid", "2", search)
        let found = try await tab.next { $0.data["s"] == "2" }.data
        #expect(found["error"] == .null)
        #expect(found["rows"].count == 1)
        #expect(found["rows"][0]["k"] == [["i", "2"]])
      }
    }
  }

  @Test func `a row is deleted by all its old values`() async throws {
    let count = 1_200
    try await StudioFixture.run(Self.shop(count), { $0.isWritable = true }) { studio in
      let nulls = (2..<count - 1).map { "\"c\($0)\":null" }.joined(separator: ",")
      let was = #"{"c1":"a","c\#(count - 1)":"needle",\#(nulls)}"#
      let change = #"{"kind":"delete","table":"wide","key":[["i","2"]],"was":\#(was)}"#
      let answer = try await studio.post("/api/edits", #"{"changes":[\#(change)]}"#)
      #expect(answer.status == 200, "\(answer.text)")
    }
  }
}
