/// The identity of the last commit to a database.
///
/// It is read from the index of the write-ahead log in shared memory, or from the file's header.
/// SQLite's own page caches rely on it: as long as it is the same, no page has changed.
///
/// https://www.sqlite.org/walformat.html#the_wal_index_file_format
/// https://www.sqlite.org/fileformat.html#file_change_counter
public struct CommitState: Sendable, Equatable {
  /// The destination of commits.
  public enum Journal: UInt8, Sendable {
    /// Commits are written to a write-ahead log beside the database.
    case writeAhead
    /// Commits are written to the database file itself.
    case rollback
  }

  /// The destination of commits.
  public let journal: Journal
  /// The approximate number of commits to the log, 0 after a recovery.
  ///
  /// Without a log, it is the number of commits to the file.
  public let changeCount: UInt32
  /// The number of frames in the log; without a log, the number of pages in the file.
  public let frameCount: UInt32
  /// The checksum of the last frame, which covers all frames before it.
  ///
  /// Without a log, it is the first free page and the number of free pages.
  public let checksum: UInt64
  /// Two numbers that change each time the log is restarted; 0 without a log.
  public let salts: UInt64

  /// Creates the identity of a commit.
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

  /// Returns whether both states identify the same commit.
  ///
  /// A checkpoint can empty the log after the commit; the salts then differ.
  public func isSameCommit(as other: CommitState) -> Bool {
    guard journal == other.journal, changeCount == other.changeCount, checksum == other.checksum
    else { return false }
    if frameCount == other.frameCount, salts == other.salts { return true }
    return journal == .writeAhead && (frameCount == 0 || other.frameCount == 0)
  }
}

extension CommitState {
  /// The size of a header in the index, in bytes.
  static let headerSize = 48

  /// Reads a header of the index, which is twelve numbers; returns `nil` if it is not valid.
  init?(header: SIMD16<UInt32>) {
    guard header[3] & UInt32(littleEndian: 0xff) != 0 else { return nil }
    // The checksum covers the first 40 bytes, in the processor's byte order.
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
