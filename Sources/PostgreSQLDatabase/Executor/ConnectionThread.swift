import Dispatch

/// The thread on which what blocks a connection is done, one after the other.
///
/// libpq blocks its thread while the server works, which threads of Swift's cooperative pool must not. Dispatch lends
/// the thread while there is something to do.
final class ConnectionThread: TaskExecutor {
  private let queue = DispatchQueue(label: "LiveSQL.postgres", qos: .userInitiated)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Runs a closure some time, without a task.
  func enqueue(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

  /// Runs a closure on the thread, with the values of this task.
  func run<Result: Sendable>(_ body: @Sendable () throws -> Result) async throws -> Result {
    try await run(onCancel: {}, body)
  }

  /// Runs a closure on the thread, with the values of this task.
  ///
  /// - Parameter onCancel: Called on any thread when the task is cancelled while the closure runs, or was before.
  func run<Result: Sendable>(
    onCancel: @escaping @Sendable () -> Void,
    _ body: @Sendable () throws -> Result
  ) async throws -> Result {
    try await withTaskExecutorPreference(self, isolation: nil) {
      try await withTaskCancellationHandler(
        operation: { () async throws -> Result in try body() },
        onCancel: onCancel
      )
    }
  }
}

/// Where asynchronous accesses take their turn and go on to their connection.
///
/// These steps block nobody. They run on a thread of their own: threads of the cooperative pool may all be blocked by
/// synchronous accesses, which wait for exactly these steps.
enum AccessSteps {
  private static let executor = ConnectionThread()

  static func run<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
    try await withTaskExecutorPreference(executor, isolation: nil, operation: body)
  }
}
