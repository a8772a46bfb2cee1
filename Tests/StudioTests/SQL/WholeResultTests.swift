import DatabaseTypes
import LiveSQLTestSupport
import TestSockets
import Testing
import WebServer

@testable import Studio

/// Whole values of results, which the page gets cut.
@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct WholeResultTests {
  private static let schema = """
    CREATE TABLE texts (id INTEGER PRIMARY KEY, text);
    INSERT INTO texts VALUES (1, printf('%.*c', 9000, 'x')), (2, x'89504e470d0a1a0a'), (3, 'short');
    """

  private static func cell(
    _ statement: Int,
    _ row: Int,
    _ column: Int,
    at: Int,
    _ bench: StudioBench
  ) async throws -> HTTPAnswer {
    let place = "statement=\(statement)&row=\(row)&column=\(column)&at=\(at)"
    return try await bench.client.ask(
      "GET /api/tabs/\(bench.events.tab)/result?subscription=5&\(place)"
    )
  }

  @Test func `a value of each statement is sent completely`() async throws {
    try await StudioBench.run(Self.schema) { bench in
      let sql = "SELECT text, id FROM texts ORDER BY id; SELECT zeroblob(5000000), zeroblob(100)"
      _ = try await bench.results(sql)
      let text = try await Self.cell(0, 0, 0, at: 1, bench)
      #expect(text.text == String(repeating: "x", count: 9_000))
      #expect(text.headers["content-type"] == "text/plain; charset=utf-8")
      #expect(try await Self.cell(0, 1, 0, at: 1, bench).headers["content-type"] == "image/png")
      #expect(try await Self.cell(0, 2, 1, at: 1, bench).text == "3")
      #expect(try await Self.cell(1, 0, 0, at: 1, bench).body.count == 5_000_000)
    }
  }

  @Test func `a place that the result does not have is refused`() async throws {
    try await StudioBench.run(Self.schema) { bench in
      _ = try await bench.result("SELECT text FROM texts")
      for (statement, row, column) in [(0, 3, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1), (1, 0, 0)] {
        let answer = try await Self.cell(statement, row, column, at: 0, bench)
        #expect(answer.status == 404, "\(statement) \(row) \(column)")
      }
      let path = "/api/tabs/\(bench.events.tab)/result"
      let other = "subscription=6&statement=0&row=0&column=0&at=0"
      #expect(try await bench.client.ask("GET \(path)?\(other)").status == 404)
      let odd = "subscription=5&statement=x&row=0&column=0&at=0"
      #expect(try await bench.client.ask("GET \(path)?\(odd)").status == 400)
      #expect(try await bench.client.ask("GET \(path)?subscription=5").status == 400)
    }
  }

  @Test func `a value is that of the rows that the page has`() async throws {
    try await StudioBench.run(Self.schema) { bench in
      _ = try await bench.result("SELECT text FROM texts ORDER BY id", live: true)
      try bench.write("INSERT INTO texts VALUES (0, printf('%.*c', 8000, 'y'))")
      let event = try await bench.events.next()
      #expect(event["at"] == 1)
      // A page that does not have the event would get the value of another row.
      let early = try await Self.cell(0, 0, 0, at: 0, bench)
      #expect(early.status == 409)
      #expect(early.json["error"] == "The result has just changed. Open the value again.")
      #expect(try await Self.cell(0, 0, 0, at: 1, bench).text.hasPrefix("yyy"))
      #expect(try await Self.cell(0, 1, 0, at: 1, bench).text.hasPrefix("xxx"))
    }
  }

  @Test func `results are cached up to a size, and only where a value is long`() throws {
    let cached = CachedResults(maxSize: 3 << 20)
    let layout = RowLayout(columnNames: ["a"])
    func rows(_ size: Int) -> [Row] {
      [Row(layout: layout, values: [.blob([UInt8](repeating: 1, count: size))])]
    }
    func size(ofStatement statement: Int) throws(RequestError) -> DatabaseValue {
      try cached.cell(.init(statement: statement, row: 0, column: 0, at: 9)).value
    }
    func keep(_ size: Int, _ statement: Int) { _ = cached.keep(rows(size), of: statement) { 0 } }
    keep(2 << 20, 0)
    #expect(try size(ofStatement: 0) == .blob([UInt8](repeating: 1, count: 2 << 20)))
    keep(2 << 20, 1)
    let error = #expect(throws: RequestError.self) { try size(ofStatement: 1) }
    #expect(error?.message.contains("more than 3 MB") == true)
    // A newer result of the same statement takes the place of the older one.
    keep(64, 0)
    #expect(throws: RequestError.self) { try size(ofStatement: 0) }
    keep(2 << 20, 1)
    #expect(throws: Never.self) { try size(ofStatement: 1) }
  }
}
