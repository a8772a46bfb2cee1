package import Terminal

/// A terminal without a screen, which executes the commands in a text and shows the result.
///
/// It knows the commands that the program uses. It scrolls and wraps like a real terminal, so tests
/// notice text that does either by mistake.
package struct VirtualTerminal: Sendable {
  package private(set) var size: TerminalSize
  private var cells: [[Character]]
  package private(set) var row = 0
  package private(set) var column = 0
  package private(set) var isCursorVisible = true
  /// The commands that the terminal did not know.
  package private(set) var unknownCommands: [String] = []
  /// The number of lines that have scrolled off the top of the screen.
  package private(set) var scrolledLines = 0
  /// The additional modes that are on: 2004 marks pasted text.
  package private(set) var modes: Set<String> = []
  /// The bytes of a character or a command whose rest has not arrived yet.
  private var waiting: [UInt8] = []

  package init(columns: Int, rows: Int) {
    size = TerminalSize(columns: columns, rows: rows)
    cells = [[Character]](repeating: [], count: rows)
  }

  /// The visible lines, without spaces at their ends and without empty lines at the end.
  package var lines: [String] {
    let lines = cells.map { line -> String in
      let text = String(line).replacing("\u{200B}", with: "")
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
    return lines.reversed().drop(while: \.isEmpty).reversed()
  }

  /// Returns whether a text is visible.
  package func shows(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

  /// The line of the cursor, up to the cursor.
  package var lineToCursor: String {
    String(cells[row].prefix(column)).replacing("\u{200B}", with: "")
  }

  package mutating func write(_ bytes: [UInt8]) {
    waiting += bytes
    for length in stride(from: waiting.count, to: 0, by: -1) {
      guard let text = String(validating: waiting.prefix(length), as: UTF8.self) else { continue }
      if let start = text.unicodeScalars.lastIndex(of: "\u{1b}"),
        text.unicodeScalars[start...].dropFirst(2).allSatisfy({ !("@"..."~").contains($0) })
      {
        continue
      }
      waiting.removeFirst(length)
      return write(text)
    }
  }

  package mutating func write(_ text: String) {
    // CR LF would be a single character.
    var scalars = text.unicodeScalars[...]
    var pending = ""
    while let scalar = scalars.popFirst() {
      if scalar.value >= 0x20 && scalar.value != 0x7F {
        pending.unicodeScalars.append(scalar)
        continue
      }
      put(pending)
      pending = ""
      control(scalar, &scalars)
    }
    put(pending)
  }

  private mutating func control(_ scalar: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView)
  {
    switch scalar {
    case "\n":
      column = 0
      moveDown()
    case "\r": column = 0
    case "\u{1b}":
      guard rest.popFirst() == "[" else { return unknownCommands.append("ESC") }
      var parameters = ""
      while let next = rest.popFirst() {
        if ("@"..."~").contains(next) { return command(next, parameters) }
        parameters.unicodeScalars.append(next)
      }
      unknownCommands.append("[\(parameters)")
    default: unknownCommands.append("\(scalar.value)")
    }
  }

  private mutating func command(_ letter: Unicode.Scalar, _ parameters: String) {
    switch (letter, parameters) {
    case ("A", _): row = max(0, row - (Int(parameters) ?? 1))
    case ("C", _): column = min(size.columns - 1, column + (Int(parameters) ?? 1))
    case ("H", ""): (row, column) = (0, 0)
    case ("J", "2"): for row in cells.indices { cells[row] = [] }
    case ("h", "?2004"): modes.insert(parameters)
    case ("l", "?2004"): modes.remove(parameters)
    case ("K", ""): cells[row] = Array(cells[row].prefix(column))
    case ("J", ""):
      cells[row] = Array(cells[row].prefix(column))
      for below in cells.indices.dropFirst(row + 1) { cells[below] = [] }
    case ("h", "?25"): isCursorVisible = true
    case ("l", "?25"): isCursorVisible = false
    case ("m", _), ("h", "?2026"), ("l", "?2026"): break
    default: unknownCommands.append("\(parameters)\(letter)")
    }
  }

  private mutating func put(_ text: String) {
    for character in text {
      let width = displayWidth(character)
      if column + width > size.columns {
        column = 0
        moveDown()
      }
      while cells[row].count < column + width { cells[row].append(" ") }
      cells[row][column] = character
      // The second cell of a wide character is empty.
      if width == 2 { cells[row][column + 1] = "\u{200B}" }
      column += width
    }
  }

  private mutating func moveDown() {
    if row + 1 < size.rows {
      row += 1
    } else {
      cells.removeFirst()
      cells.append([])
      scrolledLines += 1
    }
  }

  /// Makes the terminal narrower as most terminals do it: lines that are too long are wrapped.
  package mutating func resize(columns: Int) {
    var wrapped: [[Character]] = []
    var cursor = row
    for (index, line) in cells.enumerated() {
      var rest = line[...]
      let before = wrapped.count
      repeat {
        wrapped.append(Array(rest.prefix(columns)))
        rest = rest.dropFirst(columns)
      } while !rest.isEmpty
      if index == row { cursor = before }
    }
    let overflow = max(0, cursor + 1 - size.rows)
    scrolledLines += overflow
    cells = Array(wrapped.dropFirst(overflow).prefix(size.rows))
    while cells.count < size.rows { cells.append([]) }
    row = cursor - overflow
    size.columns = columns
  }
}
