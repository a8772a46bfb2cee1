public import CSQLite

extension String {
  /// Makes a string of bytes; `nil` where they are not valid UTF-8.
  ///
  /// `String(validating:as:)` does alike, at five times the time: Swift 6.3 does not specialize it. Here invalid
  /// bytes are found since decoding replaces them.
  @inlinable
  init?(validUTF8 bytes: UnsafeBufferPointer<UInt8>) {
    var text = unsafe String(decoding: bytes, as: UTF8.self)
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
}
