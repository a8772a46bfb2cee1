import Synchronization

/// A task that waits until a query has been read; it is woken once.
package final class LoadWaiter: Sendable {
  typealias Continuation = CheckedContinuation<Void, any Error>

  private enum State {
    case waiting(Continuation)
    /// Nobody waits yet.
    case new
    case done(Result<Void, any Error>)
  }

  private let state = Mutex(State.new)

  /// Creates a waiter.
  package init() {}

  /// Whether there is nothing left to wait for.
  var isDone: Bool {
    state.withLock { if case .done = $0 { true } else { false } }
  }

  /// Waits; ends early when the task is cancelled.
  package func wait() async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = state.withLock { state -> Result<Void, any Error>? in
          if case .done(let outcome) = state { return outcome }
          state = .waiting(continuation)
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      resume(.failure(CancellationError()))
    }
  }

  /// Wakes the waiting task; only the first call has an effect.
  package func resume(_ outcome: Result<Void, any Error>) {
    let continuation = state.withLock { state -> Continuation? in
      if case .done = state { return nil }
      defer { state = .done(outcome) }
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
    continuation?.resume(with: outcome)
  }
}
