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

  /// Runs a closure that suspends: its parts between suspensions run on this executor's thread.
  fileprivate func runSteps<Result: Sendable>(_ body: @Sendable () async throws -> Result)
    async throws -> Result
  {
    try await body()
  }

  /// Runs a closure on the connection's thread, some time, without a task.
  nonisolated func enqueue(_ body: @escaping @Sendable () -> Void) { executor.enqueue(body) }
}

/// Where asynchronous accesses take their turn, go on to their connection and give it back.
///
/// These steps block nobody. They run on a thread of their own: threads of the cooperative pool may all be blocked by
/// synchronous accesses, which wait for exactly these steps.
enum AccessSteps {
  private static let executor = ConnectionExecutor(label: "LiveSQL.accesses")

  static func run<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws
    -> Result
  {
    try await executor.runSteps(body)
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

  func enqueue(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }
}
