import Foundation
import LiveSQLTestSupport
import SQLite
import Synchronization
import Testing

@testable import SQLiteDatabase

/// Side files that another user may have made, or has filled with numbers.
@Suite(.mayBlock, .timeLimit(.hang)) struct SideFileTests {
  private let scratch: ScratchDirectory
  private let connection: Connection
  private var path: String { scratch.path(of: "shared.db") }
  private var side: String { path + "-live1" }

  init() throws {
    scratch = try ScratchDirectory()
    let path = scratch.path(of: "shared.db")
    connection = try Connection(path: path, flags: [.readWrite, .create])
    try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a)")
    #expect(chmod(path, 0o640) == 0)
  }

  /// A user who is neither the database's owner nor the administrator.
  private static let stranger: UInt32 = 12345

  /// Returns an object that has just opened the database.
  private func opened(
    _ warnings: WarningList? = nil,
    user: UInt32 = SharedFile.user
  ) -> SharedCommits {
    let shared = SharedCommits(user: user)
    shared.enable(path: path) { warnings?.add($0) }
    return shared
  }

  @Test func `a file of the database's owner with its mode, or a narrower one, is used`() throws {
    #expect(opened().watch(connection) != nil)
    let attributes = try FileManager.default.attributesOfItem(atPath: side)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    for mode: mode_t in [0o640, 0o600, 0o750] {
      #expect(chmod(side, mode) == 0)
      let other = opened()
      #expect(other.hasWatchers())
      #expect(other.announce() != nil)
    }
  }

  /// Returns the system's number of the side file.
  private func fileNumber() throws -> String {
    let number = try FileManager.default.attributesOfItem(atPath: side)[.systemFileNumber]
    return String(describing: try #require(number))
  }

  @Test(arguments: [0o644, 0o660, 0o666] as [mode_t])
  func `the owner replaces a file of its own with a wider mode as soon as it observes`(
    mode: mode_t
  ) throws {
    #expect(opened().watch(connection) != nil)
    #expect(chmod(side, mode) == 0)
    let before = try fileNumber()
    let warnings = WarningList()
    let owner = opened(warnings)
    #expect(!owner.hasWatchers())
    #expect(owner.announce() == nil)
    #expect(try fileNumber() == before)
    #expect(owner.watch(connection) != nil)
    #expect(try fileNumber() != before)
    let attributes = try FileManager.default.attributesOfItem(atPath: side)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    let writer = opened(warnings)
    #expect(writer.hasWatchers())
    #expect(writer.announce()?.number == 1)
    #expect(warnings.all == [])
  }

  @Test func `another user makes no file, uses the owner's, and logs once what that means`() {
    let warnings = WarningList()
    let other = opened(warnings, user: Self.stranger)
    #expect(!other.hasWatchers())
    #expect(warnings.all == [])
    #expect(other.watch(connection) != nil)
    #expect(other.watch(connection) != nil)
    #expect(other.isFollowing)
    #expect(!FileManager.default.fileExists(atPath: side))
    #expect(warnings.all.count == 1)
    for part in [side, "database's owner", "are still noticed", "run again"] {
      #expect(warnings.all.allSatisfy { $0.contains(part) })
    }
    #expect(opened().watch(connection) != nil)
    let later = opened(warnings, user: Self.stranger)
    #expect(later.hasWatchers())
    #expect(later.announce()?.number == 1)
    #expect(warnings.all.count == 1)
  }

  @Test func `another user does not replace an outdated file`() throws {
    #expect(FileManager.default.createFile(atPath: side, contents: Data(repeating: 1, count: 600)))
    #expect(chmod(side, 0o640) == 0)
    let before = try fileNumber()
    let warnings = WarningList()
    #expect(opened(warnings, user: Self.stranger).watch(connection) != nil)
    #expect(try fileNumber() == before)
    #expect(warnings.all.count == 1)
    #expect(opened(warnings).watch(connection) != nil)
    #expect(try fileNumber() != before)
    #expect(warnings.all.count == 1)
  }

  /// A file that is not trusted.
  enum Intruder: CaseIterable {
    case readable, writable, otherOwner, otherGroup, link, hardLink, folder

    /// Whether the owner may replace it.
    var isOwn: Bool { [.readable, .writable, .otherGroup].contains(self) }

    var isGivenAway: Bool { self == .otherOwner || self == .otherGroup }
  }

  @Test(arguments: Intruder.allCases.filter { !$0.isGivenAway })
  func `any other file is refused, left alone, and named once in the log`(intruder: Intruder) throws
  {
    try expectRefusal(intruder)
  }

  @Test(
    .enabled(if: geteuid() == 0, "only the administrator can give files away"),
    arguments: Intruder.allCases.filter(\.isGivenAway)
  )
  func `a file of someone else is refused, too`(intruder: Intruder) throws {
    try expectRefusal(intruder)
  }

  private func expectRefusal(_ intruder: Intruder) throws {
    #expect(opened().watch(connection) != nil)
    let files = FileManager.default
    let target = scratch.path(of: "target")
    switch intruder {
    case .readable: #expect(chmod(side, 0o644) == 0)
    case .writable: #expect(chmod(side, 0o660) == 0)
    case .otherOwner: #expect(chown(side, 12345, getegid()) == 0)
    case .otherGroup: #expect(chown(side, geteuid(), 12345) == 0)
    case .link:
      try files.moveItem(atPath: side, toPath: target)
      try files.createSymbolicLink(atPath: side, withDestinationPath: target)
    case .hardLink: try files.linkItem(atPath: side, toPath: target)
    case .folder:
      try files.removeItem(atPath: side)
      try files.createDirectory(atPath: side, withIntermediateDirectories: false)
    }
    let before = try fileNumber()
    let bytes = files.contents(atPath: side)
    let warnings = WarningList()
    let other = opened(warnings, user: intruder.isOwn ? Self.stranger : SharedFile.user)
    #expect(!other.hasWatchers())
    #expect(other.watch(connection) != nil)
    #expect(other.watch(connection) != nil)
    #expect(other.announce() == nil)
    #expect(try fileNumber() == before)
    #expect(files.contents(atPath: side) == bytes)
    #expect(warnings.all.count == 1)
    #expect(warnings.all.allSatisfy { $0.contains(side) })
  }

  @Test func `a file that becomes readable for others is not written any longer`() throws {
    let shared = opened()
    #expect(shared.watch(connection) != nil)
    #expect(shared.announce() != nil)
    let handle = FileHandle(forReadingAtPath: side)
    #expect(chmod(side, 0o644) == 0)
    let before = try handle?.readToEnd()
    #expect(shared.watch(connection) != nil)
    #expect(shared.announce()?.number == 1)
    try handle?.seek(toOffset: 0)
    #expect(try handle?.readToEnd() == before)
    try handle?.close()
  }

  @Test(arguments: [.max, .max - 1, 1 << 63, (1 << 63) - 1] as [UInt64])
  func `an announcement of a number without a next one ends nothing`(number: UInt64) throws {
    let writer = opened()
    #expect(opened().watch(connection) != nil)
    #expect(writer.hasWatchers())
    #expect(writer.announce()?.number == 1)
    let file = try #require(FileHandle(forWritingAtPath: side))
    try file.seek(toOffset: UInt64(SharedHeader.announcementOffset))
    try file.write(contentsOf: SharedHeader.Announcement(number: number, writer: 1).bytes)
    try file.close()
    #expect(writer.announce() == nil)
    #expect(writer.announce() == nil)
    // A watcher makes the file anew.
    #expect(opened().watch(connection) != nil)
    let next = opened()
    #expect(next.hasWatchers())
    #expect(next.announce()?.number == 1)
  }

  @Test(arguments: [0, .max, .max - 1, 1 << 63] as [UInt64])
  func `a commit with a number that nobody announces is refused`(number: UInt64) {
    let state = CommitState(changeCount: 7, frameCount: 9, checksum: 3, salts: 4)
    let commit = SharedCommit(
      number: number,
      writer: 1,
      before: state,
      after: state,
      content: .anything
    )
    #expect(SharedCommit(bytes: commit.bytes) == nil)
  }

  @Test func `links are followed up to the last number there is`() {
    let state = CommitState(changeCount: 7, frameCount: 9, checksum: 3, salts: 4)
    let other = CommitState(changeCount: 8, frameCount: 10, checksum: 4, salts: 4)
    var chain = CommitChain()
    chain.jump(to: state, last: .max)
    #expect(chain.follow(to: other, last: .max) { _ in .overwritten } == .broken)
    chain.jump(to: state, last: .max - 1)
    #expect(chain.follow(to: other, last: .max) { _ in .announced } == .undecided)
  }
}

/// The warnings in a log.
private final class WarningList: Sendable {
  private let warnings = Mutex<[String]>([])

  var all: [String] { warnings.withLock { $0 } }

  func add(_ warning: String) { warnings.withLock { $0.append(warning) } }
}
