import Dispatch
import Foundation
import LiveSQLTestSupport
import Synchronization
import Testing
import Waiting

@testable import SQLiteDatabase

/// Tests of the threads of asynchronous accesses, and of how tasks move there and back.
///
/// Without `.mayBlock`: only the database's threads are blocked, and tasks must move from the pool.
@Suite(.timeLimit(.hang)) struct AccessThreadTests {
  private enum Local {
    @TaskLocal static var number = 0
  }

  private struct Refusal: Error, Equatable {}

  /// The number of repetitions, so that tasks move in each way.
  private static let times = 300

  @Test func `as many accesses run concurrently as there are readers`() async throws {
    for _ in 0..<20 {
      let db = try TestDatabase(.pool) { $0.maximumReaderCount = 6 }
      let meeting = Meeting(of: 6)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<6 { group.addTask { try await db.writer.read { _ in meeting.attend() } } }
        try await group.waitForAll()
      }
    }
  }

  @Test func `a read does not wait for slow reads`() async throws {
    let db = try TestDatabase(.pool, "CREATE TABLE t (a)") { $0.maximumReaderCount = 4 }
    let (isFree, started) = (DispatchSemaphore(value: 0), Signal())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          try await db.writer.read { _ in
            started.send()
            isFree.wait()
          }
        }
        await started.wait()
      }
      for _ in 0..<Self.times {
        let count = try await db.writer.read { try $0.count() }
        #expect(count == 0)
      }
      for _ in 0..<3 { isFree.signal() }
      try await group.waitForAll()
    }
  }

  @Test(arguments: DatabaseKind.allCases) @MainActor
  func `closures never run on the caller's actor`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    for _ in 0..<Self.times {
      #expect(try await db.writer.read { _ in !Thread.isMainThread })
      MainActor.assertIsolated()
      #expect(try await db.writer.write { _ in !Thread.isMainThread })
      MainActor.assertIsolated()
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `closures have the task-local values and the cancellation of their task`(kind: DatabaseKind)
    async throws
  {
    let db = try TestDatabase(kind)
    for number in 1...20 {
      let started = Signal()
      let task = Task {
        try await Local.$number.withValue(number) {
          try await db.writer.unsafeRead { _ in
            started.send()
            while !Task.isCancelled { Processor.yield() }
            return Local.number
          }
        }
      }
      await started.wait()
      task.cancel()
      #expect(try await task.value == number)
    }
  }

  @Test func `early, late and failing results are handed over`() async throws {
    let threads = AccessThreads.shared
    for number in 0..<Self.times {
      #expect(try await AwaitedJob.run(on: threads) { number } == number)
      await #expect(throws: Refusal()) {
        try await AwaitedJob<Int>.run(on: threads) { throw Refusal() }
      }
    }
    let late = DispatchSemaphore(value: 0)
    async let result = AwaitedJob.run(on: threads) { threads.inAccess { late.waitHere() } }
    Thread.detachNewThread { late.signal() }
    try await result
  }

  @Test func `handed-over work is cancelled with the waiting task`() async throws {
    let started = Signal()
    let task = Task {
      try await AwaitedJob.run(on: .shared) {
        started.send()
        while !Task.isCancelled { await Task.yield() }
        return Task.isCancelled
      }
    }
    await started.wait()
    task.cancel()
    #expect(try await task.value)
  }
}

extension DispatchSemaphore {
  fileprivate func waitHere() { wait() }
}

/// A meeting that no one leaves before everyone has come.
private final class Meeting: Sendable {
  private let missing: Atomic<Int>
  private let semaphore = DispatchSemaphore(value: 0)
  private let count: Int

  init(of count: Int) {
    self.count = count
    missing = Atomic(count)
  }

  func attend() {
    if missing.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      for _ in 1..<count { semaphore.signal() }
    } else {
      semaphore.wait()
    }
  }
}
