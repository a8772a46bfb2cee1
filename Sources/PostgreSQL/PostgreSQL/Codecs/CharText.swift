/// The text of a value of type `"char"`, which is one byte.
///
/// PostgreSQL 16 and later print a byte beyond ASCII as a backslash and three octal digits. Earlier
/// versions print the byte itself, which is not valid UTF-8. The byte 0 is printed as nothing.
///
/// https://www.postgresql.org/docs/current/datatype-character.html
enum CharText {
  /// Returns the text of a byte.
  static func text(of byte: UInt8) -> String {
    if byte == 0 { return "" }
    return byte < 0x80 ? String(Unicode.Scalar(byte)) : "\\" + String(byte, radix: 8)
  }

  /// Returns the byte of a text; `nil` if it is not that of one byte.
  static func byte(of text: String) -> UInt8? {
    let bytes = Array(text.utf8)
    switch bytes.count {
    case 0: return 0
    case 1: return bytes[0]
    case 4 where bytes[0] == UInt8(ascii: "\\"):
      guard bytes.dropFirst().allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "7")).contains) else {
        return nil
      }
      return UInt8(text.dropFirst(), radix: 8)
    default: return nil
    }
  }

  /// Returns a text in which the server has printed bytes as they are.
  ///
  /// - Parameter isArray: Whether it is the text of an array, where backslashes are doubled.
  static func text(printed bytes: some Sequence<UInt8>, isArray: Bool) -> String {
    bytes.map { byte in
      byte < 0x80 ? String(Unicode.Scalar(byte)) : (isArray ? "\\" : "") + text(of: byte)
    }.joined()
  }
}
