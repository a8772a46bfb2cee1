import DatabaseTypes
import Terminal
import Testing

@testable import LiveSQLCommand

@Suite struct TablePrinterTests {
  private func text(
    _ columns: [String],
    _ rows: [[DatabaseValue]],
    width: Int? = nil
  ) -> String {
    let lines = TablePrinter(columns: columns, width: width).lines(rows)
    return lines.map(\.text).joined(separator: "\n")
  }

  @Test func `numbers are aligned to the right, and text to the left`() {
    let rows: [[DatabaseValue]] = [[1, "Ana Costa", 12.5], [20, "Zoë", nil]]
    #expect(
      text(["id", "name", "total"], rows) == """
        id │ name      │ total
        ───┼───────────┼──────
         1 │ Ana Costa │  12.5
        20 │ Zoë       │ NULL
        """
    )
  }

  @Test func `columns with wide characters and combining marks are aligned`() {
    let rows: [[DatabaseValue]] = [["田中 愛子", 1], ["Zoe\u{308}", 2], ["👨‍👩‍👧", 3]]
    let widths = TablePrinter(columns: ["name", "n"]).lines(rows).map(\.width)
    #expect(Set(widths) == [13])
  }

  @Test func `control characters, blobs and NULL are shown unambiguously`() {
    let rows: [[DatabaseValue]] = [
      ["a\nb\u{1b}[2J", .blob([0, 255]), nil], ["NULL", .blob([7]), .real(.infinity)],
      ["", .blob([UInt8](repeating: 1, count: 20)), 9_007_199_254_740_993],
    ]
    let lines = TablePrinter(columns: ["a", "b", "c"]).lines(rows)
    #expect(
      lines[2].text == "a\\nb\\u{1b}[2J │ x'00ff' (2 bytes)                               │ NULL"
    )
    #expect(lines[3].text.contains("NULL          │ x'07' (1 byte) "))
    #expect(lines[3].text.hasSuffix("│              Inf"))
    #expect(lines[4].text.contains("x'01010101010101010101010101010101…' (20 bytes)"))
    #expect(lines[4].text.hasSuffix("│ 9007199254740993"))
    #expect(lines[2].pieces.last?.style == .secondary)
    #expect(lines[3].pieces.first?.style == .plain)
  }

  @Test func `long cells are truncated to the terminal's width, numbers last`() {
    let rows: [[DatabaseValue]] = [
      [
        1_234_567_890, .text(String(repeating: "x", count: 50)),
        .text(String(repeating: "y", count: 20)),
      ]
    ]
    let lines = TablePrinter(columns: ["id", "a", "b"], width: 40).lines(rows)
    #expect(lines[1].width == 40)
    #expect(lines[2].text == "1234567890 │ xxxxxxxxxxx… │ yyyyyyyyyyy…")
  }

  @Test func `columns that do not fit are named in a note`() {
    let row = [DatabaseValue](repeating: "abcdefghijkl", count: 6)
    let lines = TablePrinter(columns: ["a", "b", "c", "d", "e", "f"], width: 32).lines([row])
    #expect(lines[2].text == "abcdefgh… │ abcdefgh… │ abcdefg…")
    #expect(lines.last?.text == "(3 more columns: d, e, f)")
  }

  @Test(arguments: 1...60)
  func `no line is wider than the terminal`(width: Int) {
    let rows: [[DatabaseValue]] = [
      [1, "田中 愛子 and a long name", 1234.5678, nil, .blob([1, 2, 3])],
      [22, "x", -5, "some words", nil],
    ]
    let lines = TablePrinter(columns: ["id", "name", "number", "words", "bytes"], width: width)
      .lines(rows)
    for line in lines.prefix(4) { #expect(line.width <= width) }
  }

  @Test func `a result without rows has a header, and one without columns prints nothing`() {
    #expect(text(["id"], []) == "id\n──")
    #expect(text([], []) == "")
    #expect(text([""], [[1]]) == " \n─\n1")
  }

  @Test func `marks come before their rows`() {
    let rows: [TablePrinter.MarkedRow] = [
      .init(values: [1], mark: .inserted), .init(values: [2], mark: .updated, changedColumns: [0]),
      .init(values: [3], mark: .removed), .init(values: [4]),
    ]
    let lines = TablePrinter(columns: ["n"]).lines(rows, hasMarks: true)
    #expect(lines.map(\.text) == ["  n", "  ─", "+ 1", "~ 2", "- 3", "  4"])
    #expect(lines[2].pieces.map(\.style) == [.inserted, .inserted])
    #expect(lines[3].pieces.map(\.style) == [.updated, .updated])
  }
}
