import Dispatch
import Foundation
import LiveSQLTestSupport
import Synchronization
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests of asynchronous accesses while synchronous ones block all threads of the cooperative pool.
///
/// Each test has a process of its own, because tests that share one need its threads.
@Suite(.timeLimit(.hang)) struct BlockedPoolTests {
  @Test(arguments: DatabaseKind.allCases)
  func `waiting writes and reads continue`(kind: DatabaseKind) async throws {
    await #expect(processExitsWith: .success) { [name = kind.rawValue as String] in
      try await BlockedPool(name).continueWaitingAccesses()
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `the deadline of a transaction passes`(kind: DatabaseKind) async throws {
    await #expect(processExitsWith: .success) { [name = kind.rawValue as String] in
      try await BlockedPool(name).passDeadline()
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a transaction that suspends goes on, and commits`(kind: DatabaseKind) async throws {
    await #expect(processExitsWith: .success) { [name = kind.rawValue as String] in
      try await BlockedPool(name).commitSuspendedTransaction()
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `an actor's transaction that suspends goes on, and commits`(kind: DatabaseKind) async throws
  {
    await #expect(processExitsWith: .success) { [name = kind.rawValue as String] in
      let owner = Owner()
      try await BlockedPool(name).commitSuspendedTransaction(of: owner)
    }
  }
}

/// A database whose users block all threads of the cooperative pool of this process.
private struct BlockedPool {
  private static let count = 4 * ProcessInfo.processInfo.activeProcessorCount

  private let db: TestDatabase

  init(_ name: String) throws {
    db = try TestDatabase(try #require(DatabaseKind(rawValue: name)), "CREATE TABLE t (a)")
  }

  /// Blocks the threads of the cooperative pool in the database's line.
  private func block(_ group: inout ThrowingTaskGroup<Void, any Error>) -> Gate {
    let gate = Gate(count: ProcessInfo.processInfo.activeProcessorCount)
    for _ in 0..<Self.count {
      group.addTask {
        gate.pass()
        try db.execute("INSERT INTO t VALUES (2)")
      }
    }
    return gate
  }

  func continueWaitingAccesses() async throws {
    let (held, free) = (Signal(), DispatchSemaphore(value: 0))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await db.writer.writeWithoutTransaction { _ in
          held.send()
          free.wait()
        }
      }
      await held.wait()
      for _ in 0..<Self.count {
        group.addTask {
          try await db.writer.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
        }
        group.addTask { _ = try await db.writer.read { try $0.count() } }
      }
      let gate = block(&group)
      Thread.detachNewThread {
        gate.wait()
        free.signal()
      }
      try await group.waitForAll()
    }
    #expect(try db.count() == 2 * Self.count)
  }

  func passDeadline() async throws {
    let (held, end) = (Signal(), Signal())
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        await #expect(throws: DatabaseError.self) {
          try await db.writer.transaction(deadline: .milliseconds(100)) { tx in
            try? await tx.execute(sql: "INSERT INTO t VALUES (1)")
            held.send()
            await end.wait()
          }
        }
      }
      await held.wait()
      _ = block(&group)
      for _ in 0..<Self.count { try await group.next() }
      end.send()
      try await group.waitForAll()
    }
    #expect(try db.count() == Self.count)
  }

  func commitSuspendedTransaction(of owner: Owner? = nil) async throws {
    let (held, goOn) = (Signal(), Signal())
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        guard let owner else { return try await insertTwice(into: db.writer, held, goOn) }
        try await owner.run { try await insertTwice(into: db.writer, held, goOn) }
      }
      await held.wait()
      let gate = block(&group)
      Thread.detachNewThread {
        gate.wait()
        goOn.send()
      }
      try await group.waitForAll()
    }
    #expect(try db.count() == Self.count + 2)
  }
}

/// Inserts two rows in a transaction that suspends between them.
private func insertTwice(
  into database: any DatabaseWriter,
  _ held: Signal,
  _ goOn: Signal
) async throws {
  // The deadline only ends a test that hangs.
  try await database.transaction(deadline: .seconds(300)) { tx in
    try await tx.execute(sql: "INSERT INTO t VALUES (1)")
    held.send()
    await goOn.wait()
    try await tx.execute(sql: "INSERT INTO t VALUES (1)")
  }
}

/// An actor whose transactions run on it.
private actor Owner {
  func run(_ body: @Sendable () async throws -> Void) async throws { try await body() }
}

/// A gate that opens once a number of threads have passed.
private final class Gate: Sendable {
  private let left: Atomic<Int>
  private let semaphore = DispatchSemaphore(value: 0)

  init(count: Int) { left = Atomic(count) }

  func pass() {
    if left.subtract(1, ordering: .relaxed).newValue == 0 { semaphore.signal() }
  }

  func wait() { semaphore.wait() }
}
