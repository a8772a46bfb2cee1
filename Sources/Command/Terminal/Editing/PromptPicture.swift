/// The lines that show a prompt with its text, and the position of the cursor in them.
package struct PromptPicture: Sendable {
  package private(set) var lines: [Line] = []
  /// The line of the cursor.
  package private(set) var row = 0
  /// The column of the cursor.
  package private(set) var column = 0

  /// Draws a text after a prompt; a line that is too long continues on the next.
  ///
  /// - Parameters:
  ///   - prompt: The text before the first line.
  ///   - continuation: The text before further lines.
  ///   - width: The largest width of a line.
  package init(_ text: EditedText, prompt: String, continuation: String, width: Int) {
    var line = Line(prompt, .heading)
    for (index, character) in text.characters.enumerated() {
      if index == text.cursor { place(line, width) }
      if character.isNewline {
        lines.append(line)
        line = Line(continuation, .secondary)
        continue
      }
      let next = text.characters[index...].dropFirst().first?.unicodeScalars.first
      let shown = showingControls(in: String(character), before: next)
      if line.width + displayWidth(shown) > width, line.width > 0 {
        lines.append(line)
        line = Line()
      }
      line.append(shown: shown)
    }
    if text.cursor == text.characters.count { place(line, width) }
    lines.append(line)
  }

  /// Draws a search in the history.
  package init(_ search: HistorySearch, width: Int) {
    let state = search.hasFailed ? "no match" : "history"
    var head = Line("\(state): ", search.hasFailed ? .failure : .heading)
    head.append(search.query)
    lines = [head.truncated(to: width)]
    column = min(head.width, width)
    let found = (search.text ?? "").split(whereSeparator: \.isNewline)
    for line in found.prefix(5) { lines.append(Line("  " + line).truncated(to: width)) }
  }

  private mutating func place(_ line: Line, _ width: Int) {
    (row, column) = (lines.count, min(line.width, width))
  }
}
