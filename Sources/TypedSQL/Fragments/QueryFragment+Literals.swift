import DatabaseTypes
import Foundation

extension QueryFragment {
  /// The fragment with its values as literals, for the definition of a trigger or a view.
  ///
  /// SQLite binds no values in such a definition. A value that SQL cannot express stays bound, so
  /// that the statement fails.
  package var withLiterals: QueryFragment {
    guard !bindings.isEmpty else { return self }
    var result = QueryFragment()
    result.code.reserveCapacity(code.count + 16 * bindings.count)
    var next = 0
    var isEscaped = false
    for byte in code {
      if byte == Mark.binding, !isEscaped {
        result.append(literal: bindings[next])
        next += 1
      } else {
        result.code.append(byte)
      }
      isEscaped = byte == Mark.escape && !isEscaped
    }
    return result
  }

  private mutating func append(literal binding: QueryBinding) {
    switch binding {
    case .null: append(sql: "NULL")
    case .bool(let value):
      append(hint: .boolean)
      append(raw: value ? "1" : "0")
    case .int(let value): append(raw: "\(value)")
    case .uint(let value) where value <= UInt64(Int64.max): append(raw: "\(value)")
    case .double(let value) where !value.isNaN: append(raw: value.literal)
    case .text(let value) where !value.utf8.contains(0): append(quotedText: value)
    case .dated(let value, let exact) where !value.utf8.contains(0):
      append(quotedText: value, elsewhere: exact)
    case .text(let value), .dated(let value, exact: _):
      append(hexadecimal: Array(value.utf8), before: "CAST(", after: " AS TEXT)")
    case .uuid(let value): append(quotedText: value.uuidString.lowercased())
    case .blob(let value):
      append(hint: .bytes)
      append(hexadecimal: value, before: "", after: "")
    case .date(let value):
      guard let (text, precise) = DateText.texts(for: value) else { return append(binding) }
      append(quotedText: text, elsewhere: precise)
    case .decimal(let value, let scale?):
      guard let units = try? value.scaledInteger(scale: scale) else { return append(binding) }
      append(raw: "\(units)")
    case .uint, .double, .decimal, .invalid, .parameter: append(binding)
    }
  }

  /// Appends a text with milliseconds, as SQLite stores dates, and the one with microseconds.
  private mutating func append(quotedText text: String, elsewhere precise: String?) {
    if let precise, !precise.utf8.contains(where: Mark.isMark) {
      append(hint: .preciseText)
      for byte in precise.quoted(by: "'").utf8 {
        code.append(Mark.hint)
        code.append(byte)
      }
    }
    append(quotedText: text)
  }

  private mutating func append(
    hexadecimal bytes: [UInt8],
    before: StaticString,
    after: StaticString
  ) {
    let digits = Array("0123456789ABCDEF".utf8)
    append(sql: before)
    append(sql: "X'")
    for byte in bytes {
      code.append(digits[Int(byte >> 4)])
      code.append(digits[Int(byte & 15)])
    }
    append(sql: "'")
    append(sql: after)
  }
}

extension Double {
  /// The number as SQL, which has no name for infinity but accepts a number that is too large.
  fileprivate var literal: String {
    isInfinite ? (self < 0 ? "-9e999" : "9e999") : "\(self)"
  }
}
