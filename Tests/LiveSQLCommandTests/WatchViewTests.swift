import DatabaseTypes
import Terminal
import Testing

@testable import LiveSQLCommand

/// The keys that change which part of a result is shown.
@Suite struct WatchViewTests {
  private var view = WatchView()

  /// Returns the first visible row after some keys, of 100 rows of which 10 are visible.
  private mutating func top(after keys: Key...) -> Int? {
    for key in keys {
      let top = view.top ?? 40
      _ = view.take(key, visible: top..<top + 10, count: 100)
    }
    return view.top
  }

  @Test mutating func `arrows and pages scroll from the visible rows, up to the ends`() {
    #expect(top(after: .down) == 41)
    #expect(top(after: .character("k"), .up) == 39)
    #expect(top(after: .pageDown) == 48)
    #expect(top(after: .character("b"), .pageUp) == 30)
    #expect(top(after: .end) == 90)
    #expect(top(after: .down, .character(" ")) == 90)
    #expect(top(after: .home) == 0)
    #expect(top(after: .up, .pageUp) == 0)
    #expect(top(after: .character("f")) == nil)
  }

  @Test mutating func `a result that fits completely does not scroll`() {
    #expect(view.take(.end, visible: 0..<3, count: 3) == .redraw)
    #expect(view.top == 0)
    #expect(view.take(.down, visible: 0..<0, count: 0) == .redraw)
    #expect(view.top == 0)
  }

  @Test(arguments: [Key.character("q"), .control("c")])
  mutating func `q and Ctrl-C quit, but not while text is typed`(key: Key) {
    #expect(view.take(key, visible: 0..<1, count: 1) == .quit)
    _ = view.take(.character("/"), visible: 0..<1, count: 1)
    #expect(view.take(key, visible: 0..<1, count: 1) == .redraw)
    #expect(view.take(.tab, visible: 0..<1, count: 1) == .none)
  }

  @Test mutating func `text can be typed, corrected, searched for, and searched for again`() {
    let shown = 5..<10
    #expect(view.take(.character("n"), visible: shown, count: 20) == .redraw)
    #expect(view.message?.contains("type /") == true)
    for key in [Key.character("/"), .character("q"), .character("x"), .backspace, .pasted("ab\nc")]
    {
      #expect(view.take(key, visible: shown, count: 20) == .redraw)
    }
    #expect(view.typed == "qabc")
    #expect(view.take(.enter, visible: shown, count: 20) == .find("qabc", from: 5, isForward: true))
    view.show(found: 15, visible: shown, count: 20)
    #expect(view.top == 14)
    let again = view.take(.character("n"), visible: 14..<19, count: 20)
    #expect(again == .find("qabc", from: 16, isForward: true))
    let back = view.take(.character("N"), visible: 14..<19, count: 20)
    #expect(back == .find("qabc", from: 14, isForward: false))
    view.show(found: nil, visible: shown, count: 20)
    #expect(view.message?.contains("in no row") == true)
    // An empty text repeats the previous search.
    _ = view.take(.character("/"), visible: shown, count: 20)
    #expect(view.take(.enter, visible: shown, count: 20) == .find("qabc", from: 5, isForward: true))
  }

  @Test mutating func `Escape, or deleting all text, ends typing`() {
    for last in [Key.escape, .backspace] {
      _ = view.take(.character("/"), visible: 0..<1, count: 1)
      #expect(view.take(last, visible: 0..<1, count: 1) == .redraw)
      #expect(view.typed == nil)
    }
  }
}

@Suite struct WatchSearchTests {
  private func screen(_ texts: [String]) -> WatchScreen {
    var screen = WatchScreen(sql: "SELECT a", columns: ["a"])
    screen.rows = texts.map { .init(values: [.text($0)]) }
    return screen
  }

  @Test func `rows are found in both directions, in any case, and around the ends`() {
    let screen = screen(["Ana", "Ben", "ANNE", "ben"])
    #expect(screen.row(with: "an", from: 0, isForward: true) == 0)
    #expect(screen.row(with: "an", from: 1, isForward: true) == 2)
    #expect(screen.row(with: "an", from: 3, isForward: true) == 0)
    #expect(screen.row(with: "an", from: -1, isForward: false) == 2)
    #expect(screen.row(with: "ben", from: 2, isForward: false) == 1)
    #expect(screen.row(with: "none", from: 0, isForward: true) == nil)
    #expect(self.screen([]).row(with: "a", from: 5, isForward: true) == nil)
  }

  @Test func `the row at the top stays there when rows are inserted before it`() {
    var screen = screen((0..<50).map { "row \($0)" })
    screen.view.top = 20
    let top = screen.rows[20]
    screen.rows.insert(contentsOf: (0..<3).map { .init(values: [.text("new \($0)")]) }, at: 0)
    screen.keep(top)
    #expect(screen.view.top == 23)
    screen.rows = Array(screen.rows.prefix(5))
    screen.keep(top)
    #expect(screen.view.top == 4)
  }

  @Test(arguments: 9...24)
  func `the last line lists the keys, and everything fits`(height: Int) {
    var screen = screen((0..<100).map { "row \($0)" })
    screen.hasKeys = true
    screen.problem = "There is no such table."
    let lines = screen.lines(size: TerminalSize(columns: 80, rows: height))
    #expect(lines.count <= max(height - 1, 10))
    #expect(lines.last?.text.hasPrefix("q quits") == true)
    #expect(lines[2].text == "There is no such table.")
    if height > 12 { #expect(lines.count <= height - 1) }
  }
}
