import Foundation
import Synchronization
package import Testing

/// An executor whose jobs may block, because no two of them share a thread.
///
/// Swift's cooperative pool has one thread for each processor. A test that computes or blocks for
/// seconds takes one of them from all other tasks, and then no time limit fires on time. Threads
/// that have nothing to do are used again.
///
/// State: the jobs that wait for a thread, and the number of threads that wait for a job, guarded
/// by a mutex.
package final class BlockingThreads: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var idleThreadCount = 0
  }

  private static let shared = BlockingThreads()
  private let state = Mutex(State())
  private let wakeUp = DispatchSemaphore(value: 0)

  /// Runs a closure on threads that may block, for traits of tests.
  package static func run(_ body: @Sendable @concurrent () async throws -> Void) async throws {
    try await withTaskExecutorPreference(shared) { try await body() }
  }

  /// Whether the current thread may block without taking a thread from the cooperative pool.
  ///
  /// A task runs there unless it prefers an executor, as in ``run(_:)``.
  package static var currentMayBlock: Bool {
    Thread.isMainThread || withUnsafeCurrentTask { $0 == nil || $0?.unownedTaskExecutor != nil }
  }

  /// Fails the current test if it is about to block a thread of the cooperative pool.
  ///
  /// - Parameter what: What blocks, such as "starting a server".
  package static func expectCurrent(
    for what: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if Test.current == nil || currentMayBlock { return }
    Issue.record(
      "\(what) blocks a thread that all tests share. Give the suite the trait .mayBlock.",
      sourceLocation: sourceLocation
    )
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isThreadIdle = state.withLock { state in
      state.jobs.append(job)
      guard state.idleThreadCount > 0 else { return false }
      state.idleThreadCount -= 1
      return true
    }
    if isThreadIdle { wakeUp.signal() } else { startThread() }
  }

  private func startThread() {
    Thread.detachNewThread { [self] in
      while true {
        if let job = nextJob() {
          job.runSynchronously(on: asUnownedTaskExecutor())
        } else {
          wakeUp.wait()
        }
      }
    }
  }

  /// Takes a job; without one, the current thread counts as idle from then on.
  private func nextJob() -> UnownedJob? {
    state.withLock { state in
      guard state.jobs.isEmpty else { return state.jobs.removeFirst() }
      state.idleThreadCount += 1
      return nil
    }
  }
}

/// Runs a blocking closure on a separate thread, so that tasks continue.
package func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}
