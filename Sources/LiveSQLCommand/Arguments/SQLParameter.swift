import DatabaseTypes
import Terminal

/// A value for a parameter of an SQL statement, as given by `--param name=value`.
struct SQLParameter: Sendable, Equatable {
  /// The way in which a parameter is identified.
  enum Place: Sendable, Hashable {
    /// `:name`, `@name` or `$name`, without its sigil.
    case name(String)
    /// `?` or `?1`, counted from 1.
    case index(Int)
  }

  let place: Place
  let value: DatabaseValue
}

extension SQLParameter {
  /// The option of all commands that run SQL.
  static let option = Option<SQLParameter>(
    "param",
    letter: "p",
    value: "NAME=VALUE",
    help: """
      A value for :NAME in the SQL, or for the n-th ? where NAME is a number. A VALUE written as an SQL literal \
      (7, 2.5, 'text', x'0a', NULL) is that literal; any other is text. May be repeated.
      """
  ) { text throws(UsageError) in try SQLParameter(text) }

  /// Parses `name=value`.
  init(_ text: String) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    var name = parts[0]
    if let first = name.first, ":@$?".contains(first) { name.removeFirst() }
    guard parts.count == 2, !name.isEmpty else {
      throw UsageError("'--param' takes NAME=VALUE, not '\(text)'")
    }
    if name.allSatisfy({ $0.isASCII && $0.isNumber }) {
      guard let index = Int(name), index > 0 else {
        throw UsageError("'--param' counts from 1: '\(text)'")
      }
      place = .index(index)
    } else {
      place = .name(String(name))
    }
    value = Self.value(of: parts[1])
  }

  /// Returns the value of an SQL literal, or else the text itself.
  ///
  /// A text is a number only if the number would be printed in the same way, so `007` and `+49`
  /// stay text. A text column is still matched by what was typed, because SQLite converts the
  /// number back to the same text.
  static func value(of text: Substring) -> DatabaseValue {
    if text == "NULL" { return .null }
    if let integer = Int64(text), "\(integer)" == text { return .integer(integer) }
    if let real = Double(text), real.isFinite, "\(real)" == text { return .real(real) }
    return quotedText(text).map { .text($0) } ?? blob(text).map { .blob($0) } ?? .text(String(text))
  }

  /// Returns the text of a literal in single quotes, in which quotes are doubled.
  private static func quotedText(_ text: Substring) -> String? {
    String(text).unquoted(by: "'")
  }

  /// Returns the bytes of a literal such as `x'0aff'`.
  private static func blob(_ text: Substring) -> [UInt8]? {
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
