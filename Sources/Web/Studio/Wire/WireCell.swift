import DatabaseTypes
import Foundation
import WebServer

/// A value in the messages between the page and the server.
///
/// Integers are sent as texts, because scripts round from 2^53 on. A text is a string, NULL is
/// `null`, and any other value is an array that begins with a letter: `["i","42"]`, `["r","1.5"]`,
/// `["b",12345,"89504e"]`.
struct WireCell: Sendable, Hashable {
  /// The value; the bytes of a text that is not valid UTF-8.
  var value: DatabaseValue
  /// Whether the value is a text that is not valid UTF-8, so that it is no Swift string.
  var isInvalidText = false

  init(_ value: DatabaseValue, isInvalidText: Bool = false) {
    self.value = value
    self.isInvalidText = isInvalidText
  }

  /// The size to which values in lists are cut.
  private static let maxBytes = 64
  private static let maxCharacters = 500

  /// The JSON of the value.
  ///
  /// - Parameter isWhole: Whether long values are sent whole, as keys are.
  func json(isWhole: Bool = false) -> String {
    guard isInvalidText, case .blob(let bytes) = value else {
      return Self.json(value, isWhole: isWhole)
    }
    return Self.json(invalidText: bytes, isWhole: isWhole)
  }

  /// The JSON of a value.
  ///
  /// - Parameter isWhole: Whether long values are sent whole, as keys are.
  static func json(_ value: DatabaseValue, isWhole: Bool = false) -> String {
    switch value {
    case .null: "null"
    case .integer(let integer): "[\"i\",\"\(integer)\"]"
    case .real(let real): "[\"r\",\"\(text(of: real))\"]"
    case .text(let text): json(text, isWhole: isWhole)
    case .blob(let bytes):
      "[\"b\",\(bytes.count),\"\(hex(isWhole ? bytes[...] : bytes.prefix(maxBytes)))\"]"
    }
  }

  private static func json(_ text: String, isWhole: Bool) -> String {
    let utf8 = text.utf8
    if utf8.contains(0) { return json(invalidText: Array(utf8), isWhole: isWhole) }
    // A text has at most as many characters as bytes.
    if isWhole || utf8.count <= maxCharacters { return JSONText.string(text) }
    let count = text.unicodeScalars.count
    if count <= maxCharacters { return JSONText.string(text) }
    let beginning = String(String.UnicodeScalarView(text.unicodeScalars.prefix(maxCharacters)))
    return "[\"t\",\(count),\(JSONText.string(beginning))]"
  }

  private static func json(invalidText bytes: [UInt8], isWhole: Bool) -> String {
    "[\"x\",\(bytes.count),\"\(hex(isWhole ? bytes[...] : bytes.prefix(maxBytes)))\"]"
  }

  /// A number with a decimal point, as in SQL; JSON has no infinity.
  private static func text(of real: Double) -> String {
    if real.isInfinite { return real < 0 ? "-Infinity" : "Infinity" }
    return real.isNaN ? "NaN" : "\(real)"
  }

  static func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.reduce(into: "") { text, byte in
      if byte < 16 { text += "0" }
      text += String(byte, radix: 16)
    }
  }

  /// The bytes of hexadecimal digits; `nil` for anything else.
  static func bytes(hex: String) -> [UInt8]? {
    let digits = Array(hex.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[index..<(index + 2)], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16), pair.first != "+", pair.first != "-" else {
        return nil
      }
      bytes.append(byte)
    }
    return bytes
  }
}

extension WireCell: Decodable {
  /// Reads a whole value that the page sends; a cut value is refused.
  init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer() {
      if container.decodeNil() {
        self.init(.null)
        return
      }
      if let text = try? container.decode(String.self) {
        self.init(.text(text))
        return
      }
    }
    var container = try decoder.unkeyedContainer()
    guard let cell = try Self.cell(&container), container.isAtEnd else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "It is not a value.")
    }
    self = cell
  }

  private static func cell(_ container: inout any UnkeyedDecodingContainer) throws -> WireCell? {
    switch try container.decode(String.self) {
    case "i": return Int64(try container.decode(String.self)).map { WireCell(.integer($0)) }
    case "r": return real(try container.decode(String.self)).map { WireCell(.real($0)) }
    case "b": return try bytes(&container).map { WireCell(.blob($0)) }
    case "x": return try bytes(&container).map(WireCell.init(textOf:))
    default: return nil
    }
  }

  /// A text from bytes that may not be valid UTF-8.
  private init(textOf bytes: [UInt8]) {
    if let text = String(validating: bytes, as: UTF8.self) {
      self.init(.text(text))
    } else {
      self.init(.blob(bytes), isInvalidText: true)
    }
  }

  /// A whole blob: the number of bytes and the digits must agree.
  private static func bytes(_ container: inout any UnkeyedDecodingContainer) throws -> [UInt8]? {
    let count = try container.decode(Int.self)
    let bytes = bytes(hex: try container.decode(String.self))
    return bytes?.count == count ? bytes : nil
  }

  /// A number with a decimal point, as in SQL; a decimal comma is refused.
  private static func real(_ text: String) -> Double? {
    switch text {
    case "Infinity": .infinity
    case "-Infinity": -.infinity
    case "NaN": .nan
    default: text.contains { $0.isLetter && $0 != "e" && $0 != "E" } ? nil : Double(text)
    }
  }
}

extension WireCell {
  /// The value as a statement's argument: a text that is not valid UTF-8 is bound as its bytes.
  var placeholder: String { isInvalidText ? "CAST(? AS TEXT)" : "?" }

  /// The value as an SQL literal.
  var literal: String {
    isInvalidText ? "CAST(\(value.sqlLiteral) AS TEXT)" : value.sqlLiteral
  }
}

extension [WireCell] {
  /// The JSON of the whole values of a key.
  var keyJSON: String { "[" + map { $0.json(isWhole: true) }.joined(separator: ",") + "]" }

  /// The JSON of the values of a row, cut as a grid shows them.
  var rowJSON: String { "[" + map { $0.json() }.joined(separator: ",") + "]" }
}
