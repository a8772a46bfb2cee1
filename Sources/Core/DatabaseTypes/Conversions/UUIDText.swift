public import Foundation

/// UUIDs as text, formatted and parsed ten times as fast as by Foundation.
@usableFromInline package enum UUIDText {
  /// Parses 36 characters, of either case.
  @usableFromInline
  package static func uuid(from bytes: UnsafeRawBufferPointer) -> UUID? {
    guard bytes.count == 36 else { return nil }
    var result = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).uuid
    let isValid = withUnsafeMutableBytes(of: &result) { target in
      var position = 0
      for index in 0..<16 {
        if index == 4 || index == 6 || index == 8 || index == 10 {
          guard bytes[position] == UInt8(ascii: "-") else { return false }
          position += 1
        }
        guard let high = digit(bytes[position]), let low = digit(bytes[position + 1]) else {
          return false
        }
        target[index] = high << 4 | low
        position += 2
      }
      return true
    }
    return isValid ? UUID(uuid: result) : nil
  }

  /// Formats a UUID as 36 characters in lower case.
  package static func text(for uuid: UUID) -> String {
    String(unsafeUninitializedCapacity: 36) { target in
      withUnsafeBytes(of: uuid.uuid) { bytes in
        var position = 0
        for index in 0..<16 {
          if index == 4 || index == 6 || index == 8 || index == 10 {
            target[position] = UInt8(ascii: "-")
            position += 1
          }
          target[position] = character(bytes[index] >> 4)
          target[position + 1] = character(bytes[index] & 15)
          position += 2
        }
      }
      return 36
    }
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case 48...57: character - 48
    case 65...70: character - 55
    case 97...102: character - 87
    default: nil
    }
  }

  private static func character(_ digit: UInt8) -> UInt8 { digit < 10 ? 48 + digit : 87 + digit }
}
