import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Synchronization
import Testing

@Suite(.mayBlock, .timeLimit(.hang)) struct SnapshotTests {
  private let scratch: ScratchDirectory
  private let pool: DatabasePool

  init() throws {
    scratch = try ScratchDirectory()
    var configuration = Configuration()
    configuration.maximumReaderCount = 2
    pool = try DatabasePool(path: scratch.path(of: "shop.db"), configuration: configuration)
    try pool.write { db in try db.execute(sql: "CREATE TABLE t (n); INSERT INTO t VALUES (1)") }
  }

  private static func sum(_ db: Database) throws -> Int? {
    try Int.fetchOne(db, sql: "SELECT sum(n) FROM t")
  }

  private func add(_ number: Int) throws {
    try pool.write { try $0.execute(sql: "INSERT INTO t VALUES (?)", arguments: [number]) }
  }

  @Test func `shows the same state whatever is written meanwhile`() throws {
    let first = try pool.makeSnapshot()
    try add(10)
    let second = try pool.makeSnapshot()
    try pool.write { try $0.execute(sql: "DROP TABLE t; CREATE TABLE t (n, other)") }
    for _ in 0..<2 {
      #expect(try first.read(Self.sum) == 1)
      #expect(try second.unsafeRead(Self.sum) == 11)
      #expect(try first.read { try $0.columns(in: "t").map(\.name) } == ["n"])
      #expect(try pool.read(Self.sum) == nil)
    }
  }

  @Test func `can be read asynchronously, and has its own date`() async throws {
    let snapshot = try pool.makeSnapshot()
    try add(10)
    #expect(try await snapshot.read(Self.sum) == 1)
    #expect(try await snapshot.unsafeRead(Self.sum) == 1)
    let first = try await snapshot.read { $0.transactionDate }
    #expect(try await snapshot.read { $0.transactionDate } == first)
  }

  @Test func `outlives its pool`() throws {
    let snapshot = try pool.makeSnapshot()
    try add(10)
    try pool.close()
    #expect(try snapshot.read(Self.sum) == 1)
    try snapshot.close()
  }

  @Test func `cannot write or end its transaction, and continues after an error`() throws {
    let snapshot = try pool.makeSnapshot()
    for sql in ["INSERT INTO t VALUES (2)", "BEGIN", "COMMIT", "ROLLBACK", "SELECT * FROM missing"]
    {
      #expect(throws: DatabaseError.self) { try snapshot.read { try $0.execute(sql: sql) } }
      try add(1)
      #expect(try snapshot.read(Self.sum) == 1)
    }
    #expect(throws: DatabaseError.self) {
      try snapshot.read { db in try db.inTransaction { .commit } }
    }
    try snapshot.read { db in
      try db.inSavepoint {
        let sum = try Self.sum(db)
        #expect(sum == 1)
        return .rollback
      }
    }
    #expect(try snapshot.read(Self.sum) == 1)
  }

  @Test func `is closed when it is released, so the log can be truncated`() throws {
    var snapshot: DatabaseSnapshot? = try pool.makeSnapshot()
    let sum = try snapshot?.read(Self.sum)
    #expect(sum == 1)
    try add(10)
    let kept = try pool.checkpoint(.passive)
    #expect(!kept.isComplete || kept.logFrameCount > 0)
    snapshot = nil
    #expect(try pool.checkpoint(.truncate).logFrameCount == 0)
  }

  @Test func `refuses reads after it was closed`() async throws {
    let snapshot = try pool.makeSnapshot()
    try snapshot.close()
    try snapshot.close()
    let error = #expect(throws: DatabaseError.self) { try snapshot.read(Self.sum) }
    #expect(error?.code == .closed)
    await #expect(throws: DatabaseError.self) { try await snapshot.read(Self.sum) }
  }

  @Test func `refuses nested reads, and closing within a read`() throws {
    let snapshot = try pool.makeSnapshot()
    let error = #expect(throws: DatabaseError.self) {
      try snapshot.read { _ in try snapshot.read(Self.sum) }
    }
    #expect(error?.code == .nestedAccess)
    #expect(throws: DatabaseError.self) { try snapshot.read { _ in try snapshot.close() } }
    #expect(try snapshot.read(Self.sum) == 1)
    // Another snapshot and the pool can be read within it.
    let other = try pool.makeSnapshot()
    #expect(try snapshot.read { _ in try other.read(Self.sum) } == 1)
    #expect(try snapshot.read { _ in try pool.read(Self.sum) } == 1)
  }

  @Test func `made within a write, it shows the last commit`() throws {
    let snapshot = try pool.write { db in
      try db.execute(sql: "INSERT INTO t VALUES (10)")
      return try pool.makeSnapshot()
    }
    #expect(try snapshot.read(Self.sum) == 1)
    #expect(try pool.read(Self.sum) == 11)
  }

  @Test func `the readers of one snapshot read concurrently`() async throws {
    let snapshot = try pool.makeSnapshotPool()
    try add(10)
    let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // Each read waits for the other one.
    async let left = onThread {
      try snapshot.read { db in
        first.signal()
        Self.wait(for: second)
        return try Self.sum(db)
      }
    }
    async let right = onThread {
      try snapshot.read { db in
        second.signal()
        Self.wait(for: first)
        return try Self.sum(db)
      }
    }
    #expect(try await left == 1)
    #expect(try await right == 1)
  }

  /// Blocks the thread until a semaphore is signalled; a test that fails must not hang.
  private static func wait(for semaphore: DispatchSemaphore) {
    #expect(semaphore.wait(timeout: .now() + 300) == .success)
  }

  @Test func `a snapshot with several readers cannot be made within a write`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try pool.write { _ in _ = try pool.makeSnapshotPool() }
    }
    #expect(error?.code == .nestedAccess)
  }

  @Test func `a queue on a file can make snapshots`() throws {
    let queue = try DatabaseQueue(path: scratch.path(of: "queue.db"))
    try queue.write { try $0.execute(sql: "CREATE TABLE t (n); INSERT INTO t VALUES (7)") }
    let snapshot = try queue.makeSnapshot()
    try queue.write { try $0.execute(sql: "DELETE FROM t") }
    #expect(try snapshot.read(Self.sum) == 7)
  }

  @Test func `an error says what databases without a write-ahead log lack`() throws {
    var configuration = Configuration()
    configuration.journalMode = .delete
    let queue = try DatabaseQueue(path: scratch.path(of: "old.db"), configuration: configuration)
    for make in [
      { _ = try DatabaseQueue().makeSnapshot() }, { _ = try DatabasePool().makeSnapshot() },
      { _ = try DatabasePool().makeSnapshotPool() }, { _ = try queue.makeSnapshot() },
      { _ = try DatabaseSnapshot(path: ":memory:") },
    ] as [() throws -> Void] {
      let error = #expect(throws: DatabaseError.self) { try make() }
      #expect(error?.code == .misuse)
      #expect(error?.message.contains("snapshot") == true)
    }
    #expect(throws: DatabaseError.self) {
      try DatabaseSnapshot(path: scratch.path(of: "missing.db"))
    }
  }

  @Test func `a file can be opened as a snapshot`() throws {
    let snapshot = try DatabaseSnapshot(path: pool.path)
    try add(10)
    #expect(try snapshot.read(Self.sum) == 1)
    #expect(try snapshot.statistics().pageCount > 0)
    try snapshot.releaseMemory()
    #expect(try snapshot.read(Self.sum) == 1)
  }
}
