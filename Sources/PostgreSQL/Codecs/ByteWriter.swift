/// Bytes that are written one after the other.
struct ByteWriter {
  var bytes: [UInt8] = []

  /// Writes an integer, its highest byte first.
  mutating func append(_ value: some FixedWidthInteger) {
    unsafe withUnsafeBytes(of: value.bigEndian) { bytes in
      unsafe self.bytes.append(contentsOf: bytes)
    }
  }

  /// Writes a text without an end.
  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Writes what a closure writes, after its length in 32 bits.
  ///
  /// - Throws: What the closure throws.
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
