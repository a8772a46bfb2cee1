import SQLiteDatabase

/// Takes a script apart into pieces that can be run, line by line, as a value: it reads nothing itself.
///
/// A piece ends where a line ends and the statements so far are complete, so that a long script is neither kept in memory
/// nor looked at more than once. A line that begins with a dot between statements is a piece of its own.
struct ScriptReader: Sendable {
  /// A part of a script.
  struct Piece: Sendable, Equatable {
    /// One statement or several, or a command with a dot.
    let text: String
    /// The line of the script in which it begins, counted from 1.
    let line: Int
    /// Whether it is a command with a dot.
    var isCommand = false
  }

  /// Whether lines that begin with a dot are commands.
  var hasCommands = false

  private var pending = ""
  private var firstLine = 1
  private var lineCount = 0

  /// Makes a reader that has read nothing yet.
  init(hasCommands: Bool = false) { self.hasCommands = hasCommands }

  /// Adds a line.
  ///
  /// - Parameter line: The text, without the end of the line.
  /// - Returns: What is complete with it.
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

  /// What is left at the end: a statement whose semicolon was left out, or comments.
  mutating func finish() -> Piece? { pending.isEmpty ? nil : take() }

  private mutating func take() -> Piece {
    defer { pending = "" }
    return Piece(text: pending, line: firstLine)
  }
}
