import DatabaseTools
import Dispatch
import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Testing

/// The state after the last commit is read on a reader of a pool: the writer is held only while the read begins.
@Suite(.timeLimit(.minutes(5))) struct LastCommitTests {
  private let test: TestDatabase

  init() throws {
    test = try TestDatabase(.pool, "CREATE TABLE t (n); INSERT INTO t VALUES (1)")
  }

  /// Lets another thread write, and counts what is seen afterwards.
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

  @Test func `others write while it is read`() throws {
    let seen = try test.writer.readLastCommit { db, _ in try countAfterWrite(db) }
    #expect(seen == 1)
    #expect(try test.count() == 2)
  }

  @Test func `others write while it is read by a task`() async throws {
    let seen = try await test.writer.readLastCommit { db, _ in try countAfterWrite(db) }
    #expect(seen == 1)
    #expect(try test.count() == 2)
  }

  /// Begins to read, has another thread begin to write, and ends the read while that is still writing.
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

  /// The writer is given back once: who has it then keeps it when the read ends.
  @Test(arguments: [false, true])
  func `a write that began meanwhile has the writer for itself`(isTask: Bool) async throws {
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

  /// What fails before there is a snapshot must not keep the writer.
  @Test func `a read that fails leaves the writer free`() async throws {
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
