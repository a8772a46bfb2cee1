import Synchronization

/// What a task of its own does on the threads of the accesses, while the thread that waits for it stays awake for a while.
///
/// A task that goes to another thread and back has the kernel wake a thread twice, which takes several times what a short read
/// takes. So the thread looks out for the result for some microseconds, as many as being woken takes, and lets the task be
/// suspended only then. What runs has the values of the waiting task, and is cancelled with it.
///
/// State: the result or who waits for it, guarded by a mutex; the flag says the same to who only looks.
final class Handover<Value: Sendable>: Sendable {
  private enum Phase {
    case running
    case awaited(UnsafeContinuation<Result<Value, any Error>, Never>)
    case ended(Result<Value, any Error>)
  }

  private let phase = Mutex(Phase.running)
  private let hasEnded = Atomic<Bool>(false)

  /// Whether looking out has been worth it lately.
  static var isWorthIt: Bool { handoverPatience.isWorthIt() }

  static func run(
    on threads: AccessThreads,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let handover = Handover()
    threads.keepAwake()
    let task = Task(executorPreference: threads) { handover.end(await Result(body)) }
    return try await withTaskCancellationHandler {
      handoverPatience.look { handover.hasEnded.load(ordering: .acquiring) }
      return try await handover.result().get()
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
    if let result = resultAtOnce() { return result }
    return await withUnsafeContinuation { continuation in
      let result: Result<Value, any Error>? = phase.withLock { phase in
        if case .ended(let result) = phase { return result }
        phase = .awaited(continuation)
        return nil
      }
      if let result { continuation.resume(returning: result) }
    }
  }

  private func resultAtOnce() -> Result<Value, any Error>? {
    phase.withLock { phase in if case .ended(let result) = phase { result } else { nil } }
  }
}

/// One for all, since a generic type has no constants of its own.
private let handoverPatience = Patience(microseconds: 20)

extension Result where Success: Sendable, Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
