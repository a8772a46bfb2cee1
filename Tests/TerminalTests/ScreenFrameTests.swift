import TerminalTestSupport
import Testing

@testable import Terminal

@Suite struct ScreenFrameTests {
  private var frame = ScreenFrame()

  private func lines(_ texts: String...) -> [Line] { texts.map { Line($0) } }

  @Test mutating func `a frame replaces the previous one`() {
    var terminal = VirtualTerminal(columns: 20, rows: 10)
    terminal.write("$ livesql watch\n")
    terminal.write(frame.redraw(lines("one two", "three"), size: terminal.size, palette: .colors))
    #expect(terminal.lines == ["$ livesql watch", "one two", "three"])
    terminal.write(frame.redraw(lines("1"), size: terminal.size, palette: .none))
    #expect(terminal.lines == ["$ livesql watch", "1"])
    terminal.write(frame.redraw(lines("a", "b", "c"), size: terminal.size, palette: .none))
    #expect(terminal.lines == ["$ livesql watch", "a", "b", "c"])
    #expect(terminal.unknownCommands.isEmpty)
  }

  @Test mutating func `the cursor is hidden while frames are drawn, and visible at the end`() {
    var terminal = VirtualTerminal(columns: 20, rows: 10)
    terminal.write(frame.redraw(lines("a"), size: terminal.size, palette: .none))
    #expect(!terminal.isCursorVisible)
    terminal.write(frame.end())
    #expect(terminal.isCursorVisible)
    #expect(terminal.row == 1 && terminal.column == 0)
    #expect(frame.end().isEmpty)
  }

  @Test mutating func `a frame that is higher or wider than the terminal is truncated`() {
    var terminal = VirtualTerminal(columns: 10, rows: 4)
    let long = Line("0123456789abcdef")
    for _ in 0..<3 {
      let text = frame.redraw([long, long, long, long, long], size: terminal.size, palette: .none)
      terminal.write(text)
    }
    #expect(terminal.lines == ["01234567…", "01234567…", "01234567…"])
    #expect(terminal.scrolledLines == 0)
  }

  @Test mutating func `a frame at the bottom of the screen scrolls once and stays`() {
    var terminal = VirtualTerminal(columns: 10, rows: 4)
    terminal.write("x\ny\nz\n")
    for text in ["a", "b", "c"] {
      terminal.write(frame.redraw(lines(text, text), size: terminal.size, palette: .none))
    }
    #expect(terminal.lines == ["z", "c", "c"])
    #expect(terminal.scrolledLines == 2)
  }

  @Test mutating func `a narrower terminal leaves no remains of the old frame`() {
    var terminal = VirtualTerminal(columns: 20, rows: 12)
    terminal.write("before\n")
    let wide = lines("0123456789abcdefg", "short", "0123456789abcdefg")
    terminal.write(frame.redraw(wide, size: terminal.size, palette: .none))
    terminal.resize(columns: 9)
    #expect(terminal.lines.count == 6)
    terminal.write(frame.redraw(wide, size: terminal.size, palette: .none))
    #expect(terminal.lines == ["before", "0123456…", "short", "0123456…"])
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  mutating func `the screen always shows the last frame`(seed: UInt64) {
    var random = TestRandom(seed: seed)
    let size = TerminalSize(columns: random.number(in: 2...30), rows: random.number(in: 2...12))
    var terminal = VirtualTerminal(columns: size.columns, rows: size.rows)
    var last: [Line] = []
    for _ in 0..<10 {
      last = (0..<random.number(in: 0...15)).map { _ in
        Line(
          String(
            repeating: random.number(in: 0...1) == 0 ? "x" : "田",
            count: random.number(in: 1...20)
          )
        )
      }
      terminal.write(frame.redraw(last, size: size, palette: .colors))
    }
    let expected = last.prefix(size.rows - 1).map { $0.truncated(to: size.columns - 1).text }
    #expect(terminal.lines.map { $0.filter { $0 != "\u{200B}" } } == expected)
    #expect(terminal.scrolledLines == 0)
  }
}

/// A generator of random numbers for tests.
struct TestRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func number(in range: ClosedRange<Int>) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound + Int(state >> 33) % range.count
  }
}
