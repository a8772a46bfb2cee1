import Dispatch
import Foundation
import Synchronization
import Testing

@testable import SQLiteDatabase

/// The threads of asynchronous accesses, and how tasks go there and back.
@Suite struct AccessThreadTests {
  private enum Local {
    @TaskLocal static var number = 0
  }

  private struct Refusal: Error, Equatable {}

  /// As often as it takes that tasks go there in each way.
  private static let times = 300

  @Test func `accesses that wait for each other run at once, as many as there are readers`()
    async throws
  {
    for _ in 0..<20 {
      let db = try TestDatabase(.pool) { $0.maximumReaderCount = 6 }
      let meeting = Meeting(of: 6)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<6 { group.addTask { try await db.writer.read { _ in meeting.attend() } } }
        try await group.waitForAll()
      }
    }
  }

  @Test func `a read beside slow ones does not wait for them`() async throws {
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
  func `closures have the values of their task, and know that it was cancelled`(kind: DatabaseKind)
    async throws
  {
    let db = try TestDatabase(kind)
    for number in 1...20 {
      let started = Signal()
      let task = Task {
        try await Local.$number.withValue(number) {
          try await db.writer.unsafeRead { _ in
            started.send()
            while !Task.isCancelled { CurrentThread.yield() }
            return Local.number
          }
        }
      }
      await started.wait()
      task.cancel()
      #expect(try await task.value == number)
    }
  }

  @Test func `what ends soon, late or with an error is handed over`() async throws {
    let threads = AccessThreads.shared
    for number in 0..<Self.times {
      #expect(try await Handover.run(on: threads) { number } == number)
      await #expect(throws: Refusal()) {
        try await Handover<Int>.run(on: threads) { throw Refusal() }
      }
    }
    let late = DispatchSemaphore(value: 0)
    async let result = Handover.run(on: threads) { threads.inAccess { late.waitHere() } }
    Thread.detachNewThread { late.signal() }
    try await result
  }

  @Test func `what is handed over is cancelled with the task that waits`() async throws {
    let started = Signal()
    let task = Task {
      try await Handover.run(on: .shared) {
        started.send()
        while !Task.isCancelled { await Task.yield() }
        return Task.isCancelled
      }
    }
    await started.wait()
    task.cancel()
    #expect(try await task.value)
  }

  @Test func `patience ends after three times in vain, and comes back`() {
    let patience = Patience(microseconds: 0)
    guard ProcessInfo.processInfo.activeProcessorCount > 1 else {
      #expect(!patience.isWorthIt())
      return
    }
    for _ in 0..<3 {
      #expect(patience.isWorthIt())
      patience.look { false }
    }
    for _ in 0..<8 { #expect(!patience.isWorthIt()) }
    #expect(patience.isWorthIt())
    for _ in 0..<3 { patience.look { false } }
    for _ in 0..<16 { #expect(!patience.isWorthIt()) }
    patience.look { true }
    for _ in 0..<3 {
      #expect(patience.isWorthIt())
      patience.look { false }
    }
    for _ in 0..<8 { #expect(!patience.isWorthIt()) }
    #expect(patience.isWorthIt())
  }
}

extension DispatchSemaphore {
  fileprivate func waitHere() { wait() }
}

/// Lets nobody go before all have come.
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
