/// A reader of the statements of a script, one at a time.
struct SQLStatementReader {
  /// A statement, with the position where it begins.
  struct Statement {
    let sql: String
    let line: Int
    let column: Int
    /// The first words, in upper case: enough to identify the statement.
    var words: [String] { Array(sqlWords(of: sql).prefix(4)) }
  }

  let stream: ByteStream

  init(_ stream: ByteStream) { self.stream = stream }

  /// Returns the next statement, without the text before it; `nil` at the end.
  ///
  /// - Throws: ``ImportError`` for a string or a comment that does not end, and for bytes that are
  ///   not valid UTF-8.
  func next() throws -> Statement? {
    var boundary = SQLStatementBoundary()
    var bytes: [UInt8] = []
    var place = (line: stream.line, column: stream.column)
    var opening = place
    while true {
      let here = (line: stream.line, column: stream.column)
      guard let byte = try stream.next() else { break }
      let hadBegun = boundary.hasBegun
      if !boundary.isInQuotesOrComment { opening = here }
      let isEnd = boundary.take(byte, next: try stream.peek())
      if !hadBegun {
        // The text before a statement is not part of it.
        bytes.removeAll(keepingCapacity: true)
        place = here
      }
      bytes.append(byte)
      if isEnd { return try statement(bytes, place) }
    }
    guard !boundary.isInQuotesOrComment else {
      throw ImportError(
        "The script ends within the string or the comment that begins here.",
        line: opening.line,
        column: opening.column
      )
    }
    return boundary.hasBegun ? try statement(bytes, place) : nil
  }

  private func statement(_ bytes: [UInt8], _ place: (line: Int, column: Int)) throws -> Statement {
    guard let sql = String(validating: bytes, as: UTF8.self) else {
      throw ImportError(
        "The statement that begins here is not valid UTF-8. Convert the script to UTF-8.",
        line: place.line,
        column: place.column
      )
    }
    return Statement(sql: sql, line: place.line, column: place.column)
  }
}

extension SQLStatementReader.Statement {
  /// Returns the position in the script of a byte of the statement.
  func place(ofByte offset: Int) -> (line: Int, column: Int) {
    var (line, column) = (line, column)
    for byte in sql.utf8.prefix(offset) {
      if byte == 0x0a {
        line += 1
        column = 1
      } else if byte & 0xc0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }
}
