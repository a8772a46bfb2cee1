/// A buffer to which values are appended in the server's binary representation.
struct ByteWriter {
  var bytes: [UInt8] = []

  /// Appends an integer in big-endian order.
  mutating func append(_ value: some FixedWidthInteger) {
    unsafe withUnsafeBytes(of: value.bigEndian) { bytes in
      unsafe self.bytes.append(contentsOf: bytes)
    }
  }

  /// Appends a text without a terminator.
  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends the bytes that a closure writes, preceded by their length as a 32-bit integer.
  ///
  /// - Throws: Any error that the closure throws.
  mutating func withLength<Failure: Error>(
    _ body: (inout ByteWriter) throws(Failure) -> Void
  ) throws(Failure) {
    let start = bytes.count
    append(Int32(0))
    try body(&self)
    setLength(at: start, Int32(clamping: bytes.count - start - 4))
  }

  private mutating func setLength(at start: Int, _ length: Int32) {
    let value = UInt32(bitPattern: length)
    for offset in 0..<4 {
      bytes[start + offset] = UInt8(truncatingIfNeeded: value >> (24 - 8 * offset))
    }
  }
}
