import Testing

@testable import LiveSQLCommand

@Suite struct ScriptReaderTests {
  private func pieces(_ text: String, hasCommands: Bool = false) -> [ScriptReader.Piece] {
    var reader = ScriptReader(hasCommands: hasCommands)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let pieces = lines.compactMap { reader.add($0) }
    return pieces + [reader.finish()].compactMap(\.self)
  }

  @Test func `a piece ends at a line end if its statements are complete`() {
    #expect(
      pieces("SELECT 1; SELECT\n2;\n\n  SELECT ';\n';\nSELECT 3") == [
        .init(text: "SELECT 1; SELECT\n2;\n", line: 1), .init(text: "  SELECT ';\n';\n", line: 4),
        .init(text: "SELECT 3\n", line: 6),
      ]
    )
  }

  @Test(arguments: ["", "\n\n", "  \n\t"])
  func `text without statements has no pieces`(text: String) { #expect(pieces(text).isEmpty) }

  @Test func `commands that start with a dot can come between statements`() {
    let text = ".mode csv\nSELECT\n.5;\n .5"
    #expect(
      pieces(text, hasCommands: true) == [
        .init(text: ".mode csv", line: 1, isCommand: true),
        .init(text: "SELECT\n.5;\n", line: 2), .init(text: " .5\n", line: 4),
      ]
    )
    #expect(pieces(text).map(\.line) == [1, 4])
  }

  @Test(arguments: [
    ("SELECT", 0, 0), (" \n;SELECT", 0, 3), ("-- a\nSELECT", 0, 5), ("/* ; */ SELECT", 0, 8),
    ("SELECT 1; -- b\n SELECT 2", 9, 16), ("-- a", 0, 4), ("/* a", 0, 4), ("", 0, 0), ("a", 9, 1),
    ("-1", 0, 0), ("/", 0, 0),
  ])
  func `a statement starts after white space and comments`(text: String, from: Int, start: Int) {
    #expect(startOfStatement(in: text, from: from) == start)
  }
}
