import Dispatch
import Foundation

/// An executor whose jobs may block, each on a thread of its own.
///
/// Swift's cooperative pool has one thread for each processor. Tests that compute or block for
/// seconds would take these from all other tasks, whose time limits would pass meanwhile.
package final class BlockingThreads: TaskExecutor {
  private static let shared = BlockingThreads()

  /// Runs a closure on threads that may block, for traits of tests.
  package static func run(_ body: @Sendable @concurrent () async throws -> Void) async throws {
    try await withTaskExecutorPreference(shared) { try await body() }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // Unlike a concurrent queue, a serial one gets a thread that is not of the cooperative pool.
    DispatchQueue(label: "LiveSQL.test").async {
      job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }
}

/// Runs a blocking closure on a separate thread, so that tasks continue.
package func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}
