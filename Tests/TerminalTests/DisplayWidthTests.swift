import TerminalTestSupport
import Testing

@testable import Terminal

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("Zoë", 3), ("e\u{301}", 1), ("田中 愛子", 9), ("김", 2),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("ｱｲｳ", 3), ("Ａ", 2), ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2),
    ("🇵🇹", 2), ("❤️", 2), ("❤", 1), ("a\u{200B}b", 2), ("…", 1), ("│", 1), ("कि", 2), ("𠀋", 2),
  ])
  func `the width of a text is the number of its terminal columns`(text: String, width: Int) {
    #expect(displayWidth(text) == width)
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""),
    ("田中愛子", 8, "田中愛子"), ("田中愛子", 7, "田中愛…"), ("田中愛子", 6, "田中…"), ("田中愛子", 2, "…"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
  ])
  func `a text is truncated between characters to the width`(
    text: String,
    limit: Int,
    expected: String
  ) {
    #expect(truncate(text, to: limit) == expected)
    #expect(displayWidth(truncate(text, to: limit)) <= limit)
  }

  @Test func `control characters are shown as escapes`() {
    #expect(
      showingControls(in: "a\nb\tc\rd\0e\u{1b}[2Jf\u{7f}") == "a\\nb\\tc\\rd\\0e\\u{1b}[2Jf\\u{7f}"
    )
    #expect(showingControls(in: "\r\n") == "\\r\\n")
    #expect(showingControls(in: "a\u{9b}2J\u{202e}b\u{2028}") == "a\\u{9b}2J\\u{202e}b\\u{2028}")
    #expect(showingControls(in: "Zoë 田中 👨‍👩‍👧") == "Zoë 田中 👨‍👩‍👧")
  }
}

@Suite struct LineTests {
  @Test func `a line cannot contain a control character`() {
    var line = Line("a\u{1b}[31m")
    line.append("\n")
    #expect(line.text == "a\\u{1b}[31m\\n")
  }

  @Test(arguments: 0...9)
  func `a line is truncated across its pieces`(limit: Int) {
    var line = Line("abc", .heading)
    line.append("田中", .warning)
    line.append("x")
    let cut = line.truncated(to: limit)
    #expect(cut.width <= limit)
    #expect(cut.text == truncate(line.text, to: limit))
  }

  @Test func `styles are rendered only with a palette of colours`() {
    var line = Line("a")
    line.append("b", .removed)
    #expect(Palette.none.render(line) == "ab")
    #expect(Palette.colors.render(line) == "a\u{1b}[31mb\u{1b}[0m")
  }

  @Test(
    arguments: [
      (ColorChoice.auto, true, [:], true), (.auto, false, [:], false),
      (.auto, true, ["NO_COLOR": "1"], false), (.auto, true, ["NO_COLOR": ""], true),
      (.auto, true, ["TERM": "dumb"], false), (.always, false, [:], true),
      (.never, true, [:], false),
    ] as [(ColorChoice, Bool, [String: String], Bool)]
  )
  func `colours depend on the option, the terminal and NO_COLOR`(
    choice: ColorChoice,
    isTerminal: Bool,
    environment: [String: String],
    expected: Bool
  ) {
    let palette = Palette(choice, isTerminal: isTerminal, environment: environment)
    #expect(palette.hasColors == expected)
  }
}
