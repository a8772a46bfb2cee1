import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Studio
import TestSockets
import Testing
import WebServer

/// A value as the page sends it, and as a database stores it.
struct OddValue: Sendable, CustomTestStringConvertible {
  let name: String
  /// Its JSON.
  let cell: String
  /// Its type in SQLite.
  let type: String
  /// The bytes of a text or a blob, the digits of a number.
  let stored: [UInt8]
  /// The column that can hold it on PostgreSQL; `nil` for what no type can.
  let column: String?

  var testDescription: String { name }

  static let all =
    [
      text("empty text", ""),
      text("markup", "<script>alert(1)</script><img src=x onerror=alert(2)>"),
      text("override", "exe.\u{202E}gnp.\u{2066}"), text("quotes", #"'"\`;--"#),
      text("lines", "a\r\nb\tc\u{B}\u{85}\u{2028}"), text("JSON", #"["i","1"]"#),
      text("word", "NULL"), text("outside of the plane", "\u{10FFFF}\u{1F469}\u{200D}\u{1F467}"),
      text("decomposed", "e\u{301}"), text("very long", String(repeating: "xyz ", count: 100_000)),
      bytes("text with NUL", "x", [0x61, 0, 0x62], "text", nil),
      bytes("text of a NUL", "x", [0], "text", nil),
      bytes("text that is not UTF-8", "x", [0xC3, 0x28, 0xFF], "text", nil),
      bytes("a surrogate", "x", [0xED, 0xA0, 0x80], "text", nil),
      bytes("the same bytes", "b", [0xC3, 0x28, 0xFF], "blob", "b"),
      bytes("a blob of zero", "b", [0], "blob", "b"), bytes("empty blob", "b", [], "blob", "b"),
      bytes("a blob that is a text", "b", [0x61], "blob", "b"),
      bytes("long blob", "b", [UInt8](repeating: 0, count: 5_000), "blob", "b"),
    ] + numbers

  private static let numbers = [
    OddValue("NULL", "null", "null", "", "t"),
    OddValue("2^63-1", #"["i","9223372036854775807"]"#, "integer", "9223372036854775807", "i"),
    OddValue("-2^63", #"["i","-9223372036854775808"]"#, "integer", "-9223372036854775808", "i"),
    OddValue("2^53+1", #"["i","9007199254740993"]"#, "integer", "9007199254740993", "i"),
    OddValue("1e308", #"["r","1e+308"]"#, "real", "1e+308", "d"),
    OddValue("the smallest", #"["r","5e-324"]"#, "real", "5e-324", "d"),
    OddValue("one", #"["r","1.0"]"#, "real", "1.0", "d"),
    OddValue("infinity", #"["r","-Infinity"]"#, "real", "-inf", "d"),
  ]

  private init(_ name: String, _ cell: String, _ type: String, _ digits: String, _ column: String) {
    (self.name, self.cell, self.type) = (name, cell, type)
    (stored, self.column) = (Array(digits.utf8), column)
  }

  private init(name: String, cell: String, type: String, stored: [UInt8], column: String?) {
    (self.name, self.cell, self.type) = (name, cell, type)
    (self.stored, self.column) = (stored, column)
  }

  private static func text(_ name: String, _ text: String) -> OddValue {
    let cell = JSONText.string(text)
    return OddValue(name: name, cell: cell, type: "text", stored: Array(text.utf8), column: "t")
  }

  private static func bytes(
    _ name: String,
    _ letter: String,
    _ bytes: [UInt8],
    _ type: String,
    _ column: String?
  ) -> OddValue {
    let cell = "[\"\(letter)\",\(bytes.count),\"\(hex(bytes))\"]"
    return OddValue(name: name, cell: cell, type: type, stored: bytes, column: column)
  }

  static func hex(_ bytes: some Collection<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Whether a change to it can be undone: NULL was there before, and a text is recorded as Swift's
  /// strings are, which have no bytes that are not UTF-8.
  var isRecorded: Bool {
    type != "null" && (type != "text" || String(validating: stored, as: UTF8.self) != nil)
  }

  /// Its JSON as a grid shows it, which cuts long values.
  var shown: JSONValue {
    get throws {
      guard stored.count > 500 else { return try JSONValue(cell) }
      let count = JSONValue.number(Double(stored.count))
      if type == "blob" { return ["b", count, .string(Self.hex(stored[..<64]))] }
      // The long text has only ASCII letters.
      return ["t", count, .string(String(decoding: stored[..<500], as: UTF8.self))]
    }
  }
}

/// Odd values, which are written through the page's protocol and read back unchanged.
@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct OddValueTests {
  private static let schema = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE t (id INTEGER PRIMARY KEY, value, copy);
    """

  /// The type and the bytes of a value, as another connection reads it.
  private static func stored(_ column: String, _ studio: StudioFixture) async throws -> String {
    let sql = "SELECT typeof(\(column)) || ' ' || hex(CAST(\(column) AS BLOB)) FROM t"
    return try await studio.other.read { db in try String.fetchOne(db, sql: sql) ?? "" }
  }

  private static func apply(_ changes: String, _ studio: StudioFixture) async throws -> HTTPAnswer {
    try await studio.post("/api/edits", "{\"changes\":[\(changes)]}")
  }

  private static func update(_ column: String, was: String, value: String) -> String {
    "{\"kind\":\"update\",\"table\":\"t\",\"key\":[[\"i\",\"1\"]],\"column\":\"\(column)\""
      + ",\"was\":\(was),\"value\":\(value)}"
  }

  @Test(arguments: OddValue.all)
  func `an odd value is written and read back unchanged`(value: OddValue) async throws {
    try await StudioFixture.run(Self.schema, { $0.isWritable = true }) { studio in
      let cell = value.cell
      let insert = "{\"kind\":\"insert\",\"table\":\"t\",\"values\":{\"value\":\(cell)}}"
      let inserted = try await Self.apply(insert, studio)
      #expect(inserted.status == 200, "\(inserted.text)")
      let before = try await Self.stored("value", studio)
      try Self.expect(value, before)
      try await Self.expectShown(value, studio)
      // The value that the user saw is found, and no other.
      let changes = [
        Self.update("copy", was: "null", value: cell),
        Self.update("value", was: cell, value: "null"),
      ]
      let updated = try await Self.apply(changes.joined(separator: ","), studio)
      #expect(updated.status == 200, "\(updated.text)")
      #expect(try await Self.stored("copy", studio) == before)
      guard value.isRecorded else { return #expect(updated.json["undo"] == .null) }
      let undo = try #require(updated.json["undo"].string)
      #expect(try await studio.post("/api/undo", "{\"undo\":\"\(undo)\"}").status == 200)
      #expect(try await Self.stored("value", studio) == before)
    }
  }

  private static func expect(_ value: OddValue, _ stored: String) throws {
    let parts = stored.split(separator: " ", omittingEmptySubsequences: false)
    #expect(parts.first.map(String.init) == value.type)
    guard ["text", "blob"].contains(value.type) else { return }
    #expect(parts.last?.lowercased() == OddValue.hex(value.stored))
  }

  /// Expects that a grid, the whole value and a result show it.
  private static func expectShown(_ value: OddValue, _ studio: StudioFixture) async throws {
    try await studio.withTab { tab in
      try await tab.subscribe("grid", "1", #""table":"t","first":0,"count":9"#)
      let grid = try await tab.next { $0.data["reset"] == true }
      #expect(grid.data["rows"][0]["c"][1] == (try value.shown))
      try await tab.subscribe("sql", "2", #""sql":"SELECT value FROM t","live":false"#)
      let result = try await tab.next { $0.name == "result" }
      #expect(result.data["rows"][0][0] == (try value.shown))
    }
    guard ["text", "blob"].contains(value.type) else { return }
    let path = "/api/cell?table=t&schema=main&key=%5B%5B%22i%22%2C%221%22%5D%5D&column=value"
    #expect(try await studio.client.ask("GET \(path)").body == value.stored)
  }

  @Test func `texts and blobs of the same bytes, and '' and NULL, are told apart`() async throws {
    try await StudioFixture.run(Self.schema, { $0.isWritable = true }) { studio in
      for (old, other) in [
        (#"["x",2,"c328"]"#, #"["b",2,"c328"]"#), ("\"a\"", #"["b",1,"61"]"#), ("\"\"", "null"),
        (#"["b",0,""]"#, "\"\""), (#"["i","1"]"#, "\"1\""), ("\"\u{E9}\"", "\"e\u{301}\""),
      ] {
        try await studio.write("DELETE FROM t; INSERT INTO t (id) VALUES (1)")
        let set = Self.update("value", was: "null", value: old)
        #expect(try await Self.apply(set, studio).status == 200)
        let change = Self.update("value", was: other, value: "\"lost\"")
        let answer = try await Self.apply(change, studio)
        #expect(answer.status == 409, "\(old) \(other)")
        #expect(answer.json["conflict"]["theirs"] == (try JSONValue(old)))
      }
    }
  }
}
