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

/// Characters that no terminal shows.
@Suite struct InvisibleScalarTests {
  @Test(
    arguments: [
      "\u{AD}", "\u{200B}", "\u{2060}", "\u{FEFF}", "\u{FFF9}", "\u{E0001}", "\u{E0041}",
      "\u{115F}", "\u{1160}", "\u{3164}", "\u{FFA0}",
    ] as [Unicode.Scalar]
  )
  func `a character that changes nothing is shown as an escape`(scalar: Unicode.Scalar) {
    let escape = "\\u{\(String(scalar.value, radix: 16))}"
    #expect(showingControls(in: "a\(scalar)b") == "a\(escape)b")
    #expect(terminalContent("\(scalar)\n", isJSON: false) == "\(escape)\n")
  }

  @Test(arguments: [
    "می\u{200C}خواهم", "ශ්\u{200D}රී", "👨‍👩‍👧", "❤️‍🔥", "👩🏽‍🚒", "🏴‍☠️", "1️⃣", "葛\u{E0100}", "❤\u{FE0E}",
    "🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}", "Zoë 田中 김",
  ])
  func `an invisible character that has a use between its neighbours remains`(text: String) {
    #expect(showingControls(in: text).unicodeScalars.elementsEqual(text.unicodeScalars))
    #expect(terminalContent(text, isJSON: true).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(arguments: [
    ("a\u{200D}", "a\\u{200d}"), ("\u{200C}a", "\\u{200c}a"), ("1\u{200D}2", "1\\u{200d}2"),
    ("a\u{200D}\u{200D}b", "a\\u{200d}\\u{200d}b"), ("a\u{200C} b", "a\\u{200c} b"),
    ("a \u{FE01}", "a \\u{fe01}"), ("葛\u{E0100}\u{E0101}", "葛\u{E0100}\\u{e0101}"),
    // A flag without an end, and one whose code is none.
    ("🏴\u{E0067}\u{E0062}", "🏴\\u{e0067}\\u{e0062}"),
    ("🏴\u{E0067}\u{E007F}", "🏴\\u{e0067}\\u{e007f}"),
    ("a\u{E0067}\u{E0062}\u{E0077}\u{E007F}", "a\\u{e0067}\\u{e0062}\\u{e0077}\\u{e007f}"),
  ])
  func `it is shown as an escape where it has none`(text: String, shown: String) {
    #expect(showingControls(in: text).unicodeScalars.elementsEqual(shown.unicodeScalars))
  }

  @Test func `a JSON string has a pair of escapes for a character beyond U+FFFF`() {
    #expect(terminalContent("\"\u{E0041}\u{AD}\"", isJSON: true) == #""\udb40\udc41\u00ad""#)
  }

  @Test func `a joiner is not shown where a text is cut or drawn by its characters`() {
    let word = "می\u{200C}خواهم"
    var line = Line(word)
    line = line.truncated(to: 3).styled(.heading)
    #expect(line.text == "می…")
    #expect(truncate(word, to: 3) == "می…")
    let picture = PromptPicture(EditedText(word), prompt: "> ", continuation: "  ", width: 40)
    #expect(picture.lines.map(\.text) == ["> " + word])
    #expect(picture.column == 2 + displayWidth(word))
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
