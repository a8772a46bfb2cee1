/// The identity of the last commit to a write-ahead log, as the log's index in shared memory tells it.
///
/// SQLite's own page caches trust it: where it is the same, no page has changed.
///
/// https://www.sqlite.org/walformat.html#the_wal_index_file_format
public struct WALState: Sendable, Equatable {
  /// How many commits wrote to the log, roughly: 0 after a recovery.
  public let changeCount: UInt32
  /// The number of frames in the log.
  public let frameCount: UInt32
  /// The checksum of the last frame, which includes those of all frames before it.
  public let checksum: UInt64
  /// Two numbers that differ each time the log begins anew.
  public let salts: UInt64

  /// Makes the identity of a commit.
  public init(changeCount: UInt32, frameCount: UInt32, checksum: UInt64, salts: UInt64) {
    self.changeCount = changeCount
    self.frameCount = frameCount
    self.checksum = checksum
    self.salts = salts
  }

  /// Whether both are of one commit.
  ///
  /// A checkpoint can empty the log after it, which has other salts then.
  public func isSameCommit(as other: WALState) -> Bool {
    guard changeCount == other.changeCount, checksum == other.checksum else { return false }
    return frameCount == other.frameCount && salts == other.salts
      || frameCount == 0 || other.frameCount == 0
  }
}

extension WALState {
  /// The bytes of a header in the index.
  static let headerSize = 48

  /// Reads a header of the index, which is twelve numbers; `nil` where it is not valid.
  init?(header: SIMD16<UInt32>) {
    guard header[3] & UInt32(littleEndian: 0xff) != 0 else { return nil }
    // The checksum of the first 40 bytes, in the processor's own order of bytes.
    var (first, second): (UInt32, UInt32) = (0, 0)
    for index in stride(from: 0, to: 10, by: 2) {
      first &+= header[index] &+ second
      second &+= header[index + 1] &+ first
    }
    guard first == header[10], second == header[11] else { return nil }
    changeCount = header[2]
    frameCount = header[4]
    checksum = UInt64(header[6]) << 32 | UInt64(header[7])
    salts = UInt64(header[8]) << 32 | UInt64(header[9])
  }
}
