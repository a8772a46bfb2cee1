import Dispatch

/// A serial executor for the blocking calls of one connection.
///
/// libpq blocks its thread while the server works, which threads of Swift's cooperative pool must
/// not do. Dispatch provides the thread while there is work.
final class ConnectionThread: TaskExecutor {
  private let queue = DispatchQueue(label: "LiveSQL.postgres", qos: .userInitiated)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Schedules a closure, without a task.
  func enqueue(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

  /// Runs a closure on the thread, with the task-local values of this task.
  func run<Result: Sendable>(_ body: @Sendable () throws -> Result) async throws -> Result {
    try await run(onCancel: {}, body)
  }

  /// Runs a closure on the thread, with the task-local values of this task.
  ///
  /// - Parameter onCancel: A closure that is called on any thread if the task is cancelled before
  ///   or while `body` runs.
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

/// An executor for the steps by which asynchronous accesses wait for and get their connection.
///
/// These steps never block. They run on their own thread, because all threads of the cooperative
/// pool may be blocked by synchronous accesses that wait for these very steps.
enum AccessStepExecutor {
  private static let executor = ConnectionThread()

  static func run<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
    try await withTaskExecutorPreference(executor, isolation: nil, operation: body)
  }
}
