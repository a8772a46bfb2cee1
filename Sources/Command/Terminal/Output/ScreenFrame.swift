/// The size of a terminal, in character cells.
package struct TerminalSize: Sendable, Hashable {
  /// The width.
  package var columns: Int
  /// The height.
  package var rows: Int

  /// Creates a size.
  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// A frame of lines that is redrawn in place, without clearing the screen; the lines above it stay.
///
/// It is a value that returns the text to write.
///
/// - Invariant: The frame is lower than the terminal and its lines are narrower, so nothing scrolls
///   or wraps, and the cursor can return to the first line.
package struct ScreenFrame {
  /// The widths of the lines on the screen.
  private var drawnWidths: [Int] = []

  /// Creates a frame that has not been drawn.
  package init() {}

  /// Returns the text that redraws the frame.
  package mutating func redraw(_ lines: [Line], size: TerminalSize, palette: Palette) -> String {
    let fitting = lines.prefix(max(1, size.rows - 1)).map {
      $0.truncated(to: max(1, size.columns - 1))
    }
    var text = beginning(size: size)
    // Clear each line after writing it, not before, to avoid flicker.
    for line in fitting { text += palette.render(line) + Self.clearToEndOfLine + "\n" }
    text += Self.clearBelow + Self.endUpdate
    drawnWidths = fitting.map(\.width)
    return text
  }

  /// Returns the text for the end of drawing, which shows the cursor again below the frame.
  package mutating func end() -> String {
    defer { drawnWidths = [] }
    return drawnWidths.isEmpty ? "" : Self.showCursor
  }

  private func beginning(size: TerminalSize) -> String {
    let rows = rowsDrawn(size: size)
    let hidden = drawnWidths.isEmpty ? Self.hideCursor : ""
    return Self.beginUpdate + hidden + (rows > 0 ? "\u{1b}[\(rows)A" : "") + "\r"
  }

  /// Returns the rows that the frame takes now: a terminal that became narrower has wrapped its
  /// lines.
  private func rowsDrawn(size: TerminalSize) -> Int {
    let columns = max(1, size.columns)
    let rows = drawnWidths.reduce(0) { $0 + max(1, ($1 + columns - 1) / columns) }
    return min(rows, max(0, size.rows - 1))
  }

  private static let hideCursor = "\u{1b}[?25l"
  private static let showCursor = "\u{1b}[?25h"
  private static let clearToEndOfLine = "\u{1b}[K"
  private static let clearBelow = "\u{1b}[J"
  // Terminals that support it show the whole frame at once; others ignore it.
  private static let beginUpdate = "\u{1b}[?2026h"
  private static let endUpdate = "\u{1b}[?2026l"
}
