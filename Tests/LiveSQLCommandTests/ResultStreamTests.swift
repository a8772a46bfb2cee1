import DatabaseTypes
import Terminal
import TerminalTestSupport
import Testing

@testable import LiveSQLCommand

/// Results that are written before all their rows have arrived.
@Suite struct ResultStreamTests {
  private let destination = MemoryDestination()

  private func stream(
    _ format: ResultFormat,
    _ columns: [String],
    longestDelay: Duration = .seconds(1000)
  ) -> ResultStream {
    ResultStream(
      columns: columns,
      format: format,
      output: Output(destination: destination, palette: .none),
      longestDelay: longestDelay
    )
  }

  @Test(arguments: [ResultFormat.table, .markdown])
  func `a table is written as rows arrive, after measuring the first ones`(format: ResultFormat)
    throws
  {
    var stream = stream(format, ["text"])
    let wide = String(repeating: "x", count: 100)
    for _ in 0..<999 { try stream.add(["a"]) }
    #expect(destination.text.isEmpty)
    for _ in 0..<700 { try stream.add([.text(wide)]) }
    #expect(destination.text.contains(wide))
    try stream.end()
    let lines = destination.text.split(separator: "\n")
    #expect(lines.count { $0.contains("a") } == 999)
    // Later rows are not truncated if lines can be long.
    #expect(lines.count { $0.contains(wide) } == 700)
    #expect(destination.text.hasSuffix("(1,699 rows)\n") == (format == .table))
  }

  @Test func `later rows on a terminal are truncated to the widths of the first ones`() throws {
    let terminal = MemoryDestination(terminalSize: TerminalSize(columns: 20, rows: 10))
    var stream = ResultStream(
      columns: ["a", "b"],
      format: .table,
      output: Output(destination: terminal, palette: .none)
    )
    for _ in 0..<sampledRowCount { try stream.add([1, "x"]) }
    try stream.add([123456, "longer than the terminal is wide"])
    try stream.end()
    let lines = terminal.text.split(separator: "\n")
    #expect(lines[lines.count - 2] == "… │ …")
    #expect(lines.allSatisfy { displayWidth($0) <= 20 })
  }

  @Test(arguments: ResultFormat.allCases)
  func `slow rows are written when the next one arrives`(format: ResultFormat) throws {
    var stream = stream(format, ["text"], longestDelay: .zero)
    try stream.add(["first"])
    #expect(destination.text.contains("first"))
    try stream.add(["second"])
    #expect(destination.text.contains("second"))
  }

  @Test func `each value has a line after the name of its column`() throws {
    var stream = stream(.lines, ["id", "a name"])
    try stream.add([1, "Ana\nB"])
    try stream.add([2, nil])
    try stream.end()
    #expect(
      destination.text
        == "    id = 1\na name = Ana\\nB\n\n    id = 2\na name = NULL\n"
    )
  }

  @Test(arguments: [
    (ResultFormat.table, "a\n─\n(0 rows)\n"), (.markdown, "| a |\n| --- |\n"), (.jsonl, ""),
    (.lines, ""), (.csv, "a\r\n"), (.json, "[]\n"),
  ])
  func `a result without rows shows its columns if the format has them`(
    format: ResultFormat,
    text: String
  ) throws {
    var stream = stream(format, ["a"])
    try stream.end()
    #expect(destination.text == text)
  }
}
