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
    var writer = ListWriter(count: bindings.count)
    for binding in bindings {
      guard writer.append(binding) else { return nil }
    }
    return writer.end()
  }

  /// Returns the elements of a text, or `nil` if it is not an array of single values.
  package static func values(of text: String) -> [DatabaseValue]? {
    let bytes = text.contains(infinity) ? withMarkedInfinities(text) : Array(text.utf8)
    return try? JSONDecoder().decode([Element].self, from: Data(bytes)).map(\.value)
  }

  static let infinity = "9e999"

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
}

extension ListText {
  /// Returns the values of a JSON array.
  ///
  /// - Throws: `ConversionFailure` for a text that is not one.
  package static func list(of text: String) throws(ConversionFailure) -> [DatabaseValue] {
    if let values = values(of: text) { return values }
    throw ConversionFailure(
      expectedType: "an array",
      found: .text,
      reason: "the text is not a JSON array of single values"
    )
  }
}

extension QueryDecoder {
  /// Decodes a list from a JSON array.
  ///
  /// - Throws: `ConversionFailure` for a text that is not one.
  public mutating func _decodeList() throws -> [DatabaseValue]? {
    try decode(String.self).map { text in try ListText.list(of: text) }
  }
}
