/// A piece of SQL as PostgreSQL cuts it.
struct PostgresToken: Equatable {
  /// What it is.
  enum Kind: Equatable {
    /// A name or a keyword without quotation marks.
    case word
    /// `:name`, which this program fills.
    case parameter
    /// `$1`.
    case number
    /// What ends a statement.
    case semicolon
    case openParenthesis, closeParenthesis
    /// Anything else: a literal, a quoted name, a digit, an operator.
    case other
    /// A literal, a quoted name or a comment that does not end.
    case unfinished
  }

  let kind: Kind
  /// Its place, in bytes of UTF-8.
  let range: Range<Int>
}

/// Cuts SQL into tokens: white space and comments are left out.
///
/// It knows what hides semicolons and colons: quotes, dollar quotes, comments in comments.
///
/// https://www.postgresql.org/docs/current/sql-syntax-lexical.html
struct PostgresTokens: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next token; `nil` at the end.
  mutating func next() -> PostgresToken? {
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

  /// `$1`, or `$tag$ … $tag$`.
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

  /// `:name`, but not `a::type` nor `:=`.
  private mutating func colon() -> PostgresToken.Kind {
    place += 1
    if byte() == UInt8(ascii: ":") { return single(.other) }
    guard let next = byte(), next.startsName else { return .other }
    return word(.parameter)
  }

  /// - Returns: Whether no comment was without an end.
  private mutating func skipBlanks() -> Bool {
    while let next = byte() {
      if next == 0x20 || (0x09...0x0D).contains(next) {
        place += 1
      } else if next == UInt8(ascii: "-"), byte(1) == next {
        place = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
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

  /// Letters, underscores, and all that is not ASCII.
  fileprivate var startsName: Bool {
    (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self == 0x5F || self >= 0x80
  }

  fileprivate var continuesName: Bool { startsName || isDigit || self == UInt8(ascii: "$") }
}
