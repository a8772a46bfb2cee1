import Terminal

/// The lines of an input, one after the other.
///
/// Invalid UTF-8 is an error, since it is impossible to know what was meant.
struct InputLines {
  private let source: any InputSource
  private var waiting: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  private var lineCount = 0

  init(_ source: any InputSource) { self.source = source }

  /// Returns the next line, without its end; `nil` if there is none.
  ///
  /// It blocks until the line has arrived.
  ///
  /// - Throws: ``CommandFailure`` if the input cannot be read.
  mutating func next() throws -> String? {
    var searched = start
    while true {
      if let end = waiting[searched...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return try text(waiting[start..<end])
      }
      searched = waiting.count
      if isAtEnd {
        guard start < waiting.count else { return nil }
        defer { start = waiting.count }
        return try text(waiting[start...])
      }
      let length = searched - start
      try readMore()
      searched = start + length
    }
  }

  private mutating func readMore() throws {
    waiting.removeFirst(start)
    start = 0
    do throws(InputFailure) {
      let bytes = try source.read()
      isAtEnd = bytes.isEmpty
      waiting += bytes
    } catch {
      throw CommandFailure(message: "Standard input cannot be read: \(error.reason).")
    }
    try Task.checkCancellation()
  }

  private mutating func text(_ bytes: ArraySlice<UInt8>) throws -> String {
    lineCount += 1
    var bytes = bytes.last == 0x0D ? bytes.dropLast() : bytes
    if lineCount == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(
        message: "Line \(lineCount) of standard input is not UTF-8. Convert the script to UTF-8."
      )
    }
    return text
  }
}
