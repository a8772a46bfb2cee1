import Foundation
import LiveSQLTestSupport
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests of threads that write within reads and read within writes: none waits forever.
@Suite(.mayBlock, .timeLimit(.hang)) struct PoolNestingConcurrencyTests {
  private static let rounds = 200

  private func pool(readerCount: Int) throws -> TestDatabase {
    try TestDatabase(.pool, "CREATE TABLE t (a)") { $0.maximumReaderCount = readerCount }
  }

  private static func writeWithinRead(_ pool: any DatabaseWriter) throws {
    try pool.readNow { db in
      _ = try db.count()
      try pool.writeNow { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    }
  }

  private static func readWithinWrite(_ pool: any DatabaseWriter) throws {
    try pool.writeNow { db in
      try db.execute(sql: "INSERT INTO t VALUES (1)")
      let (inside, before) = (try db.count(), try pool.readNow { try $0.count() })
      #expect(inside == before + 1)
    }
  }

  @Test(arguments: [1, 5])
  func `more writing reads than readers and a reading write never deadlock`(
    readerCount: Int
  ) async throws {
    let db = try pool(readerCount: readerCount)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<(readerCount + 1) {
        group.addTask {
          try await onThread {
            for _ in 0..<Self.rounds {
              if index == 0 {
                try Self.readWithinWrite(db.writer)
              } else {
                try Self.writeWithinRead(db.writer)
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try db.count() == (readerCount + 1) * Self.rounds)
  }

  @Test(arguments: [1, 2])
  func `all kinds of accesses at once never deadlock`(readerCount: Int) async throws {
    let db = try pool(readerCount: readerCount)
    let pool = db.writer
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<12 {
        group.addTask {
          for _ in 0..<40 { try await Self.access(index, pool) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try db.count() == 40 * 7)
  }

  private static func access(_ index: Int, _ pool: any DatabaseWriter) async throws {
    switch index {
    case 0, 1, 2: try await onThread { try writeWithinRead(pool) }
    case 3: try await onThread { try readWithinWrite(pool) }
    case 4:
      try await onThread { try pool.barrierNow { try $0.execute(sql: "INSERT INTO t VALUES (1)") } }
    case 5:
      try await pool.barrierWriteWithoutTransaction {
        try $0.execute(sql: "INSERT INTO t VALUES (1)")
      }
    case 6:
      try await pool.transaction(deadline: .unhurried) { tx in
        try await tx.execute(sql: "INSERT INTO t VALUES (1)")
        async let one = pool.read { try $0.count() }
        async let other = pool.read { try $0.count() }
        let counts = try await (one, other)
        #expect(counts.0 == counts.1)
      }
    case 7: _ = try await onThread { try pool.readLastCommit { db, _ in try db.count() } }
    case 8: _ = try await pool.readLastCommit { db, _ in try db.count() }
    case 9: _ = try await onThread { try pool.statistics() }
    case 10: _ = try await pool.read { try $0.count() }
    default:
      // Cancelled at any point.
      let task = Task { _ = try await pool.readLastCommit { db, _ in try db.count() } }
      task.cancel()
      _ = await task.result
    }
  }

  @Test func `a write within a read that belongs to a write is refused`() async throws {
    let db = try pool(readerCount: 1)
    let pool = db.writer
    let (isHeld, mayEnd) = (Signal(), DispatchSemaphore(value: 0))
    let holder = Task {
      try await onThread {
        try pool.readNow { _ in
          isHeld.send()
          mayEnd.wait()
        }
      }
    }
    await isHeld.wait()
    // The only shared reader is lent, so this read uses the writer's own reader.
    try await onThread {
      try pool.writeNow { _ in
        try pool.readNow { _ in
          #expect(failure(of: { try pool.writeNow { _ in } })?.code == .nestedAccess)
          #expect(failure(of: { try pool.readNow { _ in } })?.code == .nestedAccess)
          #expect(failure(of: { try pool.barrierNow { _ in } })?.code == .nestedAccess)
          #expect(failure(of: { try pool.close() })?.code == .nestedAccess)
          #expect(failure(of: { try pool.readLastCommit { _, _ in } })?.code == .nestedAccess)
        }
      }
    }
    mayEnd.signal()
    try await holder.value
    let readers = try #require(pool as? DatabasePool).readers
    #expect(readers.shared.count == 1 && readers.own.count == 1)
  }

  @Test func `a barrier that times out throws and leaves nothing behind`() async throws {
    let db = try TestDatabase(.pool, "CREATE TABLE t (a)") {
      $0.maximumReaderCount = 1
      $0.barrierTimeout = .milliseconds(20)
    }
    let pool = db.writer
    let (isHeld, mayEnd) = (Signal(), DispatchSemaphore(value: 0))
    let holder = Task {
      try await onThread {
        try pool.readNow { _ in
          isHeld.send()
          mayEnd.wait()
          try pool.writeNow { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
        }
      }
    }
    await isHeld.wait()
    let sync = try await onThread { failure(of: { try pool.barrierNow { _ in } }) }
    #expect(sync?.code == .busy)
    let error = await #expect(throws: DatabaseError.self) {
      try await pool.barrierWriteWithoutTransaction { _ in }
    }
    #expect(error?.message.contains("because reads did not end within 0.02") == true)
    mayEnd.signal()
    try await holder.value
    try await pool.barrierWriteWithoutTransaction { try $0.execute(sql: "DELETE FROM t") }
    try pool.close()
  }

  @Test func `a barrier that gives up while it waits for the writer returns the readers`()
    async throws
  {
    let db = try TestDatabase(.pool, "CREATE TABLE t (a)") { $0.maximumReaderCount = 1 }
    let pool = db.writer
    let readers = try #require(pool as? DatabasePool).readers
    let (isRead, mayEndRead) = (Signal(), DispatchSemaphore(value: 0))
    let reading = Task {
      try await onThread {
        try pool.readNow { _ in
          isRead.send()
          mayEndRead.wait()
        }
      }
    }
    await isRead.wait()
    // The reader is lent, so the barrier returns the writer and waits for the reader.
    let barrier = Task { try await pool.barrierWriteWithoutTransaction { _ in } }
    await until { readers.shared.waitingCount == 1 }
    let (isWritten, mayEndWrite) = (Signal(), DispatchSemaphore(value: 0))
    let writing = Task {
      try await onThread {
        try pool.writeNow { _ in
          isWritten.send()
          mayEndWrite.wait()
        }
      }
    }
    await isWritten.wait()
    mayEndRead.signal()
    try await reading.value
    await until { pool.waitingWriteCount == 1 }
    barrier.cancel()
    await #expect(throws: CancellationError.self) { try await barrier.value }
    #expect(try await pool.read { try $0.count() } == 0)
    mayEndWrite.signal()
    try await writing.value
  }
}
