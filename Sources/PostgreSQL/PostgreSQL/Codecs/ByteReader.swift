/// A cursor over bytes, which never reads past their end.
///
/// It is valid as long as the bytes are.
@safe @usableFromInline
struct ByteReader {
  /// An error for bytes that are too few or too many.
  @usableFromInline struct Malformed: Error {}

  private let all: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { unsafe all = bytes }

  /// The number of bytes that have not been read.
  var count: Int { unsafe all.count - position }

  /// Reads the next integer, in big-endian order.
  mutating func integer<Value: FixedWidthInteger & BitwiseCopyable>(_ type: Value.Type = Value.self)
    throws(Malformed) -> Value
  {
    let size = Value.bitWidth / 8
    guard count >= size else { throw Malformed() }
    defer { position += size }
    return unsafe Value(bigEndian: all.loadUnaligned(fromByteOffset: position, as: Value.self))
  }

  /// Reads the next bytes.
  mutating func bytes(_ count: Int) throws(Malformed) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= self.count else { throw Malformed() }
    defer { position += count }
    return unsafe UnsafeRawBufferPointer(rebasing: all[position..<position + count])
  }

  /// Reads the next bytes as UTF-8 text.
  ///
  /// - Throws: ``Malformed`` if they are not valid UTF-8, which can happen in a database whose
  ///   encoding is SQL_ASCII.
  mutating func validText(_ count: Int) throws(Malformed) -> String {
    guard let text = unsafe String(validating: try bytes(count), as: UTF8.self) else {
      throw Malformed()
    }
    return text
  }

  /// Reads the next bytes as text, and replaces invalid UTF-8.
  mutating func text(_ count: Int) throws(Malformed) -> String {
    unsafe String(decoding: try bytes(count), as: UTF8.self)
  }

  /// Reads the text up to the next NUL, and skips the NUL.
  mutating func terminatedText() throws(Malformed) -> String {
    guard let end = unsafe all[position...].firstIndex(of: 0) else { throw Malformed() }
    defer { position = end + 1 }
    return unsafe String(decoding: all[position..<end], as: UTF8.self)
  }

  /// Throws if there are unread bytes.
  func end() throws(Malformed) {
    guard count == 0 else { throw Malformed() }
  }
}
