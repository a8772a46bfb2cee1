import Dispatch

/// Runs closures on a thread that may block, one after the other.
///
/// SQLite blocks its thread while it works and waits, which threads of Swift's cooperative pool must not. Each
/// connection has an executor of its own.
actor ConnectionExecutor {
  private nonisolated let executor: QueueExecutor

  init(label: String) { executor = QueueExecutor(label: label) }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Runs a closure on the connection's thread.
  func run<Result: Sendable>(_ body: @Sendable () throws -> Result) throws -> Result {
    try body()
  }
}

/// A dispatch queue as a serial executor.
private final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
