/// Draws lines with a cursor among them, in place of those drawn before; what stood above stays.
///
/// It is a value that returns the text to write.
///
/// - Invariant: No line that is drawn is as wide as the terminal, and all fit on it, so that nothing wraps or scrolls by
///   itself.
struct PromptFrame: Sendable {
  /// The widths of the lines down to that of the cursor, which is the last; its width is the cursor's column.
  private var widthsToCursor: [Int] = []

  /// Makes a frame of which nothing is drawn yet.
  init() {}

  /// The text that replaces the frame.
  ///
  /// - Parameter cursor: Where the cursor is to stand.
  mutating func redraw(
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

  /// The text that removes the frame; what is written next stands in its place.
  mutating func erase(size: TerminalSize) -> String {
    guard !widthsToCursor.isEmpty else { return "" }
    defer { widthsToCursor = [] }
    return beginning(size: size) + Self.clearBelow
  }

  /// Forgets the frame, since the screen was cleared.
  mutating func forget() { widthsToCursor = [] }

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
