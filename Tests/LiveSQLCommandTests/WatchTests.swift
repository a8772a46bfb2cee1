import DatabaseTypes
import LiveEngine
import LiveQueries
import Testing

@testable import LiveSQLCommand

@Suite struct WatchReportTests {
  private let layout = RowLayout(columnNames: ["id", "name", "name"])

  private func row(_ values: DatabaseValue...) -> Row { Row(layout: layout, values: values) }

  @Test func `the first line is the whole result`() {
    let report = WatchReport(commit: 0, origin: .initial, inserted: [row(1, "a", nil)])
    #expect(
      report.json(names: uniqueNames(layout.columnNames)).text
        == #"{"commit":0,"origin":"initial","inserted":[{"id":1,"name":"a","name_2":null}],"#
        + #""updated":[],"removed":[]}"#
    )
  }

  @Test func `later lines describe what one commit changed`() {
    let report = WatchReport(
      commit: 7,
      origin: .init(.otherProcess),
      updated: [row(2, "b", "c")],
      removed: [row(3, "d", "e")]
    )
    #expect(
      report.json(names: uniqueNames(layout.columnNames)).text
        == #"{"commit":7,"origin":"otherProcess","inserted":[],"#
        + #""updated":[{"id":2,"name":"b","name_2":"c"}],"removed":[{"id":3,"name":"d","name_2":"e"}]}"#
    )
  }
}

@Suite struct WatchScreenTests {
  private func screen(rows: Int, marked: Int? = nil) -> WatchScreen {
    var screen = WatchScreen(sql: "SELECT id\nFROM orders", columns: ["id"])
    screen.rows = (1...rows).map {
      .init(values: [.integer(Int64($0))], mark: $0 == marked ? .inserted : nil)
    }
    screen.commits = 12
    screen.differences = 9
    screen.origin = .otherProcess
    screen.duration = .microseconds(3_200)
    return screen
  }

  @Test func `the screen shows the statement, the last events, and the rows with their marks`() {
    let lines = screen(rows: 2, marked: 2).lines(size: TerminalSize(columns: 100, rows: 24))
    #expect(
      lines.map(\.text) == [
        "SELECT id FROM orders",
        "12 commits, 9 differences · woken by another process · 3.2 ms +1", "",
        "  id", "  ──", "   1", "+  2", "(2 rows)",
      ]
    )
  }

  @Test(arguments: 9...30, [1, 10, 55, 100])
  func `a long result shows the rows around the first mark and fits the terminal`(
    height: Int,
    marked: Int
  ) {
    let size = TerminalSize(columns: 80, rows: height)
    let lines = screen(rows: 100, marked: marked).lines(size: size)
    #expect(lines.count <= height - 1)
    #expect(lines.contains { $0.text.hasPrefix("+ ") && $0.text.hasSuffix("\(marked)") })
  }

  @Test func `hidden rows are counted`() {
    let lines = screen(rows: 100, marked: 50).lines(size: TerminalSize(columns: 80, rows: 19))
    #expect(lines[5].text == "  … 46 rows above")
    #expect(lines.last?.text == "  … 44 rows below")
  }
}
