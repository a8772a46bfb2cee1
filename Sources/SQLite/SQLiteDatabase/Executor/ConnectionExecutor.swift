import Dispatch

/// An actor that runs closures one after the other on a thread that may block.
///
/// SQLite blocks its thread while it works and waits, which threads of Swift's cooperative pool
/// must not do. Each connection has its own executor for the parts of transactions that may
/// suspend; complete accesses run on ``AccessThreads``.
package actor ConnectionExecutor {
  private nonisolated let executor: QueueExecutor

  package init(label: String) { executor = QueueExecutor(label: label) }

  nonisolated package var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Runs a closure on the connection's thread.
  package func run<Result: Sendable>(_ body: @Sendable () throws -> Result) throws -> Result {
    try body()
  }

  /// Runs a closure on the connection's thread.
  ///
  /// - Parameter onCancel: Called on any thread if the task is cancelled before or while the
  ///   closure runs.
  package func run<Result: Sendable>(
    onCancel: @escaping @Sendable () -> Void,
    _ body: @Sendable () throws -> Result
  ) async throws -> Result {
    try await withTaskCancellationHandler(
      operation: {
        // A closure that captures the actor runs on it; any other closure runs on the cooperative
        // pool.
        _ = self
        return try body()
      },
      onCancel: onCancel
    )
  }

  /// Schedules a closure on the connection's thread, without a task.
  nonisolated func enqueue(_ body: @escaping @Sendable () -> Void) { executor.enqueue(body) }
}

/// A dispatch queue as the executor of an actor.
private final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  package init(label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func enqueue(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }
}
