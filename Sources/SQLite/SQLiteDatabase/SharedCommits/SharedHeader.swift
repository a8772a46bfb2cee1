/// The header of a database's side file.
///
/// It identifies the database and the boot of the system, and contains the last announced commit
/// and the watchers.
struct SharedHeader: Sendable, Equatable {
  /// The database and the boot for which a side file is valid: commits are shared within one boot
  /// only.
  struct Purpose: Sendable, Equatable {
    /// The boot of the system.
    let boot: [UInt8]
    /// The database's file, identified by the system's numbers.
    let device: UInt64
    let inode: UInt64
  }

  /// A commit that is about to be made.
  ///
  /// It is announced under SQLite's write lock, so announcements are serialized.
  struct Announcement: Sendable, Equatable {
    /// The commit's number; 0 before the first one.
    var number: UInt64 = 0
    /// The database object that makes the commit.
    var writer: UInt64 = 0
  }

  /// An object that wants to know of commits until a time on the monotonic system clock.
  struct Watcher: Sendable, Equatable {
    var id: UInt64 = 0
    /// The time in nanoseconds.
    var end: UInt64 = 0
  }

  var purpose: Purpose
  var last = Announcement()
  var watchers = [Watcher](repeating: Watcher(), count: watcherCount)
}

extension SharedHeader {
  /// The number of watchers that are distinguished; additional ones rely on the times of the
  /// others.
  static let watcherCount = 16
  /// The size of the header in bytes.
  static let size = 512
  /// The offset of the announcement.
  static let announcementOffset = 64
  static let announcementSize = SharedPair.size

  /// The largest number of a commit; a file that has reached it is replaced.
  static let largestNumber = UInt64(Int64.max)

  private static let magic = Array("LiveSQL1".utf8)

  /// Returns the offset of a watcher.
  static func watcherOffset(_ index: Int) -> Int { 96 + index * 24 }

  /// The encoded header, for a new file.
  var bytes: [UInt8] {
    var writer = ByteWriter(capacity: Self.size)
    writer.bytes += Self.magic
    writer.bytes += purpose.boot.prefix(16)
    writer.bytes += [UInt8](repeating: 0, count: 24 - writer.bytes.count)
    writer.append(purpose.device)
    writer.append(purpose.inode)
    writer.append(fingerprint(of: writer.bytes))
    writer.bytes += [UInt8](repeating: 0, count: Self.announcementOffset - writer.bytes.count)
    writer.bytes += last.bytes
    for (index, watcher) in watchers.enumerated() {
      let gap = Self.watcherOffset(index) - writer.bytes.count
      writer.bytes += [UInt8](repeating: 0, count: gap) + watcher.bytes
    }
    writer.bytes += [UInt8](repeating: 0, count: Self.size - writer.bytes.count)
    return writer.bytes
  }

  /// Decodes a header; fails for other bytes.
  ///
  /// A watcher that is currently being written counts as empty. An announcement that is being
  /// written makes decoding fail, and readers try again.
  init?(bytes: [UInt8]) {
    guard bytes.count >= Self.size, Array(bytes.prefix(8)) == Self.magic else { return nil }
    var reader = ByteReader(bytes[8...])
    guard let boot = reader.bytes(16), let device = reader.number64(),
      let inode = reader.number64(), reader.number64() == fingerprint(of: bytes.prefix(40)),
      let last = Announcement(bytes: bytes[Self.announcementOffset...]),
      last.number < Self.largestNumber
    else { return nil }
    purpose = Purpose(boot: boot, device: device, inode: inode)
    self.last = last
    watchers = (0..<Self.watcherCount).map {
      Watcher(bytes: bytes[Self.watcherOffset($0)...]) ?? Watcher()
    }
  }

  /// Returns the time until which any object other than a given one wants to know of commits.
  func watchedUntil(by others: UInt64) -> UInt64 {
    watchers.reduce(0) { $1.id == others || $1.id == 0 ? $0 : max($0, $1.end) }
  }

  /// Returns the index for a watcher: its own, or an unused one; `nil` if all are in use.
  func place(for id: UInt64, at time: UInt64) -> Int? {
    watchers.firstIndex { $0.id == id } ?? watchers.firstIndex { $0.end <= time }
  }
}

extension SharedHeader.Announcement {
  var bytes: [UInt8] { pair(number, writer) }

  init?(bytes: some RandomAccessCollection<UInt8>) {
    guard let (number, writer) = unpaired(bytes) else { return nil }
    self.init(number: number, writer: writer)
  }
}

extension SharedHeader.Watcher {
  var bytes: [UInt8] { pair(id, end) }

  init?(bytes: some RandomAccessCollection<UInt8>) {
    guard let (id, end) = unpaired(bytes) else { return nil }
    self.init(id: id, end: end)
  }
}

private func pair(_ first: UInt64, _ second: UInt64) -> [UInt8] {
  withUnsafeBytes(of: SharedPair(first, second)) { Array($0) }
}

private func unpaired(_ bytes: some Collection<UInt8>) -> (UInt64, UInt64)? {
  guard let pair = SharedPair(bytes: bytes), pair.isComplete else { return nil }
  return (pair.first, pair.second)
}
