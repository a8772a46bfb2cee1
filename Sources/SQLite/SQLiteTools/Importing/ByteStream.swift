/// A stream of the bytes of an import, with the position of the next byte.
final class ByteStream {
  private let read: () throws -> [UInt8]?
  private var piece: [UInt8] = []
  private var index = 0
  private var isAtEnd = false
  private var countBefore = 0
  /// The line of the next byte, from 1.
  private(set) var line = 1
  /// The column of the next byte, from 1, in characters.
  private(set) var column = 1

  /// Starts reading, and skips a byte order mark.
  ///
  /// - Throws: ``ImportError`` for UTF-16.
  init(_ source: ImportSource) throws {
    read = try source.open()
    try fill()
    if piece.starts(with: [0xff, 0xfe]) || piece.starts(with: [0xfe, 0xff]) {
      throw ImportError("The input is UTF-16. Convert it to UTF-8.", line: 1, column: 1)
    }
    if piece.starts(with: [0xef, 0xbb, 0xbf]) { index = 3 }
  }

  /// The number of bytes that have been consumed.
  var consumedCount: Int { countBefore + index }

  /// Returns the next byte without consuming it.
  func peek() throws -> UInt8? {
    if index == piece.count { try fill() }
    return index < piece.count ? piece[index] : nil
  }

  /// Consumes the next byte.
  func next() throws -> UInt8? {
    guard let byte = try peek() else { return nil }
    index += 1
    if byte == 0x0a {
      line += 1
      column = 1
    } else if byte & 0xc0 != 0x80 {
      column += 1
    }
    return byte
  }

  /// Counts a line that ended without a line feed.
  func endLine() {
    line += 1
    column = 1
  }

  private func fill() throws {
    while index == piece.count, !isAtEnd {
      countBefore += piece.count
      index = 0
      piece = try read() ?? []
      isAtEnd = piece.isEmpty
    }
  }
}
