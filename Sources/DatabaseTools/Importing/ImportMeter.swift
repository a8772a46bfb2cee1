/// Tells the progress of an import, as often as there is something to see.
struct ImportMeter {
  private let stream: ByteStream
  private let totalByteCount: Int?
  private let progress: (ImportProgress) throws -> Void
  private var toldByteCount = 0
  /// What was done so far.
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
    if stream.consumedCount - toldByteCount >= Self.step { try tell() }
  }

  /// Tells the end.
  mutating func end() throws { try tell() }

  private mutating func tell() throws {
    toldByteCount = stream.consumedCount
    try progress(
      ImportProgress(
        completedByteCount: toldByteCount,
        totalByteCount: totalByteCount,
        count: count
      )
    )
  }
}
