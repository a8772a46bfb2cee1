import Synchronization
import Waiting

/// A task on the access threads, for whose result the waiting thread stays awake for a while.
///
/// A task that moves to another thread and back makes the kernel wake a thread twice, which takes
/// several times as long as a short read. So the thread first waits actively for the result for
/// some microseconds, as many as waking takes, before the task is suspended. The new task has the
/// task-local values of the waiting one, and is cancelled with it.
///
/// State: the result or the continuation that waits for it, guarded by a mutex; the flag mirrors it
/// for threads that only check.
final class AwaitedJob<Value: Sendable>: Sendable {
  private enum Phase {
    case running
    case awaited(UnsafeContinuation<Result<Value, any Error>, Never>)
    case ended(Result<Value, any Error>)
  }

  private let phase = Mutex(Phase.running)
  private let hasEnded = Atomic<Bool>(false)

  /// Whether active waiting has paid off recently.
  static var shouldSpin: Bool { sharedSpin.shouldSpin() }

  static func run(
    on threads: AccessThreads,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let job = AwaitedJob()
    threads.keepAwake()
    let task = Task(executorPreference: threads) { job.end(await Result(body)) }
    return try await withTaskCancellationHandler {
      sharedSpin.spin { job.hasEnded.load(ordering: .acquiring) }
      return try await job.result().get()
    } onCancel: {
      task.cancel()
    }
  }

  private func end(_ result: Result<Value, any Error>) {
    let last = phase.withLock { phase in
      defer { phase = .ended(result) }
      return phase
    }
    hasEnded.store(true, ordering: .releasing)
    if case .awaited(let continuation) = last { continuation.resume(returning: result) }
  }

  private func result() async -> Result<Value, any Error> {
    if let result = availableResult() { return result }
    return await withUnsafeContinuation { continuation in
      let result: Result<Value, any Error>? = phase.withLock { phase in
        if case .ended(let result) = phase { return result }
        phase = .awaited(continuation)
        return nil
      }
      if let result { continuation.resume(returning: result) }
    }
  }

  private func availableResult() -> Result<Value, any Error>? {
    phase.withLock { phase in if case .ended(let result) = phase { result } else { nil } }
  }
}

/// Shared by all instances, since a generic type cannot have static stored properties.
private let sharedSpin = AdaptiveSpin(microseconds: 20)

extension Result where Success: Sendable, Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
