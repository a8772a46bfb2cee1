/// The size of a terminal, in character cells.
package struct TerminalSize: Sendable, Hashable {
  /// The width.
  package var columns: Int
  /// The height.
  package var rows: Int

  /// Makes a size.
  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// Draws lines in place of those drawn before, without clearing the screen: what stood above stays.
///
/// It is a value that returns the text to write.
///
/// - Invariant: What is drawn is lower than the terminal and no line is as wide, so that nothing scrolls or wraps
///   and the cursor can go back to the first line.
package struct ScreenFrame {
  /// The widths of the lines that stand on the screen now.
  private var drawnWidths: [Int] = []

  /// Makes a frame of which nothing is drawn yet.
  package init() {}

  /// The text that replaces the frame.
  package mutating func redraw(_ lines: [Line], size: TerminalSize, palette: Palette) -> String {
    let fitting = lines.prefix(max(1, size.rows - 1)).map {
      $0.truncated(to: max(1, size.columns - 1))
    }
    var text = beginning(size: size)
    // Each line is cleared after it is written, not before, so that nothing flickers.
    for line in fitting { text += palette.render(line) + Self.clearToEndOfLine + "\n" }
    text += Self.clearBelow + Self.endUpdate
    drawnWidths = fitting.map(\.width)
    return text
  }

  /// What to write when nothing is drawn any more: the cursor is seen again below the frame.
  package mutating func end() -> String {
    defer { drawnWidths = [] }
    return drawnWidths.isEmpty ? "" : Self.showCursor
  }

  private func beginning(size: TerminalSize) -> String {
    let rows = rowsDrawn(size: size)
    let hidden = drawnWidths.isEmpty ? Self.hideCursor : ""
    return Self.beginUpdate + hidden + (rows > 0 ? "\u{1b}[\(rows)A" : "") + "\r"
  }

  /// The rows that the frame takes now: a terminal that became narrower has wrapped its lines.
  private func rowsDrawn(size: TerminalSize) -> Int {
    let columns = max(1, size.columns)
    let rows = drawnWidths.reduce(0) { $0 + max(1, ($1 + columns - 1) / columns) }
    return min(rows, max(0, size.rows - 1))
  }

  private static let hideCursor = "\u{1b}[?25l"
  private static let showCursor = "\u{1b}[?25h"
  private static let clearToEndOfLine = "\u{1b}[K"
  private static let clearBelow = "\u{1b}[J"
  // Terminals that know it show the whole frame at once; others ignore it.
  private static let beginUpdate = "\u{1b}[?2026h"
  private static let endUpdate = "\u{1b}[?2026l"
}
