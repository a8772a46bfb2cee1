/// The files of a folder, and the states in which a power loss might leave them.
///
/// What was written since a file was last synced may be on the disk or not, sector by sector and in
/// any order; a sector that was written several times may have any of its versions. A file that
/// grew may contain anything where its writes are missing. Names behave the same way: until the
/// folder is synced, the name of a created or deleted file may exist or not.
///
/// It does no I/O.
package struct UnsyncedDisk: Sendable {
  /// The part of the unsynced changes that reaches the disk.
  package enum PersistedPart: Sendable, Hashable {
    case nothing
    case everything
    /// A part of the changes, chosen by a seed.
    case some(UInt64)
  }

  /// The number of bytes that are written together or not at all.
  package static let sectorSize = 512

  fileprivate enum Change {
    case write(offset: Int, [UInt8])
    case truncate(size: Int)
  }

  fileprivate enum Naming {
    case link(String, Int)
    case unlink(String)
  }

  fileprivate struct File {
    var synced: [UInt8] = []
    var unsynced: [Change] = []
  }

  /// The files by their own numbers, since successive files can have the same name.
  private var files: [Int: File] = [:]
  private var names: [String: Int] = [:]
  private var syncedNames: [String: Int] = [:]
  private var unsyncedNames: [Naming] = []
  /// Files whose first sync also syncs the folder.
  private var newJournals: Set<String> = []

  /// Creates a folder with files that are synced.
  package init(_ contents: [String: [UInt8]] = [:]) {
    for (path, content) in contents.sorted(by: { $0.key < $1.key }) {
      files[files.count] = File(synced: content)
      names[path] = files.count - 1
    }
    syncedNames = names
  }

  /// The number of changes that are not synced.
  package var unsyncedCount: Int {
    files.values.reduce(unsyncedNames.count) { $0 + $1.unsynced.count }
  }
}

extension UnsyncedDisk {
  /// Applies an event to the files.
  package mutating func apply(_ event: DiskEvent) {
    switch event {
    case .open(let path, let syncsName):
      guard names[path] == nil else { return }
      let id = files.count
      files[id] = File()
      names[path] = id
      unsyncedNames.append(.link(path, id))
      if syncsName { newJournals.insert(path) }
    case .write(let path, let offset, let bytes): add(.write(offset: offset, bytes), to: path)
    case .truncate(let path, let size): add(.truncate(size: size), to: path)
    case .sync(let path): sync(path)
    case .delete(let path, let isSynced):
      names[path] = nil
      newJournals.remove(path)
      unsyncedNames.append(.unlink(path))
      if isSynced { syncNames() }
    }
  }

  private mutating func add(_ change: Change, to path: String) {
    guard let id = names[path] else { return }
    files[id]?.unsynced.append(change)
  }

  private mutating func sync(_ path: String) {
    guard let id = names[path], let file = files[id] else { return }
    var content = file.synced
    for change in file.unsynced { content.apply(change) }
    files[id] = File(synced: content)
    if newJournals.remove(path) != nil { syncNames() }
  }

  private mutating func syncNames() {
    syncedNames = names
    unsyncedNames = []
  }
}

// MARK: - Power failures

extension UnsyncedDisk {
  /// Returns the files as they are found when the power is back.
  package func afterPowerLoss(_ landing: PersistedPart) -> [String: [UInt8]] {
    switch landing {
    case .nothing: syncedNames.compactMapValues { files[$0]?.synced }
    case .everything:
      names.compactMapValues { id in
        files[id].map { file in
          var content = file.synced
          for change in file.unsynced { content.apply(change) }
          return content
        }
      }
    case .some(let seed): partiallyPersisted(seed)
    }
  }

  private func partiallyPersisted(_ seed: UInt64) -> [String: [UInt8]] {
    var random = SeededGenerator(seed: seed)
    var found = syncedNames
    let odds = [15, 50, 85].randomElement(using: &random) ?? 50
    // Most file systems keep the order of names, but some do not.
    let end = Int.random(in: 0...unsyncedNames.count, using: &random)
    let isInOrder = Bool.random(using: &random)
    for (index, naming) in unsyncedNames.enumerated() {
      guard isInOrder ? index < end : random.isHit(odds) else { continue }
      switch naming {
      case .link(let path, let id): found[path] = id
      case .unlink(let path): found[path] = nil
      }
    }
    var contents: [String: [UInt8]] = [:]
    for (path, id) in found.sorted(by: { $0.key < $1.key }) {
      if let file = files[id] { contents[path] = file.partiallyPersisted(&random) }
    }
    return contents
  }
}

extension UnsyncedDisk.File {
  fileprivate func partiallyPersisted(_ random: inout SeededGenerator) -> [UInt8] {
    var content = synced
    let odds = [0, 15, 50, 85, 100].randomElement(using: &random) ?? 50
    for change in unsynced {
      guard case .write(let offset, let bytes) = change else {
        if random.isHit(odds) { content.apply(change) }
        continue
      }
      // A file may have grown by a write whose bytes did not reach the disk.
      if offset + bytes.count > content.count, random.isHit(50) {
        content.grow(to: offset + bytes.count) { UInt8.random(in: 0...255, using: &random) }
      }
      for sector in UnsyncedDisk.sectors(of: bytes, at: offset) where random.isHit(odds) {
        content.apply(sector)
      }
    }
    return content
  }
}

extension UnsyncedDisk {
  /// Splits a write at the boundaries of sectors.
  fileprivate static func sectors(of bytes: [UInt8], at offset: Int) -> [Change] {
    var sectors: [Change] = []
    var start = 0
    while start < bytes.count {
      let end = min((offset + start) / sectorSize * sectorSize + sectorSize - offset, bytes.count)
      sectors.append(.write(offset: offset + start, Array(bytes[start..<end])))
      start = end
    }
    return sectors
  }
}

extension [UInt8] {
  fileprivate mutating func apply(_ change: UnsyncedDisk.Change) {
    switch change {
    case .write(let offset, let bytes):
      grow(to: offset + bytes.count) { 0 }
      replaceSubrange(offset..<offset + bytes.count, with: bytes)
    case .truncate(let size):
      if size < count { removeLast(count - size) } else { grow(to: size) { 0 } }
    }
  }

  fileprivate mutating func grow(to size: Int, _ byte: () -> UInt8) {
    while count < size { append(byte()) }
  }
}

extension SeededGenerator {
  fileprivate mutating func isHit(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < percent
  }
}
