import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import TestSockets
import Testing

@testable import Studio

/// Whole values, labels of rows, and the schema as Swift.
@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct CellTests {
  private static let schema = """
    CREATE TABLE files (id INTEGER PRIMARY KEY, name TEXT, content);
    CREATE TABLE lines (file TEXT, number INTEGER, text TEXT, PRIMARY KEY (file, number)) WITHOUT ROWID;
    CREATE TABLE "odd ""name" ("a column" TEXT);
    INSERT INTO lines VALUES ('a''b', 9007199254740993, 'hello');
    INSERT INTO "odd ""name" VALUES ('odd')
    """

  private static func cell(
    _ table: String,
    _ key: String,
    _ column: String,
    _ bench: StudioBench
  ) async throws -> HTTPAnswer {
    var query = URLComponents()
    query.queryItems = [("table", table), ("schema", "main"), ("key", key), ("column", column)]
      .map { URLQueryItem(name: $0.0, value: $0.1) }
    return try await bench.client.ask("GET /api/cell?\(query.percentEncodedQuery ?? "")")
  }

  /// The type and the disposition of a blob.
  private static func blob(_ hex: String) async throws -> (type: String?, disposition: String?) {
    var answer: HTTPAnswer?
    try await StudioBench.run("\(schema); INSERT INTO files VALUES (1, 'a', x'\(hex)')") { bench in
      answer = try await cell("files", "[[\"i\",\"1\"]]", "content", bench)
    }
    return (answer?.headers["content-type"], answer?.headers["content-disposition"])
  }

  @Test func `a value is found by its typed key, and sent completely`() async throws {
    let more = "INSERT INTO files VALUES (1, printf('%.*c', 200000, 'n'), 9223372036854775807)"
    try await StudioBench.run("\(Self.schema); \(more)") { bench in
      let line = try await Self.cell(
        "lines",
        "[\"a'b\",[\"i\",\"9007199254740993\"]]",
        "text",
        bench
      )
      #expect(line.text == "hello")
      #expect(line.headers["content-type"] == "text/plain; charset=utf-8")
      let long = try await Self.cell("files", "[[\"i\",\"1\"]]", "name", bench)
      #expect(long.body.count == 200_000)
      let number = try await Self.cell("files", "[[\"i\",\"1\"]]", "content", bench)
      #expect(number.text == "9223372036854775807")
      let odd = try await Self.cell("odd \"name", "[[\"i\",\"1\"]]", "a column", bench)
      #expect(odd.text == "odd")
    }
  }

  @Test func `a blob of five megabytes is sent completely`() async throws {
    let more = "INSERT INTO files VALUES (1, 'a', zeroblob(5000000))"
    try await StudioBench.run("\(Self.schema); \(more)") { bench in
      let answer = try await Self.cell("files", "[[\"i\",\"1\"]]", "content", bench)
      #expect(answer.isWhole)
      #expect(answer.body.count == 5_000_000)
      #expect(answer.headers["content-type"] == "application/octet-stream")
      #expect(answer.headers["content-disposition"] == "attachment")
    }
  }

  @Test(arguments: [
    ("89504e470d0a1a0a00", "image/png"), ("ffd8ffe0", "image/jpeg"), ("474946383961", "image/gif"),
    ("524946460000000057454250", "image/webp"),
  ])
  func `an image is recognized by its first bytes`(hex: String, type: String) async throws {
    let answer = try await Self.blob(hex)
    #expect(answer.type == type)
    #expect(answer.disposition == nil)
  }

  @Test(arguments: [
    "3c737667206f6e6c6f61643d616c6572742831293e", "3c68746d6c3e", "", "8950",
    "5249464600000000574156",
  ])
  func `a file that a page could run is only saved`(hex: String) async throws {
    let answer = try await Self.blob(hex)
    #expect(answer.type == "application/octet-stream")
    #expect(answer.disposition == "attachment")
  }

  @Test func `text that is not valid UTF-8 or contains NUL is sent as its bytes`() async throws {
    let more = "INSERT INTO files VALUES (1, CAST(x'61c328' AS TEXT), CAST(x'610062' AS TEXT))"
    try await StudioBench.run("\(Self.schema); \(more)") { bench in
      let broken = try await Self.cell("files", "[[\"i\",\"1\"]]", "name", bench)
      #expect(broken.body == [0x61, 0xC3, 0x28])
      #expect(broken.headers["content-type"] == "text/plain; charset=utf-8")
      let zero = try await Self.cell("files", "[[\"i\",\"1\"]]", "content", bench)
      #expect(zero.body == [0x61, 0, 0x62])
    }
  }

  @Test func `missing rows and invalid keys are refused`() async throws {
    try await StudioBench.run(Self.schema) { bench in
      let key = "[[\"i\",\"1\"]]"
      let found1 = try await Self.cell("files", key, "name", bench).status
      #expect(found1 == 404)
      let found2 = try await Self.cell("files", key, "missing", bench).status
      #expect(found2 == 404)
      let found3 = try await Self.cell("missing", key, "name", bench).status
      #expect(found3 == 404)
      let found4 = try await Self.cell("files", "[]", "name", bench).status
      #expect(found4 == 400)
      let found5 = try await Self.cell("files", "[1]", "name", bench).status
      #expect(found5 == 400)
      let found6 = try await Self.cell("files", key, "name\" FROM sqlite_schema --", bench).status
      #expect(found6 == 404)
      let found7 = try await bench.client.ask("GET /api/cell?table=files").status
      #expect(found7 == 400)
      let found8 = try await bench.client.ask("GET /api/label?table=files&schema=other").status
      #expect(found8 == 404)
    }
  }

  @Test func `rows are found by the beginnings of their labels, and by their numbers`() async throws
  {
    let more = """
      INSERT INTO files (id, name) VALUES (1, 'Oak desk'), (2, 'oak_shelf'), (3, 'Lamp'), (12, '3 chairs')
      """
    try await StudioBench.run("\(Self.schema); \(more)") { bench in
      func labels(_ prefix: String) async throws -> JSONValue {
        try await bench.client.ask("GET /api/label?table=files&schema=main&prefix=\(prefix)").json[
          "rows"
        ]
      }
      let found9 = try await labels("oak")
      #expect(
        found9 == [
          ["key": [.integer(1)], "label": "Oak desk"],
          ["key": [.integer(2)], "label": "oak_shelf"],
        ]
      )
      let found10 = try await labels("oak_")
      #expect(found10 == [["key": [.integer(2)], "label": "oak_shelf"]])
      let found11 = try await labels("3")
      #expect(
        found11 == [
          ["key": [.integer(3)], "label": "Lamp"], ["key": [.integer(12)], "label": "3 chairs"],
        ]
      )
      let found12 = try await labels("").elements.count
      #expect(found12 == 4)
      let found13 = try await labels("x")
      #expect(found13 == [])
    }
  }

  @Test func `a search that takes too long returns what it has found`() async throws {
    // Each row costs some milliseconds; in half a second not all of them are seen.
    let schema = """
      CREATE TABLE slow (id INTEGER PRIMARY KEY, n INTEGER,
        name TEXT AS (printf('%s %d', replace(printf('%.*c', 1000000, 'a'), 'a', ''), n)) VIRTUAL);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO slow (n) SELECT i FROM n
      """
    try await StudioBench.run(schema) { bench in
      let answer = try await bench.client.ask("GET /api/label?table=slow&schema=main&prefix=")
      #expect(answer.status == 200)
      #expect(answer.json["rows"].elements.isEmpty == false)
    }
  }

  @Test func `the schema is written as Swift if the program can do so`() async throws {
    try await StudioBench.run { bench in
      let found14 = try await bench.client.ask("GET /api/swift").status
      #expect(found14 == 404)
    }
    try await StudioBench.run {
      $0.swiftSource = { db in
        try db.tables(in: "main").filter { !$0.isInternal }.map(\.name.name).joined()
      }
    } _: { bench in
      let found15 = try await bench.client.ask("GET /api/swift").json
      #expect(found15 == ["text": "orders"])
    }
  }
}
