/// A reader of the tokens of SQL text in memory that somebody else keeps.
///
/// It reads any text to its end: what the database would refuse is a token of some kind as well.
/// A call takes time in proportion to the token, and allocates nothing.
///
/// ``SQLTokens`` has the same for an array, and is easier to use.
package struct SQLTokenReader {
  let bytes: UnsafeBufferPointer<UInt8>
  let grammar: SQLGrammar
  let marks: SQLMarks
  let includesComments: Bool
  /// The place of the next token, or of a space or a comment before it.
  package internal(set) var index: Int
  /// Whether the last token ended before the end of the text.
  var isTerminated = true

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - bytes: The text, which the caller keeps while the reader is in use.
  ///   - grammar: The rules of the database.
  ///   - marks: The marks in a fragment's code.
  ///   - comments: Whether comments are tokens; otherwise they are skipped like spaces.
  ///   - index: Where to begin.
  package init(
    _ bytes: UnsafeBufferPointer<UInt8>,
    grammar: SQLGrammar,
    marks: SQLMarks = .none,
    comments: Bool = false,
    from index: Int = 0
  ) {
    (self.bytes, self.grammar, self.marks) = (bytes, grammar, marks)
    (includesComments, self.index) = (comments, index)
  }

  /// Returns the next token; `nil` at the end.
  package mutating func next() -> SQLTextToken? {
    while index < bytes.count {
      let start = index
      if skipSpace() { continue }
      isTerminated = true
      if skipComment() {
        guard includesComments else { continue }
        return SQLTextToken(kind: .comment, range: start..<index, isTerminated: isTerminated)
      }
      let kind = read(bytes[start])
      // An escape or a mark may stand at the end, without the byte that belongs to it.
      if index > bytes.count { (index, isTerminated) = (bytes.count, false) }
      return SQLTextToken(kind: kind, range: start..<index, isTerminated: isTerminated)
    }
    return nil
  }

  /// Returns whether a token is a word without quotes, in any case of its letters.
  ///
  /// - Parameter word: The word in small letters.
  package func isWord(_ token: SQLTextToken, _ word: StaticString) -> Bool {
    guard token.kind == .word, token.range.count == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { $0.elementsEqual(bytes[token.range].lazy.map(\.lowercasedASCII)) }
  }

  /// The byte at a distance from the index; 0 after the end.
  @inline(__always)
  func byte(_ offset: Int = 0) -> UInt8 {
    let place = index &+ offset
    return place < bytes.count ? bytes[place] : 0
  }

  private mutating func read(_ first: UInt8) -> SQLTextToken.Kind {
    if SQLMarks.contains(marks.all, first) { return readMark(first) }
    switch first {
    case UInt8(ascii: "("): return single(.openParenthesis)
    case UInt8(ascii: ")"): return single(.closeParenthesis)
    case UInt8(ascii: ","): return single(.comma)
    case UInt8(ascii: ";"): return single(.semicolon)
    case UInt8(ascii: "."):
      if byte(1).isDigit { return readNumber() }
      guard byte(1) == first, grammar == .postgres else { return single(.point) }
      index &+= 2
      return .sign
    case UInt8(ascii: "'"):
      skipText()
      return .text
    case UInt8(ascii: "\""):
      skipQuoted(by: first)
      return .quotedName
    case let digit where digit.isDigit: return readNumber()
    default: return grammar == .sqlite ? readSQLite(first) : readPostgres(first)
    }
  }

  mutating func single(_ kind: SQLTextToken.Kind) -> SQLTextToken.Kind {
    index &+= 1
    return kind
  }
}

// MARK: - Spaces and comments

extension SQLTokenReader {
  @inline(__always)
  private mutating func skipSpace() -> Bool {
    let first = bytes[index]
    if first == 0x20 || first &- 0x09 <= 4 || SQLMarks.contains(marks.layout, first) {
      index &+= 1
      return true
    }
    // To SQLite, a byte order mark is a space where a token may begin.
    guard first == 0xEF, grammar == .sqlite, byte(1) == 0xBB, byte(2) == 0xBF else { return false }
    index &+= 3
    return true
  }

