import Terminal

/// The terminal of a shell: a prompt below the earlier output, with live queries above it.
///
/// It is used by a single task.
final class ShellScreen {
  private let output: Output
  private let settings: RawTerminal
  private var frame = PromptFrame()

  /// Creates a screen for a terminal.
  ///
  /// - Returns: `nil` if standard input or the output is not a terminal.
  init?(_ output: Output) {
    guard let settings = RawTerminal(descriptor: 0), output.destination.terminalSize != nil else {
      return nil
    }
    self.output = output
    self.settings = settings
  }

  private var size: TerminalSize {
    output.destination.terminalSize ?? TerminalSize(columns: 80, rows: 24)
  }

  /// Starts to read each key as it is pressed.
  func enter() throws {
    settings.begin()
    do { try output.write(Self.marksPastes) } catch {
      settings.end()
      throw error
    }
  }

  /// Restores the terminal.
  func leave() {
    // If nobody reads the output any longer, there is nothing to remove.
    try? output.write(frame.erase(size: size) + Self.marksNoPastes)
    settings.end()
  }

  /// Restores the terminal until the program is continued.
  func suspend() throws {
    leave()
    suspendProcess()
    try enter()
  }

  /// Clears the screen.
  func clear() throws {
    frame.forget()
    try output.write("\u{1b}[H\u{1b}[2J")
  }

  /// Writes lines that stay above the prompt.
  func write(_ lines: [Line]) throws {
    let text = lines.map { output.palette.render($0) + "\n" }.joined()
    try output.write(frame.erase(size: size) + text)
  }

  /// Writes the typed text, so that it stays above its output.
  func writeTyped(_ text: String, _ isInTransaction: Bool, mark: String = "") throws {
    let picture = picture(EditedText(text + mark), isInTransaction)
    try write(picture.lines)
  }

  /// Draws the prompt.
  func draw(_ editor: LineEditor, panes: [LivePane], isInTransaction: Bool) throws {
    let size = size
    let width = max(1, size.columns - 1)
    let picture =
      editor.search.map { PromptPicture($0, width: width) }
      ?? picture(editor.text, isInTransaction)
    // A text that is too long is shown around its cursor.
    let first = max(0, min(picture.row - size.rows / 2, picture.lines.count - size.rows + 1))
    let typed = picture.lines.dropFirst(first).prefix(max(1, size.rows - 1))
    let offers = Self.offers(editor.offers, width: width)
      .prefix(max(0, size.rows - typed.count - 1))
    let above = panes.lines(room: size.rows - typed.count - offers.count - 1, width: width)
    let cursor = (above.count + picture.row - first, picture.column)
    let lines = above + typed + offers
    try output.write(
      frame.redraw(lines, cursor: cursor, size: size, palette: output.palette)
    )
  }

  private func picture(_ text: EditedText, _ isInTransaction: Bool) -> PromptPicture {
    PromptPicture(
      text,
      prompt: isInTransaction ? "livesql*> " : "livesql> ",
      continuation: isInTransaction ? "     ...> " : "    ...> ",
      width: max(1, size.columns - 1)
    )
  }

  /// Returns candidates in columns, as many as fit on a few lines.
  static func offers(_ names: [String], width: Int) -> [Line] {
    guard !names.isEmpty else { return [] }
    let shown = names.map(showingControls)
    let cell = min(width, (shown.prefix(200).map { displayWidth($0) }.max() ?? 0) + 2)
    let columns = max(1, width / max(1, cell))
    let count = min(shown.count, columns * 6)
    var lines = stride(from: 0, to: count, by: columns).map { start in
      let cells = shown[start..<min(start + columns, count)].map { name in
        name + String(repeating: " ", count: max(0, cell - displayWidth(name)))
      }
      return Line(cells.joined(), .secondary).truncated(to: width)
    }
    if shown.count > count { lines.append(Line("… \(shown.count - count) more", .secondary)) }
    return lines
  }

  private static let marksPastes = "\u{1b}[?2004h"
  private static let marksNoPastes = "\u{1b}[?2004l"
}
