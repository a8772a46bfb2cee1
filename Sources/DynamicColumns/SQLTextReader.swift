/// A reader that finds the parameters of SQL text, by the grammar of SQLite or PostgreSQL.
///
/// https://www.sqlite.org/lang_expr.html#varparam
/// https://www.postgresql.org/docs/current/sql-syntax-lexical.html
struct SQLTextReader {
  /// A piece of the text.
  enum Piece {
    case text(String)
    /// A parameter, with its name or number if it has one.
    case parameter(String?)
  }

  private let text: [UInt8]
  private let isPostgres: Bool
  /// Whether there are values by position, so that each single `?` stands for one.
  private let hasValues: Bool
  private var index = 0
  /// Whether an operand ends before the index, so that only an operator can follow.
  private var isAfterOperand = false

  init(_ sql: String, isPostgres: Bool, hasValues: Bool) {
    text = Array(sql.utf8)
    (self.isPostgres, self.hasValues) = (isPostgres, hasValues)
  }

  /// Returns the next piece, or `nil` at the end.
  mutating func next() -> Piece? {
    guard index < text.count else { return nil }
    if isParameter { return .parameter(parameter()) }
    if isDoubledMark {
      index += 2
      isAfterOperand = false
      return .text("?")
    }
    let start = index
    repeat { skip() } while index < text.count && !isParameter && !isDoubledMark
    return .text(String(decoding: text[start..<index], as: UTF8.self))
  }

  private func byte(_ offset: Int = 0) -> UInt8? {
    text.indices.contains(index + offset) ? text[index + offset] : nil
  }
}

// MARK: - Parameters

extension SQLTextReader {
  private var isParameter: Bool {
    switch text[index] {
    case UInt8(ascii: "?"): isMarkOfValue
    case UInt8(ascii: ":"): byte(1)?.isNameByte == true
    case UInt8(ascii: "@"): byte(1)?.isNameByte == true && !endsOperator
    case UInt8(ascii: "$"): byte(1)?.isNameByte == true && dollarMark == nil
    default: false
    }
  }

  /// Whether the `?` at the index stands for a value, and is no operator of PostgreSQL.
  private var isMarkOfValue: Bool {
    guard isPostgres else { return true }
    if isDoubledMark || byte(-1) == UInt8(ascii: "@") { return false }
    return hasValues || !isAfterOperand
  }

  /// Whether `??` is at the index: the operator `?`, as JDBC has it too.
  private var isDoubledMark: Bool {
    isPostgres && byte() == UInt8(ascii: "?") && byte(1) == UInt8(ascii: "?")
  }

  /// Whether the `@` at the index is the end of `@@` or `<@`.
  private var endsOperator: Bool {
    isPostgres && (byte(-1) == UInt8(ascii: "@") || byte(-1) == UInt8(ascii: "<"))
  }

  /// Reads a parameter; it has no name if it is a single `?`.
  private mutating func parameter() -> String? {
    let isNumbered = byte() == UInt8(ascii: "?")
    index += 1
    isAfterOperand = true
    let start = index
    while let byte = byte(), isNumbered ? byte.isDigit : byte.isNameByte { index += 1 }
    return start == index ? nil : String(decoding: text[start..<index], as: UTF8.self)
  }
}

// MARK: - Other text

extension SQLTextReader {
  /// Skips a blank, a comment, a quoted text, a word or a sign.
  private mutating func skip() {
    if skipBlank() { return }
    if skipQuoted() || skipDollarText() {
      isAfterOperand = true
      return
    }
    let first = text[index]
    if first.isNameByte { return skipWord() }
    index += isPostgres && text[index...].starts(with: "::".utf8) ? 2 : 1
    isAfterOperand = first == UInt8(ascii: ")") || first == UInt8(ascii: "]")
  }

  private mutating func skipWord() {
    let start = index
    // A dollar sign may stand within a name.
    while let byte = byte(), byte.isNameByte || byte == UInt8(ascii: "$") { index += 1 }
    // Only a `?` of PostgreSQL without values asks.
    guard isPostgres, !hasValues else { return }
    let word = String(decoding: text[start..<index], as: UTF8.self).lowercased()
    isAfterOperand = !Self.wordsBeforeOperands.contains(word)
  }

  private static let wordsBeforeOperands: Set<String> = [
    "all", "and", "any", "as", "between", "by", "case", "distinct", "else", "escape", "fetch",
    "first", "from", "having", "ilike", "in", "is", "like", "limit", "next", "not", "offset", "on",
    "or", "returning", "select", "set", "similar", "some", "symmetric", "then", "to", "using",
    "values", "variadic", "when", "where",
  ]

  private mutating func skipBlank() -> Bool {
    switch (text[index], byte(1)) {
    case (0x20, _), (0x09...0x0D, _): index += 1
    case (UInt8(ascii: "-"), UInt8(ascii: "-")):
      while let byte = byte(), byte != 0x0A, byte != 0x0D || !isPostgres { index += 1 }
    case (UInt8(ascii: "/"), UInt8(ascii: "*")): skipComment()
    default: return false
    }
    return true
  }

  /// Skips a comment, in which PostgreSQL allows others.
  private mutating func skipComment() {
    var depth = 1
    index += 2
    while depth > 0, let byte = byte() {
      switch (byte, self.byte(1)) {
      case (UInt8(ascii: "*"), UInt8(ascii: "/")): (depth, index) = (depth - 1, index + 2)
      case (UInt8(ascii: "/"), UInt8(ascii: "*")) where isPostgres:
        (depth, index) = (depth + 1, index + 2)
      default: index += 1
      }
    }
  }

  /// Skips a text or a name in quotes; a doubled quote ends one and begins another.
  private mutating func skipQuoted() -> Bool {
    let first = text[index]
    switch first {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): skip(to: [first], from: index + 1)
    case UInt8(ascii: "`") where !isPostgres: skip(to: [first], from: index + 1)
    case UInt8(ascii: "[") where !isPostgres: skip(to: [UInt8(ascii: "]")], from: index + 1)
    case UInt8(ascii: "e"), UInt8(ascii: "E"):
      guard isPostgres, byte(1) == UInt8(ascii: "'") else { return false }
      skipEscapedText()
    default: return false
    }
    return true
  }

  /// Skips `E'…'`, in which a backslash may stand before a quote.
  private mutating func skipEscapedText() {
    index += 2
    while let byte = byte() {
      index += byte == UInt8(ascii: "\\") ? 2 : 1
      guard byte == UInt8(ascii: "'") else { continue }
      guard self.byte() == byte else { break }
      index += 1
    }
    index = Swift.min(index, text.count)
  }

  /// The `$mark$` at the index, with which a text of PostgreSQL begins and ends.
  private var dollarMark: ArraySlice<UInt8>? {
    guard isPostgres, byte() == UInt8(ascii: "$"), byte(1)?.isDigit != true else { return nil }
    let rest = text[(index + 1)...].drop(while: \.isNameByte)
    guard rest.first == UInt8(ascii: "$") else { return nil }
    return text[index...rest.startIndex]
  }

  private mutating func skipDollarText() -> Bool {
    guard let mark = dollarMark else { return false }
    skip(to: Array(mark), from: index + mark.count)
    return true
  }

  private mutating func skip(to end: [UInt8], from start: Int) {
    index = start
    while index < text.count, !text[index...].starts(with: end) { index += 1 }
    index = Swift.min(index + end.count, text.count)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (48...57).contains(self) }

  fileprivate var isNameByte: Bool {
    self == UInt8(ascii: "_") || isDigit || (65...90).contains(self) || (97...122).contains(self)
      || self > 127
  }
}
