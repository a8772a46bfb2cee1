public import DatabaseTypes
import Foundation

/// A list of values as a JSON array, whose elements have the form in which columns store them.
///
/// So SQL can compare an element with a column, and PostgreSQL receives an array.
package enum ListText {
  /// Returns the text to bind, or `nil` if a value cannot be in it: bytes, NaN, a text with a NUL,
  /// or a date outside the years 0 to 9999.
  ///
  /// An infinity is written as `9e999`, a number that no `Double` can hold, as SQLite does.
  package static func binding(of bindings: [QueryBinding]) -> QueryBinding? {
    guard let text = Self.text(of: bindings) else { return nil }
    guard bindings.contains(where: \.hasMicroseconds),
      let exact = Self.text(of: bindings, exactDates: true)
    else { return .text(text) }
    return .dated(text, exact: exact)
  }

  private static func text(of bindings: [QueryBinding], exactDates: Bool = false) -> String? {
    if bindings.isEmpty { return "[]" }
    var text: [UInt8] = []
    text.reserveCapacity(bindings.count * 12)
    for binding in bindings {
      text.append(UInt8(ascii: text.isEmpty ? "[" : ","))
      guard append(binding, exactDates: exactDates, to: &text) else { return nil }
    }
    text.append(UInt8(ascii: "]"))
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the elements of a text, or `nil` if it is not an array of single values.
  package static func values(of text: String) -> [DatabaseValue]? {
    let bytes = text.contains(infinity) ? withMarkedInfinities(text) : Array(text.utf8)
    return try? JSONDecoder().decode([Element].self, from: Data(bytes)).map(\.value)
  }

  private static let infinity = "9e999"

  /// Returns the text with each infinity as a text with a NUL, which no other text of a list has.
  ///
  /// `JSONDecoder` refuses the number.
  private static func withMarkedInfinities(_ text: String) -> [UInt8] {
    var rest = Array(text.utf8)[...]
    var marked: [UInt8] = []
    var isQuoted = false
    while let byte = rest.first {
      if !isQuoted, rest.starts(with: infinity.utf8) {
        let isNegative = marked.last == UInt8(ascii: "-")
        if isNegative { marked.removeLast() }
        marked.append(contentsOf: (isNegative ? #""\u0000-""# : #""\u0000+""#).utf8)
        rest = rest.dropFirst(infinity.utf8.count)
        continue
      }
      // An escaped quotation mark does not end a text.
      let count = isQuoted && byte == UInt8(ascii: "\\") ? 2 : 1
      if count == 1, byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      marked.append(contentsOf: rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return marked
  }

  private struct Element: Decodable {
    let value: DatabaseValue

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      value =
        if container.decodeNil() {
          .null
        } else if let truth = try? container.decode(Bool.self) {
          .integer(truth ? 1 : 0)
        } else if let integer = try? container.decode(Int64.self) {
          .integer(integer)
        } else if let real = try? container.decode(Double.self) {
          .real(real)
        } else {
          Self.value(of: try container.decode(String.self))
        }
    }

    private static func value(of text: String) -> DatabaseValue {
      switch text {
      case "\u{0}+": .real(.infinity)
      case "\u{0}-": .real(-.infinity)
      default: .text(text)
      }
    }
  }

  private static func append(
    _ binding: QueryBinding,
    exactDates: Bool,
    to text: inout [UInt8]
  ) -> Bool {
    switch binding {
    case .int(let value): text.append(contentsOf: value.description.utf8)
    case .uint(let value) where value <= Int64.max: text.append(contentsOf: "\(value)".utf8)
    case .bool(let value): text.append(UInt8(ascii: value ? "1" : "0"))
    case .double(let value) where value.isFinite: text.append(contentsOf: value.description.utf8)
    case .double(let value) where value.isInfinite:
      text.append(contentsOf: ((value < 0 ? "-" : "") + infinity).utf8)
    case .null: text.append(contentsOf: "null".utf8)
    case .text(let value): return append(quoted: value, to: &text)
    case .uuid(let value): return append(quoted: value.uuidString.lowercased(), to: &text)
    case .date(let value):
      let date = exactDates ? DateText.preciseText(for: value) : DateText.text(for: value)
      return date.map { append(quoted: $0, to: &text) } ?? false
    case .dated(let value, let exact):
      return append(quoted: exactDates ? exact : value, to: &text)
    case .uint, .double, .decimal, .blob, .invalid, .parameter: return false
    }
    return true
  }

  private static func append(quoted value: String, to text: inout [UInt8]) -> Bool {
    text.append(UInt8(ascii: "\""))
    for byte in value.utf8 {
      switch byte {
      // SQLite ends a text at an escaped NUL.
      case 0: return false
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        text.append(UInt8(ascii: "\\"))
        text.append(byte)
      case 0..<0x20:
        text.append(contentsOf: "\\u00".utf8)
        text.append(contentsOf: (byte < 0x10 ? "0" : "").utf8)
        text.append(contentsOf: String(byte, radix: 16).utf8)
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
    return true
  }
}

extension QueryBinding {
  /// Whether it has another text with microseconds than with milliseconds.
  fileprivate var hasMicroseconds: Bool {
    switch self {
    case .date(let date): DateText.preciseText(for: date) != DateText.text(for: date)
    case .dated: true
    default: false
    }
  }
}

extension QueryDecoder {
  /// Decodes a list from a JSON array.
  ///
  /// - Throws: `ConversionFailure` for a text that is not one.
  public mutating func _decodeList() throws -> [DatabaseValue]? {
    guard let text = try decode(String.self) else { return nil }
    if let values = ListText.values(of: text) { return values }
    throw ConversionFailure(
      expectedType: "an array",
      found: .text,
      reason: "the text is not a JSON array of single values"
    )
  }
}
