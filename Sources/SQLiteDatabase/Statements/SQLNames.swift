import DatabaseTypes

/// The keywords and names in an SQL text, outside of comments.
///
/// SQLite ignores the case of ASCII letters and the quotes around a name. It also takes a text in
/// single quotes for a name where only a name is possible.
struct SQLNames: Sendable {
  /// The words without quotes, in lower case: keywords, names and numbers.
  private var words: Set<ByteText> = []
  /// The contents of quotes, in lower case.
  private var quoted: Set<ByteText> = []

  /// Finds the names in a text.
  init(_ sql: String) {
    var (scanner, kind, token) = (SQLScanner(), SQLScanner.Kind.blank, [UInt8]())
    var rest = Array(sql.utf8)[...]
    while let byte = rest.popFirst() {
      let next = scanner.take(byte, next: rest.first)
      if next != kind {
        note(token, kind)
        (kind, token) = (next, [])
      }
      token.append(byte)
    }
    note(token, kind)
  }

  /// Whether tables may be joined by columns with the same names: `USING`, or `NATURAL`.
  ///
  /// A keyword cannot be in quotes.
  var joinsByColumnNames: Bool { ["using", "natural"].contains { words.contains(ByteText($0)) } }

  /// Returns whether a name occurs, in quotes or not.
  func contains(_ name: String) -> Bool {
    let name = ByteText.foldingASCII(name)
    return words.contains(name) || quoted.contains(name)
  }

  /// Adds the names of another text.
  mutating func formUnion(_ other: SQLNames) {
    words.formUnion(other.words)
    quoted.formUnion(other.quoted)
  }
}

extension SQLNames {
  private mutating func note(_ token: [UInt8], _ kind: SQLScanner.Kind) {
    switch kind {
    case .word:
      let word = token.withoutByteOrderMarks
      words.insert(ByteText.foldingASCII(word))
      // A word may directly follow the number of a parameter: `?1NATURAL`.
      words.insert(ByteText.foldingASCII(word.drop { (48...57).contains($0) }))
    case .quoted: noteQuoted(token)
    case .comment, .blank, .semicolon, .other: break
    }
  }

  /// Notes the contents of quotes that directly follow each other; a doubled quote is part of one.
  private mutating func noteQuoted(_ tokens: [UInt8]) {
    var rest = tokens[...]
    while let start = rest.popFirst() {
      let end = start == UInt8(ascii: "[") ? UInt8(ascii: "]") : start
      var content: [UInt8] = []
      while let byte = rest.popFirst() {
        if byte == end {
          guard end == start, rest.first == end else { break }
          rest.removeFirst()
        }
        content.append(byte)
      }
      quoted.insert(ByteText.foldingASCII(content))
    }
  }
}

extension [UInt8] {
  /// The bytes after the byte order marks at the beginning, which SQLite takes for spaces.
  fileprivate var withoutByteOrderMarks: ArraySlice<UInt8> {
    var rest = self[...]
    while rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    return rest
  }
}
