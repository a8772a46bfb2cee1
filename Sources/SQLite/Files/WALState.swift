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

  /// Reads a header of the index; `nil` where it is not valid.
  init?(header: [UInt8]) {
    guard header.count >= Self.headerSize, header[12] != 0 else { return nil }
    func number(_ offset: Int) -> UInt32 {
      unsafe header.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }
    // The checksum of the first 40 bytes, in the processor's own order of bytes.
    var (first, second): (UInt32, UInt32) = (0, 0)
    for offset in stride(from: 0, to: 40, by: 8) {
      first &+= number(offset) &+ second
      second &+= number(offset + 4) &+ first
    }
    guard first == number(40), second == number(44) else { return nil }
    changeCount = number(8)
    frameCount = number(16)
    checksum = UInt64(number(24)) << 32 | UInt64(number(28))
    salts = UInt64(number(32)) << 32 | UInt64(number(36))
  }
}
