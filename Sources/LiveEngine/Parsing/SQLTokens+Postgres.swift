// What PostgreSQL reads otherwise than SQLite: arrays, texts with escapes or between dollars,
// operators of other signs, and comments in comments.

extension SQLTokenizer {
  /// Reads a token as PostgreSQL does; `nil` where it cannot be read.
  mutating func postgresToken() -> SQLToken.Kind? {
    guard let byte = byte() else { return nil }
    switch byte {
    case UInt8(ascii: "["): return single(.open)
    case UInt8(ascii: "]"): return single(.close)
    case UInt8(ascii: "$"): return skipDollarText() ? .other : nil
    case let byte where "?:@#^`".utf8.contains(byte): return single(.other)
    case UInt8(ascii: "e"), UInt8(ascii: "E"):
      guard self.byte(1) == UInt8(ascii: "'") else { return token() }
      return skipEscapedText() ? .other : nil
    // `U&'…'` and `U&"…"` have escapes of their own.
    case UInt8(ascii: "u"), UInt8(ascii: "U"):
      return self.byte(1) == UInt8(ascii: "&") ? nil : token()
    default: return token()
    }
  }

  /// Skips `-- …`, which a carriage return ends too, and comments that may stand in comments.
  mutating func skipPostgresComment() -> Bool {
    switch (byte(), byte(1)) {
    case (UInt8(ascii: "-"), UInt8(ascii: "-")):
      while let byte = byte(), byte != 0x0A, byte != 0x0D { index += 1 }
    case (UInt8(ascii: "/"), UInt8(ascii: "*")): skipNestedComment()
    default: return false
    }
    return true
  }

  private mutating func skipNestedComment() {
    var depth = 0
    repeat {
      switch (byte(), byte(1)) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")): (depth, index) = (depth + 1, index + 2)
      case (UInt8(ascii: "*"), UInt8(ascii: "/")): (depth, index) = (depth - 1, index + 2)
      default: index += 1
      }
    } while depth > 0 && index < code.count
  }
}

// MARK: - Texts

extension SQLTokenizer {
  /// Skips `$mark$ … $mark$`; a parameter `$1` written in the text has no value.
  private mutating func skipDollarText() -> Bool {
    let start = index
    index += 1
    while let byte = byte(), byte.isWordPart, byte != UInt8(ascii: "$") { index += 1 }
    guard byte() == UInt8(ascii: "$"), !code[start + 1].isDigit else { return false }
    index += 1
    let mark = code[start..<index]
    while index < code.count, !code[index...].starts(with: mark) { index += 1 }
    guard index < code.count else { return false }
    index += mark.count
    return true
  }

  private mutating func skipEscapedText() -> Bool {
    index += 2
    while let byte = byte() {
      index += byte == UInt8(ascii: "\\") ? 2 : 1
      guard byte == UInt8(ascii: "'") else { continue }
      guard self.byte() == byte else { return index <= code.count }
      index += 1
    }
    return false
  }

  /// Returns the text read since a place, in plain quotes; `nil` if it is not a text, or is in
  /// plain quotes already.
  func plainText(from start: Int) -> [UInt8]? {
    let code = code[start..<index]
    switch code.first {
    case UInt8(ascii: "$"):
      guard let end = code.dropFirst().firstIndex(of: UInt8(ascii: "$")) else { return nil }
      return Self.quoting(code[(end + 1)...].dropLast(end + 1 - start))
    case UInt8(ascii: "E"), UInt8(ascii: "e"):
      guard code.dropFirst().first == UInt8(ascii: "'") else { return nil }
      return Self.unescaped(code.dropFirst(2).dropLast()).map { Self.quoting($0[...]) }
    default: return nil
    }
  }

  private static func quoting(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let quote = UInt8(ascii: "'")
    return [quote] + text.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
  }

  /// What a text with escapes means.
  ///
  /// - Returns: `nil` where it has others than those for a line break and the like; it stays as it
  ///   is then, and no plan reads it.
  private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var (plain, rest) = ([UInt8](), text)
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "'") { rest = rest.dropFirst() }
      guard byte == UInt8(ascii: "\\") else {
        plain.append(byte)
        continue
      }
      guard let meant = rest.popFirst().flatMap({ escapes[$0] }) else { return nil }
      plain.append(meant)
    }
    return plain
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    UInt8(ascii: "\\"): UInt8(ascii: "\\"), UInt8(ascii: "'"): UInt8(ascii: "'"),
  ]
}