  @inline(__always)
  private mutating func skipComment() -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "-") where byte(1) == UInt8(ascii: "-"): skipLineComment()
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
      // SQLite reads `/*` at the end of the text as two operators.
      guard grammar == .postgres || index &+ 2 < bytes.count else { return false }
      grammar == .postgres ? skipNestedComment() : skipBlockComment()
    default: return false
    }
    return true
  }

  /// Skips `-- …` up to the line break, which in PostgreSQL may be a carriage return.
  mutating func skipLineComment() {
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x0A || byte == 0x0D && grammar == .postgres { return }
      index &+= 1
    }
  }

  private mutating func skipBlockComment() {
    index &+= 2
    while index < bytes.count {
      let isEnd = bytes[index] == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")
      index &+= isEnd ? 2 : 1
      if isEnd { return }
    }
    isTerminated = false
  }

  /// Skips a comment of PostgreSQL, in which others may stand.
  private mutating func skipNestedComment() {
    var depth = 0
    repeat {
      switch (bytes[index], byte(1)) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")): (depth, index) = (depth &+ 1, index &+ 2)
      case (UInt8(ascii: "*"), UInt8(ascii: "/")): (depth, index) = (depth &- 1, index &+ 2)
      default: index &+= 1
      }
    } while depth > 0 && index < bytes.count
    isTerminated = depth == 0
  }
}

// MARK: - What both databases have

extension SQLTokenReader {
  /// Skips what is between quotes.
  ///
  /// - Parameters:
  ///   - quote: The quote.
  ///   - offset: The place of the first one, from the index.
  ///   - doubled: Whether a doubled quote does not end it.
  ///   - backslashes: Whether a backslash takes away the meaning of the next byte.
  mutating func skipQuoted(
    by quote: UInt8,
    after offset: Int = 0,
    doubled: Bool = true,
    backslashes: Bool = false
  ) {
    var place = index &+ offset &+ 1
    defer { index = place }
    while place < bytes.count {
      let byte = bytes[place]
      place &+= 1
      if byte == quote {
        guard doubled, place < bytes.count, bytes[place] == quote else { return }
        place &+= 1
      } else if SQLMarks.contains(marks.escapes, byte)
        || backslashes && byte == UInt8(ascii: "\\")
      {
        place &+= 1
      }
    }
    place = bytes.count
    isTerminated = false
  }

  @inline(__always)
  mutating func readWord() -> SQLTextToken.Kind {
    while index < bytes.count, bytes[index].continuesName { index &+= 1 }
    return .word
  }

  /// Reads a number: `1`, `.5`, `1e-5`, `0x1F`, `1_000`.
  private mutating func readNumber() -> SQLTextToken.Kind {
    skipDigits()
    // PostgreSQL reads `1..2` as two numbers with a sign between them.
    if byte() == UInt8(ascii: "."), grammar == .sqlite || byte(1) != UInt8(ascii: ".") {
      index &+= 1
      skipDigits()
    }
    if byte() | 0x20 == UInt8(ascii: "e") {
      let hasSign = byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-")
      if byte(hasSign ? 2 : 1).isDigit {
        index &+= hasSign ? 2 : 1
        skipDigits()
      }
    }
    skipTrailingLetters()
    return .number
  }

  /// Skips a name that directly follows a number, which the databases refuse.
  mutating func skipTrailingLetters() {
    if grammar == .sqlite || byte().startsName { _ = readWord() }
  }

  private mutating func skipDigits() {
    while byte().isDigit || byte() == UInt8(ascii: "_") && byte(1).isDigit { index &+= 1 }
  }

  private mutating func readMark(_ mark: UInt8) -> SQLTextToken.Kind {
    if SQLMarks.contains(marks.quotes, mark) {
      index &+= 1
      while byte() != mark {
        guard index < bytes.count else {
          isTerminated = false
          return .markedName
        }
        index &+= SQLMarks.contains(marks.escapes, bytes[index]) ? 2 : 1
      }
      return single(.markedName)
    }
    if SQLMarks.contains(marks.bindings, mark) { return single(.binding) }
    if SQLMarks.contains(marks.openings, mark) { return single(.openParenthesis) }
    let isEscape = SQLMarks.contains(marks.escapes, mark)
    index &+= isEscape || SQLMarks.contains(marks.pairs, mark) ? 2 : 1
    return isEscape ? .other : .mark
  }
}

extension UInt8 {
  @inline(__always)
  var isDigit: Bool { self &- UInt8(ascii: "0") <= 9 }

  /// Whether it is a letter, an underscore, or not ASCII.
  @inline(__always)
  var startsName: Bool {
    (self | 0x20) &- UInt8(ascii: "a") < 26 || self == UInt8(ascii: "_") || self >= 0x80
  }

  @inline(__always)
  var continuesName: Bool { startsName || isDigit || self == UInt8(ascii: "$") }
}
