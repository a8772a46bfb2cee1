extension DatabaseValue {
  /// Creates the value of an SQL literal, or else the text itself.
  ///
  /// A text is a number only if the number would be printed in the same way, so `007` and `+49`
  /// stay text. A text column is still matched by what was typed, because SQLite converts the
  /// number back to the same text.
  package init(sqlLiteral text: Substring) {
    if text == "NULL" {
      self = .null
    } else if let integer = Int64(text), "\(integer)" == text {
      self = .integer(integer)
    } else if let real = Double(text), real.isFinite, "\(real)" == text {
      self = .real(real)
    } else {
      // In single quotes, quotes are doubled.
      let text = String(text)
      self =
        text.unquoted(by: "'").map { .text($0) } ?? Self.blob(text).map { .blob($0) } ?? .text(text)
    }
  }

  /// Returns the bytes of a literal such as `x'0aff'`.
  private static func blob(_ text: String) -> [UInt8]? {
    guard text.count >= 3, text.hasPrefix("x'") || text.hasPrefix("X'"), text.last == "'" else {
      return nil
    }
    let digits = text.dropFirst(2).dropLast().map(\.hexDigitValue)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      bytes.append(UInt8(high * 16 + low))
    }
    return bytes
  }
}
