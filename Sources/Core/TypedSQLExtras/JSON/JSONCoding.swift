import DatabaseTypes
import Foundation
import TypedSQL

/// The conversion of values to JSON and back.
///
/// Dates are written as columns store them, so that SQL can compare the two: to the millisecond on
/// SQLite, and to the microsecond on PostgreSQL.
enum JSONCoding {
  private static let encoder = makeEncoder { DateText.text(for: $0) }
  private static let exactEncoder = makeEncoder { DateText.preciseText(for: $0) }

  /// An encoder that writes compact text with sorted keys, so that equal values have equal texts.
  ///
  /// A debug build breaks lines, because tests show the text and people read it there.
  private static func makeEncoder(
    _ dateText: @escaping @Sendable (Date) -> String?
  ) -> JSONEncoder {
    let encoder = JSONEncoder()
    #if DEBUG
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    #else
      encoder.outputFormatting = [.sortedKeys]
    #endif
    encoder.dateEncodingStrategy = .custom { date, encoder in
      guard let text = dateText(date) else { throw OutOfRange() }
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
    return encoder
  }

  private static let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard let date = Array(text.utf8).withUnsafeBytes(DateText.date(from:)) else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "A date must have the form yyyy-MM-dd HH:mm:ss.SSS."
        )
      }
      return date
    }
    return decoder
  }()

  private struct OutOfRange: Error {}

  /// Returns the text to bind.
  ///
  /// The error contains no value.
  static func binding<Value: Encodable>(of value: Value) -> QueryBinding {
    do {
      let exact = String(decoding: try exactEncoder.encode(value), as: UTF8.self)
      guard mayHaveMicroseconds(exact) else { return .text(exact) }
      let text = String(decoding: try encoder.encode(value), as: UTF8.self)
      return hasSameBytes(text, exact) ? .text(text) : .dated(text, exact: exact)
    } catch {
      return .invalid(
        QueryBindingError("A value of the type \(Value.self) cannot be encoded as JSON.")
      )
    }
  }

  /// Returns whether a document has a text that ends as a date with microseconds does.
  private static func mayHaveMicroseconds(_ document: String) -> Bool {
    var digits: Int?
    for byte in document.utf8 {
      switch byte {
      case UInt8(ascii: "."): digits = 0
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits = digits.map { $0 + 1 }
      case UInt8(ascii: "\""), UInt8(ascii: " "):
        if digits == 6 { return true }
        digits = nil
      default: digits = nil
      }
    }
    return false
  }

  /// Decodes a value from text.
  static func value<Value: Decodable>(from text: String) throws -> Value {
    do {
      return try decoder.decode(Value.self, from: Data(text.utf8))
    } catch {
      throw QueryDecodingError.other(error)
    }
  }
}
