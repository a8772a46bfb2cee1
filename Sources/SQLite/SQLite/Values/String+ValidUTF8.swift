public import CSQLite

extension String {
  /// Creates a string from bytes, or returns `nil` if they are not valid UTF-8.
  ///
  /// `String(validating:as:)` does the same, but takes five times as long because Swift 6.3 does
  /// not specialize it. Decoding replaces invalid bytes, so comparing the result with the input
  /// detects them.
  @inlinable
  init?(validUTF8 bytes: UnsafeBufferPointer<UInt8>) {
    var text = unsafe String(decoding: bytes, as: UTF8.self)
    // Most texts are ASCII, in which nothing is replaced.
    if unsafe String.isASCII(UnsafeRawBufferPointer(bytes)) {
      self = text
      return
    }
    let isSame = text.withUTF8 { decoded in
      guard decoded.count == bytes.count else { return false }
      guard let left = decoded.baseAddress, let right = bytes.baseAddress else {
        return true
      }
      return unsafe livesql_is_same(left, right, bytes.count) != 0
    }
    guard isSame else { return nil }
    self = text
  }

  /// Returns whether all bytes are ASCII, checking eight bytes at a time.
  @inlinable @inline(__always)
  static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let count = bytes.count
    var all: UInt64 = 0
    var offset = 0
    while offset &+ 8 <= count {
      all |= unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset &+= 8
    }
    if offset < count, count >= 8 {
      all |= unsafe bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    } else {
      while offset < count {
        all |= UInt64(unsafe bytes[offset])
        offset &+= 1
      }
    }
    return all & 0x8080_8080_8080_8080 == 0
  }
}
