import Dispatch
import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Testing

/// Tests of reading the last commit on a reader of a pool: the writer is held only while the read
/// begins.
@Suite(.mayBlock, .timeLimit(.hang)) struct LastCommitTests {
  private let test: TestDatabase

  init() throws {
    test = try TestDatabase(.pool, "CREATE TABLE t (n); INSERT INTO t VALUES (1)")
  }

  /// Lets another thread write, and returns the count that the read sees afterwards.
  private func countAfterWrite(_ db: Database) throws -> Int {
    let done = DispatchSemaphore(value: 0)
    let test = test
    Thread.detachNewThread {
      try? test.execute("INSERT INTO t VALUES (2)")
      done.signal()
    }
    done.wait()
    return try db.count()
  }

  @Test func `others can write during the read`() throws {
    let seen = try test.writer.readLastCommit { db, _ in try countAfterWrite(db) }
    #expect(seen == 1)
    #expect(try test.count() == 2)
  }

  @Test func `others can write during an asynchronous read`() async throws {
    let seen = try await test.writer.readLastCommit { db, _ in try countAfterWrite(db) }
    #expect(seen == 1)
    #expect(try test.count() == 2)
  }

  /// Begins a read, lets another thread begin to write, and ends the read during that write.
  private func endRead(whileWriting write: @escaping @Sendable (() -> Void) -> Void) throws {
    try test.writer.readLastCommit { _, _ in
      let entered = DispatchSemaphore(value: 0)
      Thread.detachNewThread { write { entered.signal() } }
      entered.wait()
    }
  }

  private func endReadOfTask(
    whileWriting write: @escaping @Sendable (() -> Void) -> Void
  ) async throws {
    try await test.writer.readLastCommit { _, _ in
      let entered = DispatchSemaphore(value: 0)
      Thread.detachNewThread { write { entered.signal() } }
      entered.wait()
    }
  }

  /// The read releases the writer only once, so another thread keeps the writer when the read ends.
  @Test(arguments: [false, true])
  func `a write that begins during the read keeps the writer`(isTask: Bool) async throws {
    let (leave, done, writes) = (DispatchSemaphore(value: 0), Signal(), Log<String>())
    let test = test
    let write: @Sendable (() -> Void) -> Void = { hasEntered in
      try? test.writer.writeNow { _ in
        hasEntered()
        leave.wait()
        writes.append("first")
      }
      done.send()
    }
    if isTask {
      try await endReadOfTask(whileWriting: write)
    } else {
      try endRead(whileWriting: write)
    }
    Thread.detachNewThread {
      try? test.writer.writeNow { _ in writes.append("second") }
      done.send()
    }
    await until { test.writer.waitingWriteCount == 1 || !writes.all.isEmpty }
    leave.signal()
    await done.wait()
    await done.wait()
    #expect(writes.all == ["first", "second"])
  }

  /// A failure before the snapshot exists must not hold the writer.
  @Test func `a failed read releases the writer`() async throws {
    await #expect(throws: TestError.self) {
      try await test.writer.readLastCommit { _, _ in throw TestError() }
    }
    #expect(throws: TestError.self) {
      try test.writer.readLastCommit { _, _ in throw TestError() } as Int
    }
    try test.execute("INSERT INTO t VALUES (2)")
    #expect(try test.count() == 2)
  }
}
