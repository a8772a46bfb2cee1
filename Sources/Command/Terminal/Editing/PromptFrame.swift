/// A frame of lines with a cursor, which is redrawn in place; the lines above it stay.
///
/// It is a value that returns the text to write.
///
/// - Invariant: All lines drawn are narrower than the terminal and fit on it together, so that
///   nothing wraps or scrolls on its own.
package struct PromptFrame: Sendable {
  /// The widths of the lines down to that of the cursor; the last one is the cursor's column.
  private var widthsToCursor: [Int] = []

  /// Creates a frame that has not been drawn.
  package init() {}

  /// Returns the text that redraws the frame.
  ///
  /// - Parameter cursor: The position of the cursor.
  package mutating func redraw(
    _ lines: [Line],
    cursor: (row: Int, column: Int),
    size: TerminalSize,
    palette: Palette
  ) -> String {
    let width = max(1, size.columns - 1)
    let fitting = lines.prefix(max(1, size.rows)).map { $0.truncated(to: width) }
    let row = min(cursor.row, fitting.count - 1)
    let column = min(cursor.column, width)
    var text = Self.beginUpdate + beginning(size: size)
    text += fitting.map { palette.render($0) + Self.clearToEndOfLine }.joined(separator: "\n")
    text += Self.clearBelow
    text += Self.up(fitting.count - 1 - row) + "\r" + Self.right(column) + Self.endUpdate
    widthsToCursor = fitting.prefix(row).map(\.width) + [column]
    return text
  }

  /// Returns the text that removes the frame; later output appears in its place.
  package mutating func erase(size: TerminalSize) -> String {
    guard !widthsToCursor.isEmpty else { return "" }
    defer { widthsToCursor = [] }
    return beginning(size: size) + Self.clearBelow
  }

  /// Forgets the frame, since the screen was cleared.
  package mutating func forget() { widthsToCursor = [] }

  private func beginning(size: TerminalSize) -> String {
    guard let last = widthsToCursor.last else { return "" }
    let columns = max(1, size.columns)
    // A terminal that became narrower has wrapped the lines.
    let above = widthsToCursor.dropLast().reduce(0) { $0 + max(1, ($1 + columns - 1) / columns) }
    return Self.up(min(above + last / columns, max(0, size.rows - 1))) + "\r"
  }

  private static func up(_ count: Int) -> String { count > 0 ? "\u{1b}[\(count)A" : "" }
  private static func right(_ count: Int) -> String { count > 0 ? "\u{1b}[\(count)C" : "" }
  private static let clearToEndOfLine = "\u{1b}[K"
  private static let clearBelow = "\u{1b}[J"
  private static let beginUpdate = "\u{1b}[?2026h"
  private static let endUpdate = "\u{1b}[?2026l"
}
