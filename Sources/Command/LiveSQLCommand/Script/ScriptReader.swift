import SQLiteDatabase

/// A splitter of scripts into pieces that can be run, line by line, as a value without I/O.
///
/// A piece ends at the end of a line if the statements so far are complete, so a long script is
/// neither kept in memory nor scanned more than once. A line that begins with a dot between
/// statements is a piece on its own.
struct ScriptReader: Sendable {
  /// A part of a script.
  struct Piece: Sendable, Equatable {
    /// One or more statements, or a dot command.
    let text: String
    /// The line of the script in which it begins, counted from 1.
    let line: Int
    /// Whether it is a dot command.
    var isCommand = false
  }

  /// Whether lines that begin with a dot are commands.
  var hasCommands = false

  private var pending = ""
  private var firstLine = 1
  private var lineCount = 0

  /// Creates a reader that has read nothing yet.
  init(hasCommands: Bool = false) { self.hasCommands = hasCommands }

  /// Adds a line.
  ///
  /// - Parameter line: The text, without its line end.
  /// - Returns: The piece that the line completes, if any.
  mutating func add(_ line: String) -> Piece? {
    lineCount += 1
    if pending.isEmpty {
      if line.allSatisfy(\.isWhitespace) { return nil }
      if hasCommands, line.first == "." {
        return Piece(text: line, line: lineCount, isCommand: true)
      }
      firstLine = lineCount
    }
    pending += line + "\n"
    guard line.utf8.contains(UInt8(ascii: ";")), Database.isCompleteStatement(pending) else {
      return nil
    }
    return take()
  }

  /// Returns what is left at the end: a statement without its semicolon, or comments.
  mutating func finish() -> Piece? { pending.isEmpty ? nil : take() }

  private mutating func take() -> Piece {
    defer { pending = "" }
    return Piece(text: pending, line: firstLine)
  }
}
