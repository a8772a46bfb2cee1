import Foundation
import LiveSQLTestSupport
import Synchronization
import TestSockets
import Testing
import WebServer

@testable import Studio

/// The files of rows that the page has made.
@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct ExportTests {
  private static let values = """
    SELECT 9223372036854775807 AS a, 1.5 AS b, NULL AS c, '' AS d, x'00ff' AS e, 'say "hi", you' AS f,
    '=1+2' AS g, CAST(x'c328' AS TEXT) AS h, 9e999 AS i, -2 AS j, ' x' AS k
    """

  private static func ticket(_ body: String, _ bench: StudioBench) async throws -> String {
    let answer = try await bench.client.ask("POST /api/exports", body: body)
    return try #require(answer.json["path"].string, "\(answer.text)")
  }

  private static func export(
    _ sql: String,
    _ format: String,
    safe: Bool = false,
    _ bench: StudioBench
  ) async throws -> HTTPAnswer {
    let text = try String(decoding: JSONEncoder().encode(sql), as: UTF8.self)
    let body = "{\"sql\":\(text),\"format\":\"\(format)\",\"safe\":\(safe)}"
    return try await bench.client.ask("GET \(try await ticket(body, bench))", isTrusted: false)
  }

  @Test func `a quote with a combining accent is doubled in CSV`() async throws {
    try await StudioBench.run { bench in
      let answer = try await Self.export("SELECT char(34, 769) AS a", "csv", bench)
      #expect(Array(answer.text.utf8) == Array("a\r\n\"\"\"\u{301}\"\r\n".utf8))
    }
  }

  @Test func `CSV contains complete values, quoted where necessary`() async throws {
    try await StudioBench.run { bench in
      let answer = try await Self.export(Self.values, "csv", bench)
      #expect(answer.status == 200)
      #expect(answer.isWhole)
      #expect(answer.headers["content-type"] == "text/csv; charset=utf-8")
      #expect(answer.headers["content-disposition"] == "attachment; filename=\"result.csv\"")
      #expect(
        answer.text == """
          a,b,c,d,e,f,g,h,i,j,k\r
          9223372036854775807,1.5,,"",x'00ff',"say ""hi"", you",=1+2,x'c328',Inf,-2," x"\r\n
          """
      )
    }
  }

  @Test func `safe CSV escapes texts that look like formulas, but not numbers`() async throws {
    try await StudioBench.run { bench in
      let sql = "SELECT '=1', '+1', '-1', '@a', char(9) || 'x', 'a=1', -1"
      let answer = try await Self.export(sql, "csv", safe: true, bench)
      #expect(answer.text.hasSuffix("\r\n'=1,'+1,'-1,'@a,'\tx,a=1,-1\r\n"))
    }
  }

  @Test func `JSONValue is an array of objects`() async throws {
    try await StudioBench.run { bench in
      let answer = try await Self.export("\(Self.values), 2 AS a", "json", bench)
      #expect(
        answer.text == """
          [
          {"a":9223372036854775807,"b":1.5,"c":null,"d":"","e":"00ff","f":"say \\"hi\\", you","g":"=1+2",\
          "h":"c328","i":9e999,"j":-2,"k":" x","a:1":2}
          ]

          """
      )
      let found1 = try await Self.export("SELECT 1 WHERE 0", "json", bench).text
      #expect(found1 == "[]\n")
    }
  }

  @Test func `an export of a grid has its filters and its order, but no hidden keys`()
    async throws
  {
    let schema = """
      CREATE TABLE orders (title TEXT, amount REAL);
      INSERT INTO orders VALUES ('desk', 10), ('lamp', 20), ('rug', 30)
      """
    try await StudioBench.run(schema) { bench in
      let body = """
        {"grid":{"table":"orders","schema":"main","columns":null,"search":null,"first":0,"count":0,
        "filters":[{"column":"amount","operator":">","value":["r","10.0"],"enabled":true}],
        "sort":[{"column":"title","descending":true}]},"format":"csv"}
        """
      let answer = try await bench.client.ask("GET \(try await Self.ticket(body, bench))")
      #expect(answer.text == "title,amount\r\nrug,30.0\r\nlamp,20.0\r\n")
      #expect(answer.headers["content-disposition"] == "attachment; filename=\"orders.csv\"")
      let missing = body.replacing("\"orders\"", with: "\"missing\"")
      let found2 = try await bench.client.ask("POST /api/exports", body: missing).status
      #expect(found2 == 404)
    }
  }

  @Test func `a ticket is good once`() async throws {
    try await StudioBench.run { bench in
      let path = try await Self.ticket("{\"sql\":\"SELECT 1\",\"format\":\"csv\"}", bench)
      let found3 = try await bench.client.ask("GET \(path)", isTrusted: false).status
      #expect(found3 == 200)
      let found4 = try await bench.client.ask("GET \(path)", isTrusted: false).status
      #expect(found4 == 404)
      let found5 = try await bench.client.ask("GET /exports/0123", isTrusted: false).status
      #expect(found5 == 404)
      let body = "{\"sql\":\"SELECT 1\",\"format\":\"csv\"}"
      let stranger = try await bench.client.ask("POST /api/exports", isTrusted: false, body: body)
      #expect(stranger.status == 401)
    }
  }

  private struct NoRows: RowExport {
    let name = "a"
    let format = ExportFormat.csv
    func run(_ write: (String) async throws -> Void) async throws {}
  }

  @Test func `a ticket is good for thirty seconds`() {
    let tickets = ExportTickets()
    let export = NoRows()
    let now = ContinuousClock.now
    let (early, late) = (tickets.add(export, now: now), tickets.add(export, now: now))
    #expect(tickets.take(early, now: now + .seconds(29)) != nil)
    #expect(tickets.take(late, now: now + .seconds(31)) == nil)
  }

  @Test(arguments: [
    "DELETE FROM orders", "INSERT INTO orders DEFAULT VALUES RETURNING id", "ATTACH 'a' AS b",
    "SELECT * FORM orders", "CREATE TEMP TABLE t (a)", "SELECT ?",
  ])
  func `only results of queries are exported, also with --write`(sql: String) async throws {
    try await StudioBench.run {
      $0.isWritable = true
    } _: { bench in
      let body = "{\"sql\":\"\(sql)\",\"format\":\"csv\"}"
      let found6 = try await bench.client.ask("POST /api/exports", body: body).status
      #expect(found6 == 400)
    }
  }

  @Test func `a failed export is cut off, so that it does not look complete`() async throws {
    try await StudioBench.run { bench in
      let sql = """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
        SELECT CASE i WHEN 90000 THEN abs(-9223372036854775807 - 1) ELSE i END FROM n
        """
      let answer = try await Self.export(sql, "csv", bench)
      #expect(answer.status == 200)
      #expect(!answer.isWhole)
      #expect(answer.body.count > 100_000)
    }
  }

  @Test func `many rows are sent completely`() async throws {
    try await StudioBench.run { bench in
      let answer = try await Self.export(Self.rows(200_000, of: 100), "csv", bench)
      // A failed expectation would print the 20 MB of the answer.
      let (isWhole, lines) = (answer.isWhole, answer.text.split(separator: "\r\n"))
      #expect(isWhole)
      let (count, last) = (lines.count, lines.last.map { String($0.prefix(7)) })
      #expect(count == 200_001)
      #expect(last == "200000,")
    }
  }

  @Test func `rows are read in small batches, each after the previous one was sent`() async throws {
    try await StudioBench.run { bench in
      let most = Mutex(0)
      let count = Mutex(0)
      let export = Export(
        sql: Self.rows(200_000, of: 100),
        format: .json,
        isSafe: false,
        name: "a",
        database: try #require(bench.database)
      )
      try await export.run { piece in
        most.withLock { $0 = max($0, piece.utf8.count) }
        count.withLock { $0 += piece.utf8.count }
      }
      #expect(count.withLock { $0 } > 20_000_000)
      #expect(most.withLock { $0 } < ExportWriter.pieceSize + 2_000)
    }
  }

  @Test func `an export ends when its client leaves`() async throws {
    try await StudioBench.run { bench in
      let text = Self.rows(1_000_000_000, of: 1_000)
      let path = try await Self.ticket("{\"sql\":\"\(text)\",\"format\":\"csv\"}", bench)
      let socket = try #require(LocalSocket.connected(toPort: bench.client.port))
      let host = "127.0.0.1:\(bench.client.port)"
      socket.write(Array("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8))
      #expect(!socket.read().isEmpty)
      socket.close()
      // The stream of events is the only one left.
      await until { bench.studio.server.exchangeCount == 1 }
    }
  }

  private static func rows(_ count: Int, of size: Int) -> String {
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count)) "
      + "SELECT i, printf('%.*c', \(size), 'x') AS text FROM n"
  }
}
