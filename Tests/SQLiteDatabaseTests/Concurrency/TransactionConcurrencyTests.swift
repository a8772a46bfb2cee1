import LiveSQLTestSupport
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests of transactions that suspend, among other accesses.
@Suite(.mayBlock, .timeLimit(.hang)) struct TransactionConcurrencyTests {
  private static let count = 8

  @Test(arguments: DatabaseKind.allCases)
  func `no one writes between the statements of a transaction that suspends`(kind: DatabaseKind)
    async throws
  {
    let db = try TestDatabase(kind, "CREATE TABLE t (a); INSERT INTO t VALUES (0)")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<Self.count {
        group.addTask { try await increment(db.writer) }
        group.addTask { try await db.writer.write { try $0.execute(sql: increment) } }
        group.addTask { try await onThread { try db.execute(increment) } }
      }
      try await group.waitForAll()
    }
    #expect(try db.integer("SELECT a FROM t") == 3 * Self.count)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `several tasks can share one transaction`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a); INSERT INTO t VALUES (0)")
    try await db.writer.transaction(deadline: .unhurried) { tx in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<Self.count { group.addTask { try await tx.execute(sql: increment) } }
        try await group.waitForAll()
      }
    }
    #expect(try db.integer("SELECT a FROM t") == Self.count)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `cancelled and late transactions leave nothing`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a); INSERT INTO t VALUES (0)")
    let isIn = Signal()
    let cancelled = Task {
      try await db.writer.transaction(deadline: .unhurried) { tx in
        try await tx.execute(sql: increment)
        isIn.send()
        await untilCancelled()
      }
    }
    let late = Task {
      try await db.writer.transaction(deadline: .milliseconds(1)) { tx in
        while true { try await tx.execute(sql: increment) }
      }
    }
    await isIn.wait()
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    let error = await #expect(throws: DatabaseError.self) { try await late.value }
    #expect(error?.code == .transactionDeadline)
    try await increment(db.writer)
    #expect(try db.integer("SELECT a FROM t") == 1)
  }

  @Test func `the statements of a connection's transactions are never mixed`() async throws {
    let connection = try await SQLiteConnection.open()
    try await connection.execute("CREATE TABLE t (a); INSERT INTO t VALUES (0)")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<Self.count {
        group.addTask {
          try await connection.transaction(deadline: .unhurried) { conn in
            let row = try await conn.query("SELECT a FROM t").first
            await Task.yield()
            let next = (row?.column("a")?.integer ?? 0) + 1
            try await conn.query("UPDATE t SET a = ?", [.integer(next)])
          }
        }
        group.addTask { try await connection.execute(increment) }
      }
      try await group.waitForAll()
    }
    let total = try await connection.query("SELECT a FROM t").first?.column("a")?.integer
    #expect(total == 2 * Self.count)
    try await connection.close()
  }
}

private let increment = "UPDATE t SET a = a + 1"

/// Adds 1 by reading and writing, so a write in between would be lost.
private func increment(_ database: any DatabaseWriter) async throws {
  try await database.transaction(deadline: .unhurried) { tx in
    let value: Int = try await tx.run { try Int.fetchOne($0, sql: "SELECT a FROM t") ?? 0 }
    await Task.yield()
    try await tx.execute(sql: "UPDATE t SET a = ?", arguments: [value + 1])
  }
}

private func untilCancelled() async {
  let (endless, never) = AsyncStream.makeStream(of: Void.self)
  defer { never.finish() }
  for await _ in endless {}
}
