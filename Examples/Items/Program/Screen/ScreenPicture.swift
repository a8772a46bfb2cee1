import Terminal

/// The contents of the screen: lines from the top, and the position of the cursor if it is visible.
struct ScreenPicture: Equatable, Sendable {
  /// A position on the screen, from 0.
  struct Place: Equatable, Sendable {
    var row: Int
    var column: Int
  }

  var lines: [Line]
  var cursor: Place?
}

extension ScreenPicture {
  /// Returns the text that draws the picture on a terminal.
  ///
  /// Each line is cleared after it is written, not before, to avoid flicker.
  func text(size: TerminalSize, palette: Palette) -> String {
    let rows = lines.prefix(size.rows).map {
      palette.render($0.truncated(to: size.columns)) + Self.clearToEndOfLine
    }
    let place = cursor.map { "\u{1b}[\($0.row + 1);\($0.column + 1)H\u{1b}[?25h" } ?? ""
    return Self.begin + rows.joined(separator: "\r\n") + Self.clearBelow + place + Self.end
  }

  /// The text before the first picture.
  ///
  /// It switches to the alternate screen, disables line wrapping, and enables bracketed paste.
  static let enter = "\u{1b}[?1049h\u{1b}[?7l\u{1b}[?2004h\u{1b}[?25l\u{1b}[2J"
  /// The text after the last picture, which restores the terminal.
  static let leave = "\u{1b}[?2004l\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"

  // Terminals that support it show the whole picture at once; others ignore it.
  private static let begin = "\u{1b}[?2026h\u{1b}[?25l\u{1b}[H"
  private static let end = "\u{1b}[?2026l"
  private static let clearToEndOfLine = "\u{1b}[K"
  private static let clearBelow = "\u{1b}[J"
}
