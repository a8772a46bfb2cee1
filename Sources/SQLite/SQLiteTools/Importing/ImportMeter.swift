/// A meter that reports the progress of an import, each time enough bytes have been read.
struct ImportMeter {
  private let stream: ByteStream
  private let totalByteCount: Int?
  private let progress: (ImportProgress) throws -> Void
  private var reportedByteCount = 0
  /// The number of rows or statements so far.
  private(set) var count = 0

  private static let step = 1 << 16

  init(
    _ stream: ByteStream,
    _ totalByteCount: Int?,
    _ progress: @escaping (ImportProgress) throws -> Void
  ) {
    self.stream = stream
    self.totalByteCount = totalByteCount
    self.progress = progress
  }

  /// Counts a row or a statement.
  mutating func didFinishOne() throws {
    count += 1
    if stream.consumedCount - reportedByteCount >= Self.step { try report() }
  }

  /// Reports the end of the import.
  mutating func end() throws { try report() }

  private mutating func report() throws {
    reportedByteCount = stream.consumedCount
    try progress(
      ImportProgress(
        completedByteCount: reportedByteCount,
        totalByteCount: totalByteCount,
        count: count
      )
    )
  }
}
