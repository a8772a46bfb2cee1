/// Bytes that are read one after the other, and never past their end.
///
/// It is valid as long as the bytes.
@safe @usableFromInline
struct ByteReader {
  /// There are fewer bytes than are wanted, or more.
  @usableFromInline struct Malformed: Error {}

  private let all: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { unsafe all = bytes }

  /// The number of bytes that are left.
  var count: Int { unsafe all.count - position }

  /// The next integer, whose highest byte comes first.
  mutating func integer<Value: FixedWidthInteger & BitwiseCopyable>(_ type: Value.Type = Value.self)
    throws(Malformed) -> Value
  {
    let size = Value.bitWidth / 8
    guard count >= size else { throw Malformed() }
    defer { position += size }
    return unsafe Value(bigEndian: all.loadUnaligned(fromByteOffset: position, as: Value.self))
  }

  /// The next bytes.
  mutating func bytes(_ count: Int) throws(Malformed) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= self.count else { throw Malformed() }
    defer { position += count }
    return unsafe UnsafeRawBufferPointer(rebasing: all[position..<position + count])
  }

  /// The next bytes as text in UTF-8.
  ///
  /// - Throws: ``Malformed`` where they are none, as they may be in a database whose encoding is SQL_ASCII.
  mutating func validText(_ count: Int) throws(Malformed) -> String {
    guard let text = unsafe String(validating: try bytes(count), as: UTF8.self) else {
      throw Malformed()
    }
    return text
  }

  /// The next bytes as text; what is no UTF-8 is replaced.
  mutating func text(_ count: Int) throws(Malformed) -> String {
    unsafe String(decoding: try bytes(count), as: UTF8.self)
  }

  /// The text up to the next NUL, which is passed over.
  mutating func terminatedText() throws(Malformed) -> String {
    guard let end = unsafe all[position...].firstIndex(of: 0) else { throw Malformed() }
    defer { position = end + 1 }
    return unsafe String(decoding: all[position..<end], as: UTF8.self)
  }

  /// Throws where bytes are left.
  func end() throws(Malformed) {
    guard count == 0 else { throw Malformed() }
  }
}
