// What only PostgreSQL reads this way.
// https://www.postgresql.org/docs/current/sql-syntax-lexical.html

extension SQLTokenReader {
  mutating func readPostgres(_ first: UInt8) -> SQLTextToken.Kind {
    if first.startsName { return readWordOrLiteral(first) }
    switch first {
    case UInt8(ascii: "["): return single(.openBracket)
    case UInt8(ascii: "]"): return single(.closeBracket)
    case UInt8(ascii: "$"): return readDollar()
    case UInt8(ascii: ":"):
      let isPair = byte(1) == UInt8(ascii: ":") || byte(1) == UInt8(ascii: "=")
      index &+= isPair ? 2 : 1
      return .sign
    case _ where first.isOperator: return readOperator()
    default: return single(.other)
    }
  }

  /// Reads a word, or a literal that begins with a letter: `E'…'`, `x'…'`, `U&'…'`.
  private mutating func readWordOrLiteral(_ first: UInt8) -> SQLTextToken.Kind {
    let second = byte(1)
    if second == UInt8(ascii: "'") {
      switch first | 0x20 {
      case UInt8(ascii: "e"):
        skipText(after: 1, backslashes: true)
        return .text
      case UInt8(ascii: "b"), UInt8(ascii: "x"):
        skipText(after: 1, doubled: false)
        return .bytes
      default: break
      }
    } else if second == UInt8(ascii: "&"), first | 0x20 == UInt8(ascii: "u") {
      if byte(2) == UInt8(ascii: "'") {
        skipText(after: 2)
        return .text
      }
      if byte(2) == UInt8(ascii: "\"") {
        skipQuoted(by: UInt8(ascii: "\""), after: 2)
        return .quotedName
      }
    }
    return readWord()
  }

  /// Skips a text between apostrophes; in PostgreSQL, it may go on in another line.
  mutating func skipText(
    after offset: Int = 0,
    doubled: Bool = true,
    backslashes: Bool = false
  ) {
    let quote = UInt8(ascii: "'")
    skipQuoted(by: quote, after: offset, doubled: doubled, backslashes: backslashes)
    while grammar == .postgres, let next = continuation {
      index = next
      skipQuoted(by: quote, doubled: doubled, backslashes: backslashes)
    }
  }

  /// The place of the apostrophe that follows after spaces with a line break.
  private var continuation: Int? {
    guard isTerminated else { return nil }
    var (reader, hasBreak) = (self, false)
    while reader.index < bytes.count {
      let byte = bytes[reader.index]
      if byte == UInt8(ascii: "-"), reader.byte(1) == byte {
        reader.skipLineComment()
      } else if byte == 0x20 || byte &- 0x09 <= 4 {
        hasBreak = hasBreak || byte == 0x0A || byte == 0x0D
        reader.index &+= 1
      } else {
        return byte == UInt8(ascii: "'") && hasBreak ? reader.index : nil
      }
    }
    return nil
  }

  /// Reads `$1`, or `$mark$ … $mark$`.
  private mutating func readDollar() -> SQLTextToken.Kind {
    if byte(1).isDigit {
      repeat { index &+= 1 } while byte().isDigit
      skipTrailingLetters()
      return .parameter
    }
    let start = index
    var end = start &+ 1
    while end < bytes.count, bytes[end].continuesName, bytes[end] != UInt8(ascii: "$") { end &+= 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "$") else { return single(.other) }
    let mark = bytes[start...end]
    index = end &+ 1
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "$"), bytes[index...].starts(with: mark) {
        index &+= mark.count
        return .text
      }
      index &+= 1
    }
    isTerminated = false
    return .text
  }

  /// Reads the longest operator, which ends where a comment begins.
  ///
  /// It does not end with `+` or `-`, unless it has a sign that standard SQL does not know.
  private mutating func readOperator() -> SQLTextToken.Kind {
    let start = index
    var isUnusual = false
    while index < bytes.count, bytes[index].isOperator, !beginsComment || index == start {
      if bytes[index].isUnusualOperator { isUnusual = true }
      index &+= 1
    }
    while !isUnusual, index > start &+ 1,
      bytes[index &- 1] == UInt8(ascii: "+")
        || bytes[index &- 1] == UInt8(ascii: "-")
    { index &-= 1 }
    return .sign
  }

  private var beginsComment: Bool {
    let (first, second) = (byte(), byte(1))
    return first == UInt8(ascii: "-") && second == first
      || first == UInt8(ascii: "/") && second == UInt8(ascii: "*")
  }
}

extension UInt8 {
  fileprivate var isUnusualOperator: Bool {
    switch self {
    case UInt8(ascii: "~"), UInt8(ascii: "!"), UInt8(ascii: "@"), UInt8(ascii: "#"),
      UInt8(ascii: "%"), UInt8(ascii: "^"), UInt8(ascii: "&"), UInt8(ascii: "|"),
      UInt8(ascii: "`"), UInt8(ascii: "?"):
      true
    default: false
    }
  }

  /// Whether operators consist of such characters.
  ///
  /// https://www.postgresql.org/docs/current/sql-createoperator.html
  fileprivate var isOperator: Bool {
    switch self {
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "/"),
      UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "="):
      true
    default: isUnusualOperator
    }
  }
}
