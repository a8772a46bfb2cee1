/// The code of a query: the parts of its SQL, without the values.
///
/// Its hash processes eight bytes at a time, since codes have hundreds of bytes. Only the author of
/// the queries could create collisions, and a collision costs one comparison.
struct StatementCode: Hashable {
  let bytes: [UInt8]
  private let hash: UInt64

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    hash = bytes.withUnsafeBytes { Self.hash($0) }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  static func == (left: Self, right: Self) -> Bool {
    left.hash == right.hash && left.bytes.isSame(as: right.bytes)
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: bytes.count) &* 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset &+ 8 <= bytes.count {
      hash ^= bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      hash = (hash &* 0xFF51_AFD7_ED55_8CCD) ^ (hash &>> 32)
      offset &+= 8
    }
    while offset < bytes.count {
      hash = (hash ^ UInt64(bytes[offset])) &* 0x0000_0100_0000_01B3
      offset &+= 1
    }
    return hash ^ (hash &>> 29)
  }
}

extension [UInt8] {
  /// Returns whether the bytes are equal, comparing eight bytes at a time.
  func isSame(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBytes { left in
      other.withUnsafeBytes { right in
        if left.baseAddress == right.baseAddress { return true }
        var offset = 0
        while offset &+ 8 <= left.count {
          guard
            left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
              == right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          else { return false }
          offset &+= 8
        }
        while offset < left.count {
          guard left[offset] == right[offset] else { return false }
          offset &+= 1
        }
        return true
      }
    }
  }
}
