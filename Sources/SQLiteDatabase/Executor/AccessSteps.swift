import Dispatch

/// Where asynchronous accesses take their turn, go on to their connection and give it back.
///
/// These steps block nobody. They run on a thread of their own: threads of the cooperative pool may all be blocked by
/// synchronous accesses, which wait for exactly these steps.
enum AccessSteps {
  private static let executor = StepExecutor()

  /// Runs a closure whose continuations are resumed here too, as those of an actor's methods are not.
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
