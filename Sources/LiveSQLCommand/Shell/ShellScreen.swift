/// The terminal of a shell: the prompt at the bottom of what was written, with live queries above it.
///
/// It is used by one task.
final class ShellScreen {
  private let output: Output
  private let settings: RawTerminal
  private var frame = PromptFrame()

  /// Makes a screen of a terminal.
  ///
  /// - Returns: `nil` where standard input or the output is no terminal.
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

  /// Begins to read each key as it is pressed.
  func enter() throws {
    settings.begin()
    do { try output.write(Self.marksPastes) } catch {
      settings.end()
      throw error
    }
  }

  /// Gives the terminal back, as it was before.
  func leave() {
    // Where nobody reads any more, there is nothing to remove.
    try? output.write(frame.erase(size: size) + Self.marksNoPastes)
    settings.end()
  }

  /// Gives the terminal back until somebody continues the program.
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

  /// Writes lines that stay, above the prompt.
  func write(_ lines: [Line]) throws {
    let text = lines.map { output.palette.render($0) + "\n" }.joined()
    try output.write(frame.erase(size: size) + text)
  }

  /// Writes what was typed, so that it stays above what it does.
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
    // A text that is too long is seen around its cursor.
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

  /// Candidates in columns, as many as a few lines hold.
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
