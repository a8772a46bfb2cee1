/// How the side file of a database begins: which database and start of the system it is for, which commit was announced
/// last, and who wants to be told of commits.
struct SharedHeader: Sendable, Equatable {
  /// What a side file is for: commits are told within one start of one system only.
  struct Purpose: Sendable, Equatable {
    /// The start of the system.
    let boot: [UInt8]
    /// The database's file, by the numbers that the system gives it.
    let device: UInt64
    let inode: UInt64
  }

  /// A commit that is about to be made.
  ///
  /// It is announced while SQLite's lock to write is had, so that announcements come one after the other.
  struct Announcement: Sendable, Equatable {
    /// Its number; 0 before the first one.
    var number: UInt64 = 0
    /// Who makes it.
    var writer: UInt64 = 0
  }

  /// Who wants to be told of commits, until a time by the system's clock that nobody sets.
  struct Watcher: Sendable, Equatable {
    var id: UInt64 = 0
    /// In nanoseconds.
    var end: UInt64 = 0
  }

  var purpose: Purpose
  var last = Announcement()
  var watchers = [Watcher](repeating: Watcher(), count: watcherCount)
}

extension SharedHeader {
  /// So many are told apart; more only share the time until which somebody wants to be told.
  static let watcherCount = 16
  /// The bytes of the header.
  static let size = 512
  /// Where the announcement stands.
  static let announcementOffset = 64
  static let announcementSize = SharedPair.size

  private static let magic = Array("LiveSQL1".utf8)

  /// Where a watcher stands.
  static func watcherOffset(_ index: Int) -> Int { 96 + index * 24 }

  /// All bytes, for a new file.
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

  /// Reads a header; `nil` where the bytes are not those of one.
  ///
  /// A watcher that is just being written counts as none; so does an announcement, which who reads asks for again.
  init?(bytes: [UInt8]) {
    guard bytes.count >= Self.size, Array(bytes.prefix(8)) == Self.magic else { return nil }
    var reader = ByteReader(bytes[8...])
    guard let boot = reader.bytes(16), let device = reader.number64(),
      let inode = reader.number64(), reader.number64() == fingerprint(of: bytes.prefix(40)),
      let last = Announcement(bytes: bytes[Self.announcementOffset...])
    else { return nil }
    purpose = Purpose(boot: boot, device: device, inode: inode)
    self.last = last
    watchers = (0..<Self.watcherCount).map {
      Watcher(bytes: bytes[Self.watcherOffset($0)...]) ?? Watcher()
    }
  }

  /// Until when somebody else than a database object wants to be told of commits.
  func wantedUntil(by others: UInt64) -> UInt64 {
    watchers.reduce(0) { $1.id == others || $1.id == 0 ? $0 : max($0, $1.end) }
  }

  /// The place for a watcher: its own, or one that is not used any more; `nil` where there is none.
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
  guard let pair = SharedPair(bytes: bytes), pair.isWhole else { return nil }
  return (pair.first, pair.second)
}
