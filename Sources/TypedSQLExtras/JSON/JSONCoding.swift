import DatabaseTypes
import Foundation
import TypedSQL

/// The conversion of values to JSON and back.
///
/// Dates are written as columns store them, so that SQL can compare the two.
enum JSONCoding {
  /// An encoder that writes compact text with sorted keys, so that equal values have equal texts.
  ///
  /// A debug build breaks lines, because tests show the text and people read it there.
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    #if DEBUG
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    #else
      encoder.outputFormatting = [.sortedKeys]
    #endif
    encoder.dateEncodingStrategy = .custom { date, encoder in
      guard let text = DateText.text(for: date) else { throw OutOfRange() }
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
    return encoder
  }()

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
      return .text(String(decoding: try encoder.encode(value), as: UTF8.self))
    } catch {
      return .invalid(
        QueryBindingError("A value of the type \(Value.self) cannot be encoded as JSON.")
      )
    }
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
