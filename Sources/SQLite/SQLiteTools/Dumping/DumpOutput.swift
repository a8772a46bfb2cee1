/// A buffer that collects the text of a dump into pieces that are large enough to be cheap.
struct DumpOutput {
  /// The bytes that have not been passed on yet.
  var bytes: [UInt8] = []
  private var flushedCount = 0
  private let write: ([UInt8]) throws -> Void

  private static let pieceSize = 1 << 16

  init(_ write: @escaping ([UInt8]) throws -> Void) { self.write = write }

  /// The number of bytes that have been added so far.
  var writtenCount: Int { flushedCount + bytes.count }

  /// Adds text.
  mutating func append(_ text: String) { bytes += text.utf8 }

  /// Adds a statement of the schema, whose text may end with a comment.
  mutating func append(statement: String) {
    append(endedDefinition(statement) + "\n")
  }

  /// Passes on the bytes if they are enough for a piece, or if all are to be flushed.
  mutating func flush(all: Bool = false) throws {
    guard all ? !bytes.isEmpty : bytes.count >= Self.pieceSize else { return }
    try write(bytes)
    flushedCount += bytes.count
    bytes.removeAll(keepingCapacity: true)
  }
}
