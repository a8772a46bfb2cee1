/// A token of SQL, by PostgreSQL's rules.
package struct PostgresToken: Equatable {
  /// The kind of a token.
  package enum Kind: Equatable {
    /// An unquoted name or keyword.
    case word
    /// `:name`, a parameter of this program.
    case parameter
    /// `$1`.
    case number
    /// The end of a statement.
    case semicolon
    case openParenthesis, closeParenthesis
    /// Anything else: a literal, a quoted name, a digit, an operator.
    case other
    /// An unterminated literal, quoted name or comment.
    case unfinished
  }

  package let kind: Kind
  /// The range, in bytes of UTF-8.
  package let range: Range<Int>
}

/// A tokenizer of SQL, which skips white space and comments.
///
/// It recognises everything that can hide semicolons and colons: quotes, dollar quotes, and nested
/// comments.
///
/// https://www.postgresql.org/docs/current/sql-syntax-lexical.html
package struct PostgresTokens: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var place = 0

  /// Reads the tokens of a text in UTF-8.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next token; `nil` at the end.
  package mutating func next() -> PostgresToken? {
    guard skipBlanks() else { return PostgresToken(kind: .unfinished, range: place..<bytes.count) }
    guard place < bytes.count else { return nil }
    let start = place
    let kind = read()
    return PostgresToken(kind: kind, range: start..<place)
  }

  private func byte(_ offset: Int = 0) -> UInt8? {
    bytes.indices.contains(place + offset) ? bytes[place + offset] : nil
  }

  private mutating func read() -> PostgresToken.Kind {
    let first = bytes[place]
    switch first {
    case UInt8(ascii: ";"): return single(.semicolon)
    case UInt8(ascii: "("): return single(.openParenthesis)
    case UInt8(ascii: ")"): return single(.closeParenthesis)
    case UInt8(ascii: "'"): return quoted(by: first, escapes: false)
    case UInt8(ascii: "\""): return quoted(by: first, escapes: false)
    case UInt8(ascii: "$"): return dollar()
    case UInt8(ascii: ":"): return colon()
    case UInt8(ascii: "E"), UInt8(ascii: "e"):
      guard byte(1) == UInt8(ascii: "'") else { return word(.word) }
      place += 1
      return quoted(by: UInt8(ascii: "'"), escapes: true)
    case _ where first.startsName: return word(.word)
    default: return single(.other)
    }
  }

  private mutating func single(_ kind: PostgresToken.Kind) -> PostgresToken.Kind {
    place += 1
    return kind
  }

  private mutating func word(_ kind: PostgresToken.Kind) -> PostgresToken.Kind {
    while let next = byte(), next.continuesName { place += 1 }
    return kind
  }

  private mutating func quoted(by quote: UInt8, escapes: Bool) -> PostgresToken.Kind {
    place += 1
    while let next = byte() {
      place += 1
      if escapes, next == UInt8(ascii: "\\") {
        place += 1
      } else if next == quote {
        guard byte() == quote else { return .other }
        place += 1
      }
    }
    place = bytes.count
    return .unfinished
  }

  /// Reads `$1`, or `$tag$ … $tag$`.
  private mutating func dollar() -> PostgresToken.Kind {
    let start = place
    place += 1
    if let next = byte(), next.isDigit {
      while let next = byte(), next.isDigit { place += 1 }
      return .number
    }
    while let next = byte(), next.continuesName, next != UInt8(ascii: "$") { place += 1 }
    guard byte() == UInt8(ascii: "$") else {
      place = start + 1
      return .other
    }
    place += 1
    guard let end = bytes[place...].firstRange(of: bytes[start..<place]) else {
      place = bytes.count
      return .unfinished
    }
    place = end.upperBound
    return .other
  }

  /// Reads `:name`, but not `a::type` or `:=`.
  private mutating func colon() -> PostgresToken.Kind {
    place += 1
    if byte() == UInt8(ascii: ":") { return single(.other) }
    guard let next = byte(), next.startsName else { return .other }
    return word(.parameter)
  }

  /// - Returns: Whether all comments were terminated.
  private mutating func skipBlanks() -> Bool {
    while let next = byte() {
      if next == 0x20 || (0x09...0x0D).contains(next) {
        place += 1
      } else if next == UInt8(ascii: "-"), byte(1) == next {
        place = bytes[place...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      } else if next == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        guard skipComment() else { return false }
      } else {
        return true
      }
    }
    return true
  }

  private mutating func skipComment() -> Bool {
    let start = place
    var depth = 0
    while place < bytes.count {
      let pair = (bytes[place], byte(1))
      switch pair {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")): depth += 1
      case (UInt8(ascii: "*"), UInt8(ascii: "/")): depth -= 1
      default:
        place += 1
        continue
      }
      place += 2
      if depth == 0 { return true }
    }
    place = start
    return false
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }

  /// Whether this is a letter, an underscore, or not ASCII.
  fileprivate var startsName: Bool {
    (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self == 0x5F || self >= 0x80
  }

  fileprivate var continuesName: Bool { startsName || isDigit || self == UInt8(ascii: "$") }
}
