import Dispatch

/// The executor for the steps with which asynchronous accesses acquire and release a connection.
///
/// These steps never block. They run on their own thread, since all threads of the cooperative pool
/// may be blocked by synchronous accesses that wait for exactly these steps.
enum AccessStepExecutor {
  private static let executor = StepExecutor()

  /// Runs a closure whose continuations also resume on this executor, unlike those of an actor.
  static func run<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
    try await withTaskExecutorPreference(executor, isolation: nil, operation: body)
  }
}

private final class StepExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "LiveSQL.accesses", qos: .userInitiated)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
