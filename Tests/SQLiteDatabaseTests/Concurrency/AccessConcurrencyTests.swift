import LiveSQLTestSupport
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests of threads and tasks that use one database object at the same time.
@Suite(.mayBlock, .timeLimit(.hang)) struct AccessConcurrencyTests {
  private static let count = 12

  @Test(arguments: DatabaseKind.allCases)
  func `threads and tasks read and write, and no write is lost`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (id INTEGER PRIMARY KEY, a)")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<Self.count {
        group.addTask {
          try await onThread { try db.execute("INSERT INTO t (a) VALUES (?)", [index]) }
          _ = try await onThread { try db.count() }
        }
        group.addTask {
          try await db.writer.write { try $0.execute(sql: "INSERT INTO t (a) VALUES (-1)") }
          _ = try await db.writer.read { try $0.count() }
          _ = try await db.writer.unsafeRead { try $0.count() }
        }
      }
      try await group.waitForAll()
    }
    #expect(try db.count() == 2 * Self.count)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a read sees one snapshot while others write`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<Self.count {
        group.addTask {
          try await db.writer.write { try $0.execute(sql: "INSERT INTO t VALUES (1), (2)") }
        }
        group.addTask {
          let counts = try await db.writer.read { try [$0.count(), $0.count()] }
          #expect(counts[0] == counts[1] && counts[0].isMultiple(of: 2))
        }
      }
      try await group.waitForAll()
    }
    #expect(try db.count() == 2 * Self.count)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `barriers, statistics and interruptions run between other accesses`(kind: DatabaseKind)
    async throws
  {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<Self.count {
        group.addTask {
          try await db.writer.barrierWriteWithoutTransaction {
            try? $0.execute(sql: "INSERT INTO t VALUES (1)")
          }
        }
        group.addTask { _ = try? await db.writer.read { try $0.count() } }
        group.addTask { _ = try? await onThread { try db.writer.statistics() } }
        group.addTask { try? await onThread { try db.writer.releaseMemory() } }
        group.addTask { db.writer.interrupt() }
      }
      try await group.waitForAll()
    }
    #expect(try db.count() <= Self.count)
    try db.execute("INSERT INTO t VALUES (2)")
  }

  @Test(arguments: DatabaseKind.allCases)
  func `cancelled accesses leave all or nothing`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    let tasks = (0..<4 * Self.count).map { _ in
      Task {
        try await db.writer.write { try $0.execute(sql: "INSERT INTO t VALUES (1), (2)") }
      }
    }
    for task in tasks[..<(2 * Self.count)] { task.cancel() }
    var written = 0
    for task in tasks where (try? await task.value) != nil { written += 1 }
    #expect(written >= 2 * Self.count)
    #expect(try db.count() == 2 * written)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `closing refuses or waits for concurrent accesses`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<2 * Self.count {
        group.addTask {
          do { _ = try await db.writer.read { try $0.count() } } catch let error as DatabaseError {
            #expect(error.code == .closed)
          }
        }
        if index == Self.count { group.addTask { try await onThread { try db.writer.close() } } }
      }
      try await group.waitForAll()
    }
    #expect(failure(of: { try db.count() })?.code == .closed)
  }
}
