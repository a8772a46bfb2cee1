import TerminalTestSupport
import Testing

@testable import Terminal

@Suite struct ProgressBarTests {
  private func bar(width: Int?) -> ProgressBar {
    ProgressBar(title: "Backing up", unit: "pages", terminalWidth: width, palette: .none)
  }

  @Test func `the bar is redrawn on one line of a terminal`() {
    var bar = bar(width: 80)
    var terminal = VirtualTerminal(columns: 80, rows: 5)
    terminal.write("before\n")
    for step in 0...10 {
      terminal.write(bar.update(completed: step * 250, total: 2_500, at: .milliseconds(step * 100)))
    }
    terminal.write(bar.end() + "after")
    #expect(
      terminal.lines == [
        "before", "Backing up ████████████████████████ 100 %  2,500 of 2,500 pages", "after",
      ]
    )
    #expect(terminal.unknownCommands.isEmpty)
  }

  @Test func `a bar that becomes shorter leaves nothing behind`() {
    var bar = bar(width: 80)
    var terminal = VirtualTerminal(columns: 80, rows: 2)
    terminal.write(bar.update(completed: 90, total: 1_000_000, at: .zero))
    terminal.write(bar.update(completed: 9, total: 10, at: .seconds(1)))
    #expect(terminal.lines == ["Backing up █████████████████████▌    90 %  9 of 10 pages"])
  }

  @Test func `a narrow terminal truncates the line and does not wrap it`() {
    var bar = bar(width: 20)
    var terminal = VirtualTerminal(columns: 20, rows: 3)
    terminal.write(bar.update(completed: 1, total: 2, at: .zero))
    #expect(terminal.row == 0)
  }

  @Test func `the bar is drawn at most twenty times a second`() {
    var bar = bar(width: 80)
    let drawn = (0..<1000).filter { step in
      !bar.update(completed: step, total: 1000, at: .milliseconds(step)).isEmpty
    }
    #expect(drawn.count == 20)
  }

  @Test func `nothing is drawn without a terminal`() {
    var bar = bar(width: nil)
    let text =
      (0...100).map { bar.update(completed: $0, total: 100, at: .zero) }.joined() + bar.end()
    #expect(text.isEmpty)
  }

  @Test func `a single page uses the singular`() {
    var bar = bar(width: 80)
    #expect(bar.update(completed: 1, total: 1, at: .zero).contains("1 of 1 page\u{1b}"))
  }

  @Test func `unexpected counts are harmless`() {
    var bar = bar(width: 80)
    #expect(bar.update(completed: 5, total: 0, at: .zero).contains("  0 %"))
    #expect(bar.update(completed: 50, total: 10, at: .seconds(1)).contains("100 %"))
    #expect(bar.update(completed: -5, total: 10, at: .seconds(2)).contains("  0 %"))
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")])
  func `thousands are separated by commas`(number: Int, text: String) {
    #expect(grouped(number) == text)
  }
}
