import SQLSyntax
import SQLiteDatabase

/// An error that ended a script early, with its place.
struct ScriptFailure: Error {
  /// The underlying error.
  let error: any Error
  /// The line of the script, counted from 1.
  let line: Int
  /// The file of the script; `nil` for standard input.
  var file: String?

  /// Creates the failure of a statement that begins in a line.
  init(_ error: any Error, line: Int) { (self.error, self.line) = (error, line) }

  /// Creates the failure of a piece.
  ///
  /// - Parameter offset: The start of the failed statement, in bytes of UTF-8 from the piece's
  ///   start.
  init(_ error: any Error, in piece: ScriptReader.Piece, statementAt offset: Int) {
    self.error = error
    let failure = error as? DatabaseError
    // The error's offset may refer to the whole piece, rather than to one of its statements.
    let isOfPiece = failure?.sql == piece.text
    let place = isOfPiece ? failure?.offset ?? offset : offset
    let start = startOfStatement(in: piece.text, from: place)
    var line = piece.line + piece.text.utf8.prefix(start).count { $0 == 0x0A }
    if !isOfPiece, let failure, let sql = failure.sql, let offset = failure.offset {
      line += sql.utf8.prefix(offset).count { $0 == 0x0A }
    }
    self.line = line
  }
}

/// Returns the position of the first word of a text, after white space, semicolons and comments.
///
/// - Returns: The position in bytes of UTF-8; the end of the text if there is no word.
func startOfStatement(in text: String, from offset: Int) -> Int {
  let bytes = Array(text.utf8)
  let start = min(max(0, offset), bytes.count)
  let tokens = SQLTokens(bytes, grammar: .sqlite, from: start)
  return tokens.first { $0.kind != .semicolon }?.range.lowerBound ?? bytes.count
}
