/// The identity of the last commit to a database, as the log's index in shared memory tells it, or the file's header.
///
/// SQLite's own page caches trust it: where it is the same, no page has changed.
///
/// https://www.sqlite.org/walformat.html#the_wal_index_file_format
/// https://www.sqlite.org/fileformat.html#file_change_counter
public struct CommitState: Sendable, Equatable {
  /// Where commits are written.
  public enum Journal: UInt8, Sendable {
    /// To a log beside the database.
    case writeAhead
    /// To the database itself.
    case rollback
  }

  /// Where commits are written.
  public let journal: Journal
  /// How many commits wrote to the log, roughly, 0 after a recovery; without a log, how many wrote to the file.
  public let changeCount: UInt32
  /// The number of frames in the log; without a log, of pages in the file.
  public let frameCount: UInt32
  /// The checksum of the last frame, which includes those of all frames before it; without a log, the first free page and the
  /// number of free pages.
  public let checksum: UInt64
  /// Two numbers that differ each time the log begins anew; 0 without a log.
  public let salts: UInt64

  /// Makes the identity of a commit.
  public init(
    journal: Journal = .writeAhead,
    changeCount: UInt32,
    frameCount: UInt32,
    checksum: UInt64,
    salts: UInt64
  ) {
    self.journal = journal
    self.changeCount = changeCount
    self.frameCount = frameCount
    self.checksum = checksum
    self.salts = salts
  }

  /// Whether both are of one commit.
  ///
  /// A checkpoint can empty the log after it, which has other salts then.
  public func isSameCommit(as other: CommitState) -> Bool {
    guard journal == other.journal, changeCount == other.changeCount, checksum == other.checksum
    else { return false }
    if frameCount == other.frameCount, salts == other.salts { return true }
    return journal == .writeAhead && (frameCount == 0 || other.frameCount == 0)
  }
}

extension CommitState {
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
    journal = .writeAhead
    changeCount = header[2]
    frameCount = header[4]
    checksum = UInt64(header[6]) << 32 | UInt64(header[7])
    salts = UInt64(header[8]) << 32 | UInt64(header[9])
  }
}
