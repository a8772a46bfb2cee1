import DatabaseTypes
import LiveEngine
import LiveQueries
import Terminal
import Testing

@testable import LiveSQLCommand

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
