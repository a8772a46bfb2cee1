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
    case .double(let value): append(number: value)
    case .text(let value) where !value.utf8.contains(0): append(quotedText: value)
    case .dated(let value, let exact) where !value.utf8.contains(0):
      append(elsewhere: exact.quoted(by: "'"))
      append(quotedText: value)
    case .text(let value), .dated(let value, exact: _):
      append(hexadecimal: Array(value.utf8), before: "CAST(", after: " AS TEXT)")
    case .uuid(let value): append(quotedText: value.uuidString.lowercased())
    case .blob(let value):
      append(hint: .bytes)
      append(hexadecimal: value, before: "", after: "")
    case .date(let value): append(date: value)
    case .decimal(let value, let scale?):
      guard let units = try? value.scaledInteger(scale: scale) else { return append(binding) }
      append(raw: "\(units)")
    case .uint, .decimal, .invalid, .parameter: append(binding)
    }
  }

  /// Appends a date as each database stores it; SQLite binds one that it cannot store.
  private mutating func append(date: Date) {
    let text = DateText.text(for: date)
    if let exact = DateText.serverText(for: date), exact != text {
      append(elsewhere: exact.quoted(by: "'"))
    }
    guard let text else { return append(QueryBinding.date(date)) }
    append(quotedText: text)
  }

  /// Appends a number; SQLite has no name for infinity, but accepts a number that is too large.
  private mutating func append(number: Double) {
    guard !number.isFinite else { return append(raw: "\(number)") }
    let name = number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
    append(elsewhere: "'\(name)'::float8")
    guard !number.isNaN else { return append(QueryBinding.double(number)) }
    append(raw: number < 0 ? "-9e999" : "9e999")
  }

  /// Appends a literal of databases other than SQLite, instead of the one that has to follow.
  private mutating func append(elsewhere literal: String) {
    let hints = Self.hints(elsewhere: literal)
    guard !hints.isEmpty else { return }
    // It is there already before a value that stayed bound.
    if !code.suffix(hints.count).elementsEqual(hints) { code += hints }
  }

  /// Returns the marks of what other databases have instead of what follows; none if they cannot
  /// be told from other marks.
  static func hints(elsewhere literal: String) -> [UInt8] {
    guard !literal.utf8.contains(where: Mark.isMark) else { return [] }
    return [Mark.hint, DialectHint.otherLiteral.rawValue]
      + literal.utf8.flatMap { [Mark.hint, $0] }
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
