import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLite
import Testing

@testable import SQLiteDatabase

/// The wait for the report of a visible commit.
@Suite(.mayBlock, .timeLimit(.hang)) struct SharedReportWaitTests {
  private let scratch: ScratchDirectory
  private let path: String

  init() throws {
    scratch = try ScratchDirectory()
    path = scratch.path(of: "shared.db")
  }

  private func opened() -> SharedCommits {
    let shared = SharedCommits()
    shared.enable(path: path)
    return shared
  }

  private func connect() throws -> Connection {
    let connection = try Connection(path: path, flags: [.readWrite, .create])
    try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS t (a)")
    return connection
  }

  @Test(arguments: ExtremeDurationTests.durations)
  func `every duration is a patience`(duration: Duration) throws {
    let (connection, shared) = (try connect(), opened())
    shared.setPatience(duration)
    _ = try #require(shared.watch(connection))
  }

  /// A wait that ended without the report must not shorten the next one: the next commit would
  /// count as unreported, and all live queries would run again.
  @Test func `a wait that was in vain takes no time from the next one`() throws {
    let (connection, writing) = (try connect(), try connect())
    let (observer, writer, source) = (opened(), opened(), ChangeSource())
    // No time passes for this test: what counts is whether the next wait begins anew.
    observer.setPatience(.seconds(3_600))
    let state = try #require(observer.watch(connection))
    #expect(observer.report(false, since: state, connection, source))
    #expect(writer.hasWatchers())

    // An unreported commit is visible while a commit is announced, which then is not made.
    let announced = try #require(writer.announce())
    try writing.execute("INSERT INTO t VALUES (1)")
    #expect(!observer.report(true, since: state, connection, source))
    #expect(observer.isWaiting)
    writer.report(OwnCommit(before: state, announced: announced, writtenPageCount: 0), .void)
    let last = source.lastNumber
    #expect(observer.report(true, since: state, connection, source))
    #expect(source.lastNumber == last + 1)
    #expect(!observer.isWaiting)

    // The next report is waited for.
    let next = try #require(observer.watch(connection))
    #expect(writer.announce()?.number == announced.number + 1)
    try writing.execute("INSERT INTO t VALUES (2)")
    #expect(!observer.report(true, since: next, connection, source))
    #expect(source.lastNumber == last + 1)
  }

  /// Changes the first of the two headers of the log's index, or changes it back.
  private func toggleHeader(of file: FileHandle) throws {
    try file.seek(toOffset: 8)
    let bytes = try #require(try file.read(upToCount: 1))
    try file.seek(toOffset: 8)
    try file.write(contentsOf: Data(bytes.map { $0 ^ 1 }))
  }

  /// Nobody waits for that process while it holds the lock under which subscribers are notified.
  @Test func `an index of the log that another process is writing is looked at again`() throws {
    let (connection, writing) = (try connect(), try connect())
    let (observer, source) = (opened(), ChangeSource())
    let state = try #require(observer.watch(connection))
    #expect(observer.report(false, since: state, connection, source))
    try writing.execute("INSERT INTO t VALUES (1)")
    let last = source.lastNumber
    // Closing it drops the locks that SQLite has on it in this process.
    let index = try #require(FileHandle(forUpdatingAtPath: path + "-shm"))
    defer { withExtendedLifetime(index) {} }
    try toggleHeader(of: index)
    #expect(connection.commitStateNow() == nil)
    #expect(!observer.report(true, since: state, connection, source))
    observer.catchUp(connection, source)
    #expect(source.lastNumber == last)
    try toggleHeader(of: index)
    #expect(connection.commitStateNow() != nil)
    #expect(observer.report(true, since: state, connection, source))
    #expect(source.lastNumber == last + 1)
  }
}
