import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Terminal
import Testing

@testable import LiveSQLCommand

/// Texts of a database that a terminal would obey, in the formats for programs.
@Suite(.timeLimit(.hang)) struct TerminalContentTests {
  private static let dangerous =
    "\u{1b}]0;x\u{7} \u{9b}2J \u{7f} \r \u{200e}\u{200f}\u{61c} \u{202a}\u{202e} \u{2066}\u{2069} \u{2028}"
    + " \u{200b}\u{feff}\u{ad} \u{e0041} \u{115f}\u{1160}\u{3164}\u{ffa0} \u{200d}"
  private let scratch: ScratchDirectory
  private var path: String { scratch.path(of: "a.db") }
  private var other: String { scratch.path(of: "b.db") }

  init() throws {
    scratch = try ScratchDirectory()
    let database = try DatabaseQueue(path: scratch.path(of: "a.db"))
    let name = quotedIdentifier("t" + Self.dangerous)
    try database.write { db in
      try db.execute(sql: "CREATE TABLE \(name) (\(quotedIdentifier("c" + Self.dangerous)) TEXT)")
      try db.execute(sql: "INSERT INTO \(name) VALUES (?)", arguments: [Self.dangerous])
      try db.execute(sql: "CREATE TABLE shown (text)")
      try db.execute(sql: "INSERT INTO shown VALUES (?)", arguments: [Self.dangerous + "\t\n"])
    }
    try database.close()
    let other = try DatabaseQueue(path: scratch.path(of: "b.db"))
    try other.write { try $0.execute(sql: "CREATE TABLE other (a)") }
    try other.close()
  }

  private func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A, 0x09: false
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x2029, 0x115F, 0x1160, 0x3164, 0xFFA0: true
    default: scalar.properties.generalCategory == .format
    }
  }

  private func commands() -> [[String]] {
    ["csv", "json", "jsonl", "markdown", "table", "lines"]
      .map { ["query", path, "SELECT * FROM shown", "--format", $0] } + [
        ["dump", path], ["dump", path, "shown", "--format", "csv"],
        ["dump", path, "shown", "--format", "jsonl"], ["diff", other, path, "--sql"],
        ["diff", other, path], ["schema", path, "--swift"], ["schema", path, "--json"],
        ["schema", path], ["explain", path, "SELECT * FROM shown", "--json"],
        ["copy", path, scratch.path(of: "c\u{202e}.db"), "--json", "--replace"],
      ]
  }

  @Test func `a terminal receives control characters as escapes`() async {
    let size = TerminalSize(columns: 200, rows: 50)
    for command in commands() {
      let run = await ProgramRun(list: command + ["--color", "never"], terminal: size)
      let text = run.output.replacing("\r\n", with: "\n")
      #expect(!text.isEmpty, "\(command)")
      let found = text.unicodeScalars.filter(isDangerous).map { String($0.value, radix: 16) }
      #expect(found == [], "\(command)")
    }
  }

  @Test func `a pipe receives the bytes of the database`() async {
    let csv = await ProgramRun("query", path, "SELECT * FROM shown", "--format", "csv")
    #expect(csv.output.utf8.elementsEqual("text\r\n\"\(Self.dangerous)\t\n\"\r\n".utf8))
    let dump = await ProgramRun("dump", path)
    #expect(dump.output.contains("('\(Self.dangerous)\t\n')"))
    let json = await ProgramRun("query", path, "SELECT * FROM shown", "--format", "json")
    #expect(json.output.contains("\u{202e}"))
  }

  @Test func `JSON on a terminal is the same document`() async throws {
    let size = TerminalSize(columns: 200, rows: 50)
    let run = await ProgramRun(
      "query",
      path,
      "SELECT * FROM shown",
      "--format",
      "json",
      terminal: size
    )
    let rows = try JSONDecoder().decode([[String: String]].self, from: Data(run.output.utf8))
    #expect(rows == [["text": Self.dangerous + "\t\n"]])
  }

  @Test func `only a line end keeps its carriage return`() {
    #expect(terminalContent("a\rb\r\nc\r", isJSON: false) == "a\\rb\r\nc\\r")
    #expect(terminalContent("\u{8f}\u{202e}", isJSON: true) == "\\u008f\\u202e")
    #expect(terminalContent("größe\t🐈", isJSON: false) == "größe\t🐈")
  }
}
