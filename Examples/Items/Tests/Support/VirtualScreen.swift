import LiveSQLTestSupport
import Terminal

/// A model of a screen, which interprets the output of a full-screen program.
///
/// It supports the commands that the program uses, and records unknown ones.
struct VirtualScreen: TerminalScreen {
  private let columns: Int
  private var cells: [[Character]]
  private(set) var row = 0
  private(set) var column = 0
  private(set) var isCursorVisible = true
  /// Whether the program shows the alternate screen.
  private(set) var isAlternate = false
  /// The other modes that are enabled: 7 wraps lines, 2004 brackets pasted text.
  private(set) var modes: Set<String> = ["?7"]
  private(set) var unknownCommands: [String] = []
  private var waiting: [UInt8] = []

  init(columns: Int, rows: Int) {
    self.columns = columns
    cells = [[Character]](repeating: [], count: rows)
  }

  /// The visible lines, without trailing spaces.
  var lines: [String] {
    cells.map { line in
      String(String(line).replacing("\u{200B}", with: "").reversed().drop { $0 == " " }.reversed())
    }
  }

  /// Returns whether a text is visible.
  func shows(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

  /// Interprets bytes, which may arrive in pieces of any size.
  mutating func write(_ bytes: [UInt8]) {
    waiting += bytes
    while let text = takeComplete() { write(text) }
  }

  /// Takes the longest text at the start that does not end within a character or a command.
  private mutating func takeComplete() -> String? {
    for length in stride(from: waiting.count, to: 0, by: -1) {
      guard let text = String(validating: waiting.prefix(length), as: UTF8.self) else { continue }
      if let start = text.unicodeScalars.lastIndex(of: "\u{1b}"),
        text.unicodeScalars[start...].dropFirst(2).allSatisfy({ !("@"..."~").contains($0) })
      {
        continue
      }
      waiting.removeFirst(length)
      return text
    }
    return nil
  }

  private mutating func write(_ text: String) {
    var scalars = text.unicodeScalars[...]
    var pending = ""
    while let scalar = scalars.popFirst() {
      if scalar.value >= 0x20 && scalar.value != 0x7F {
        pending.unicodeScalars.append(scalar)
        continue
      }
      put(pending)
      pending = ""
      switch scalar {
      case "\n": row = min(row + 1, cells.count - 1)
      case "\r": column = 0
      case "\u{1b}": command(&scalars)
      default: unknownCommands.append("\(scalar.value)")
      }
    }
    put(pending)
  }

  private mutating func put(_ text: String) {
    for character in text {
      let width = displayWidth(character)
      guard column + width <= columns else { return }
      while cells[row].count < column + width { cells[row].append(" ") }
      cells[row][column] = character
      // The second cell of a wide character is a placeholder.
      if width == 2 { cells[row][column + 1] = "\u{200B}" }
      column += width
    }
  }
}

extension VirtualScreen {
  private mutating func command(_ rest: inout Substring.UnicodeScalarView) {
    guard rest.popFirst() == "[" else { return unknownCommands.append("ESC") }
    var parameters = ""
    while let next = rest.popFirst() {
      if ("@"..."~").contains(next) { return carryOut(next, parameters) }
      parameters.unicodeScalars.append(next)
    }
  }

  private mutating func carryOut(_ letter: Unicode.Scalar, _ parameters: String) {
    switch (letter, parameters) {
    case ("H", _):
      let place = parameters.split(separator: ";").compactMap { Int($0) }
      (row, column) = place.count == 2 ? (place[0] - 1, place[1] - 1) : (0, 0)
    case ("K", ""): cells[row] = Array(cells[row].prefix(column))
    case ("J", ""):
      cells[row] = Array(cells[row].prefix(column))
      for below in cells.indices.dropFirst(row + 1) { cells[below] = [] }
    case ("J", "2"): for row in cells.indices { cells[row] = [] }
    case ("h", "?25"): isCursorVisible = true
    case ("l", "?25"): isCursorVisible = false
    case ("h", "?1049"): isAlternate = true
    case ("l", "?1049"): isAlternate = false
    case ("h", "?7"), ("h", "?2004"): modes.insert(parameters)
    case ("l", "?7"), ("l", "?2004"): modes.remove(parameters)
    case ("m", _), ("h", "?2026"), ("l", "?2026"): break
    default: unknownCommands.append("\(parameters)\(letter)")
    }
  }
}
