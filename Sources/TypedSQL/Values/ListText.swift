public import DatabaseTypes
import Foundation

/// A list of values as a JSON array, whose elements have the form in which columns store them.
///
/// So SQL can compare an element with a column, and PostgreSQL receives an array.
package enum ListText {
  /// Returns the text, or `nil` if a value cannot be in it: bytes, a number that is not finite, or
  /// a text with a NUL.
  package static func text(of bindings: [QueryBinding]) -> String? {
    if bindings.isEmpty { return "[]" }
    var text: [UInt8] = []
    text.reserveCapacity(bindings.count * 12)
    for binding in bindings {
      text.append(UInt8(ascii: text.isEmpty ? "[" : ","))
      guard append(binding, to: &text) else { return nil }
    }
    text.append(UInt8(ascii: "]"))
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the elements of a text, or `nil` if it is not an array of single values.
  package static func values(of text: String) -> [DatabaseValue]? {
    try? JSONDecoder().decode([Element].self, from: Data(text.utf8)).map(\.value)
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
          .text(try container.decode(String.self))
        }
    }
  }

  private static func append(_ binding: QueryBinding, to text: inout [UInt8]) -> Bool {
    switch binding {
    case .int(let value): text.append(contentsOf: value.description.utf8)
    case .uint(let value) where value <= Int64.max: text.append(contentsOf: "\(value)".utf8)
    case .bool(let value): text.append(UInt8(ascii: value ? "1" : "0"))
    case .double(let value) where value.isFinite: text.append(contentsOf: value.description.utf8)
    case .null: text.append(contentsOf: "null".utf8)
    case .text(let value): return append(quoted: value, to: &text)
    case .uuid(let value): return append(quoted: value.uuidString.lowercased(), to: &text)
    case .date(let value):
      guard let date = DateText.text(for: value) else { return false }
      return append(quoted: date, to: &text)
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
