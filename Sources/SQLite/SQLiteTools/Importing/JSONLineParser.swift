import DatabaseTypes
import Foundation

/// A parser for one line of JSON lines: an object, whose members become values of columns.
///
/// - `null` is NULL, `true` and `false` are 1 and 0.
/// - A number without a fraction and an exponent is an integer if it fits into 64 bits; any other
///   number is a floating-point number.
/// - A string is text; `{"base64":"AQI="}` is a blob.
/// - Any other object and any array stays JSON, as text.
///
/// https://jsonlines.org
struct JSONLineParser {
  /// A member of the object, with its column in the line.
  struct Member {
    let name: String
    let value: DatabaseValue
    let column: Int
  }

  private let bytes: [UInt8]
  private var index = 0
  private let line: Int

  private static let maxDepth = 1000

  /// Creates a parser for a line.
  init(_ bytes: [UInt8], line: Int) {
    self.bytes = bytes
    self.line = line
  }

  /// Returns the members of the object in the line.
  ///
  /// - Throws: ``ImportError`` with the column.
  mutating func members() throws -> [Member] {
    skipBlanks()
    guard take("{") else { throw error("Each line must be a JSON object, {…}.") }
    var members: [Member] = []
    skipBlanks()
    if !take("}") {
      repeat {
        members.append(try member())
        skipBlanks()
      } while take(",")
      guard take("}") else { throw error("A comma or } is missing.") }
    }
    skipBlanks()
    guard index == bytes.count else { throw error("Text follows the object.") }
    return members
  }

  private mutating func member() throws -> Member {
    skipBlanks()
    let column = column(of: index)
    let name = try string()
    skipBlanks()
    guard take(":") else { throw error("A colon is missing after a member's name.") }
    skipBlanks()
    return Member(name: name, value: try value(), column: column)
  }
}

extension JSONLineParser {
  private mutating func value() throws -> DatabaseValue {
    let start = index
    switch bytes[safe: index] {
    case UInt8(ascii: "\""): return .text(try string())
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      try skipValue(depth: 0)
      let text = String(decoding: bytes[start..<index], as: UTF8.self)
      return Self.blob(bytes[start..<index]) ?? .text(text)
    default: return try scalar()
    }
  }

  private mutating func scalar() throws -> DatabaseValue {
    for (word, value) in [("null", DatabaseValue.null), ("true", 1), ("false", 0)]
    where bytes[index...].starts(with: word.utf8) {
      index += word.utf8.count
      return value
    }
    return try number()
  }

  private mutating func number() throws -> DatabaseValue {
    let start = index
    _ = take("-")
    let isZero = take("0")
    if !isZero, !takeDigits() {
      throw error("A value is missing, or is not valid JSON.", at: start)
    }
    var isInteger = true
    if take(".") {
      isInteger = false
      guard takeDigits() else { throw error("A digit is missing after the point.") }
    }
    if take("e") || take("E") {
      isInteger = false
      if !take("+") { _ = take("-") }
      guard takeDigits() else { throw error("A digit is missing in the exponent.") }
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isInteger, let integer = Int64(text) { return .integer(integer) }
    return .real(Double(text) ?? 0)
  }

  private mutating func takeDigits() -> Bool {
    let start = index
    while let byte = bytes[safe: index], (0x30...0x39).contains(byte) { index += 1 }
    return index > start
  }

  /// Skips a value of any kind.
  private mutating func skipValue(depth: Int) throws {
    guard depth < Self.maxDepth else { throw error("The JSON is nested too deeply.") }
    skipBlanks()
    guard take("{") else {
      guard take("[") else {
        _ = bytes[safe: index] == UInt8(ascii: "\"") ? .text(try string()) : try scalar()
        return
      }
      return try skipElements(until: "]") { parser in try parser.skipValue(depth: depth + 1) }
    }
    try skipElements(until: "}") { parser in
      _ = try parser.string()
      parser.skipBlanks()
      guard parser.take(":") else {
        throw parser.error("A colon is missing after a member's name.")
      }
      try parser.skipValue(depth: depth + 1)
    }
  }

  private mutating func skipElements(
    until end: Unicode.Scalar,
    _ element: (inout JSONLineParser) throws -> Void
  ) throws {
    skipBlanks()
    if take(end) { return }
    repeat {
      skipBlanks()
      try element(&self)
      skipBlanks()
    } while take(",")
    guard take(end) else { throw error("A comma or \(end) is missing.") }
  }

  /// Returns the bytes of `{"base64":"…"}`; `nil` for another object.
  private static func blob(_ object: ArraySlice<UInt8>) -> DatabaseValue? {
    var parser = JSONLineParser(Array(object), line: 0)
    guard object.count < 1 << 30, parser.take("{") else { return nil }
    parser.skipBlanks()
    guard (try? parser.string()) == "base64" else { return nil }
    parser.skipBlanks()
    guard parser.take(":") else { return nil }
    parser.skipBlanks()
    guard let text = try? parser.string(), let data = Data(base64Encoded: text) else { return nil }
    parser.skipBlanks()
    return parser.take("}") ? .blob([UInt8](data)) : nil
  }
}

extension JSONLineParser {
  private mutating func string() throws -> String {
    let start = index
    guard take("\"") else { throw error("A string in double quotes is missing.") }
    var text: [UInt8] = []
    while let byte = bytes[safe: index] {
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else {
          throw error("The string is not valid UTF-8.", at: start)
        }
        return string
      case UInt8(ascii: "\\"): text += Array(String(try escaped()).utf8)
      case ..<0x20:
        throw error(
          "A control character in a string must be escaped.",
          at: index - 1
        )
      default: text.append(byte)
      }
    }
    throw error("The string that begins here does not end.", at: start)
  }

  private mutating func escaped() throws -> Unicode.Scalar {
    let start = index - 1
    defer { index = min(index, bytes.count) }
    guard let byte = bytes[safe: index] else { throw error("The escape is incomplete.", at: start) }
    index += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"): return try unicode(start)
    default: throw error("JSON has no such escape.", at: start)
    }
  }

  /// Parses the text after `\u`: four hexadecimal digits, or a pair of surrogates.
  private mutating func unicode(_ start: Int) throws -> Unicode.Scalar {
    guard let first = hexadecimal() else {
      throw error("\\u needs four hexadecimal digits.", at: start)
    }
    guard (0xd800..<0xdc00).contains(first) else {
      guard let scalar = Unicode.Scalar(first) else {
        throw error("The escape is half of a surrogate pair.", at: start)
      }
      return scalar
    }
    guard take("\\"), take("u"), let second = hexadecimal(), (0xdc00..<0xe000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
    else { throw error("The escape is half of a surrogate pair.", at: start) }
    return scalar
  }

  private mutating func hexadecimal() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    let digits = bytes[index..<index + 4]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    index += 4
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private mutating func skipBlanks() {
    while let byte = bytes[safe: index], [0x20, 0x09, 0x0d, 0x0a].contains(byte) { index += 1 }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard bytes[safe: index] == UInt8(ascii: scalar) else { return false }
    index += 1
    return true
  }

  private func column(of index: Int) -> Int {
    bytes.prefix(index).count { $0 & 0xc0 != 0x80 } + 1
  }

  private func error(_ message: String, at index: Int? = nil) -> ImportError {
    ImportError(message, line: line, column: column(of: index ?? self.index))
  }
}

extension [UInt8] {
  fileprivate subscript(safe index: Int) -> UInt8? { index < count ? self[index] : nil }
}
