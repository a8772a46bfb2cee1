/// Text on its way to whoever takes a dump, gathered into pieces that are large enough to be cheap.
struct DumpOutput {
  /// What is not handed over yet.
  var bytes: [UInt8] = []
  private var flushedCount = 0
  private let write: ([UInt8]) throws -> Void

  private static let pieceSize = 1 << 16

  init(_ write: @escaping ([UInt8]) throws -> Void) { self.write = write }

  /// The bytes that were added so far.
  var writtenCount: Int { flushedCount + bytes.count }

  /// Adds text.
  mutating func append(_ text: String) { bytes += text.utf8 }

  /// Adds a statement of a schema, whose text may end in a comment.
  mutating func append(statement: String) {
    let lastLine = statement.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    append(statement + (lastLine.contains("--") ? "\n;\n" : ";\n"))
  }

  /// Hands over what is there, where it is enough or all.
  mutating func flush(all: Bool = false) throws {
    guard all ? !bytes.isEmpty : bytes.count >= Self.pieceSize else { return }
    try write(bytes)
    flushedCount += bytes.count
    bytes.removeAll(keepingCapacity: true)
  }
}
