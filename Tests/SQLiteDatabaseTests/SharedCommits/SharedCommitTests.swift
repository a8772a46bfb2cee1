import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import Testing

@testable import SQLiteDatabase

/// Tests of the bytes in which a process reports a commit to others.
@Suite struct SharedCommitTests {
  private static let before = CommitState(changeCount: 7, frameCount: 9, checksum: 3, salts: 4)
  private static let after = CommitState(changeCount: 8, frameCount: 11, checksum: 5, salts: 4)

  private static func commit(_ content: SharedCommit.Content) -> SharedCommit {
    SharedCommit(number: 12, writer: .max, before: before, after: after, content: content)
  }

  private static func rows(_ keys: [RowKey]) -> ChangeSet.TableChanges {
    .rows(keys.map { Change(key: $0, old: .unknown, new: .unknown) })
  }

  private static let contents: [SharedCommit.Content] = [
    .void, .anything, .tables([:]), .tables(["t": .anyRow]), .tables(["t": .rows([])]),
    .tables(["t": rows([.rowID(1), .rowID(.max), .rowID(.min), .rowID(-1), .rowID(0)])]),
    .tables([
      "größe": rows([
        .primaryKey([.null, .integer(-300), .real(-0.0), .text("a\0b"), .blob([0, 255])]),
        .primaryKey([]),
      ]),
      "t": rows([.rowID(5)]),
    ]),
  ]

  @Test(arguments: contents)
  func `a commit survives a round trip`(content: SharedCommit.Content) {
    let commit = Self.commit(content)
    #expect(SharedCommit(bytes: commit.bytes) == commit)
    #expect(commit.bytes.count <= SharedCommit.size)
    // A slot in the file has more bytes than most commits.
    #expect(SharedCommit(bytes: commit.bytes + [1, 2, 3]) == commit)
  }

  @Test(arguments: contents)
  func `a commit with a missing or changed byte is refused`(content: SharedCommit.Content) {
    let bytes = Self.commit(content).bytes
    for index in bytes.indices {
      var other = bytes
      other[index] ^= 0x10
      #expect(SharedCommit(bytes: other) == nil)
      #expect(SharedCommit(bytes: bytes[..<index]) == nil)
    }
    #expect(SharedCommit(bytes: [UInt8](repeating: 0, count: SharedCommit.size)) == nil)
  }

  @Test func `too many keys become any row of their table`() {
    let keys = (0..<2000).map { RowKey.rowID($0 * 1_000_003) }
    let commit = Self.commit(.tables(["many": Self.rows(keys), "few": Self.rows([.rowID(1)])]))
    let read = SharedCommit(bytes: commit.bytes)
    #expect(
      read?.content == .tables(["many": .anyRow, "few": Self.rows([.rowID(1)])])
    )
  }

  @Test func `too many tables become any table`() {
    let tables = (0..<100).map { (TableName("table number \($0)"), ChangeSet.TableChanges.anyRow) }
    let commit = Self.commit(.tables(Dictionary(uniqueKeysWithValues: tables)))
    #expect(SharedCommit(bytes: commit.bytes)?.content == .anything)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `a commit names each row, or its table`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var tables: [TableName: ChangeSet.TableChanges] = [:]
    for number in 0..<Int.random(in: 0...8, using: &random) {
      let keys = (0..<Int.random(in: 0...60, using: &random)).map { _ -> RowKey in
        let id = Int64.random(in: -1_000_000...1_000_000, using: &random)
        return number % 2 == 0 ? .rowID(id) : .primaryKey([.integer(id), .text("x\(id)")])
      }
      tables[TableName("t\(number)")] = Self.rows(keys)
    }
    let read = try #require(SharedCommit(bytes: Self.commit(.tables(tables)).bytes))
    guard case .tables(let known) = read.content else { return }
    #expect(Set(known.keys) == Set(tables.keys))
    for (name, changes) in known where changes != .anyRow { #expect(changes == tables[name]) }
  }

  @Test func `a header survives a round trip`() throws {
    let purpose = SharedHeader.Purpose(
      boot: (0..<16).map { UInt8($0) },
      device: 5,
      inode: .max
    )
    var header = SharedHeader(purpose: purpose)
    #expect(SharedHeader(bytes: header.bytes) == header)
    header.last = SharedHeader.Announcement(number: 77, writer: 8)
    header.watchers[3] = SharedHeader.Watcher(id: 9, end: 1000)
    header.watchers[15] = SharedHeader.Watcher(id: 10, end: 2000)
    #expect(SharedHeader(bytes: header.bytes) == header)
    #expect(header.bytes.count == SharedHeader.size)
    #expect(header.watchedUntil(by: 9) == 2000)
    #expect(header.watchedUntil(by: 10) == 1000)
    #expect(header.place(for: 10, at: 0) == 15)
    #expect(header.place(for: 11, at: 0) == 0)
    var torn = header.bytes
    torn[SharedHeader.announcementOffset] ^= 1
    #expect(SharedHeader(bytes: torn) == nil)
    torn = header.bytes
    torn[SharedHeader.watcherOffset(3)] ^= 1
    #expect(SharedHeader(bytes: torn)?.watchers[3] == SharedHeader.Watcher())
    torn = header.bytes
    torn[30] ^= 1
    #expect(SharedHeader(bytes: torn) == nil)
  }
}
