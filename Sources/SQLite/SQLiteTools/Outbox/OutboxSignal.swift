import Synchronization

/// A signal that there may be new changes; several that nobody has waited for are one.
///
/// State: whether it was raised, how it ended, and who waits, guarded by a mutex.
package final class OutboxSignal: Sendable {
  private struct State {
    var isRaised = false
    var end: Result<Void, any Error>?
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  package init() {}

  /// Wakes who waits, now or next.
  package func raise() {
    let waiting = state.withLock { state in
      state.isRaised = true
      return state.waiting.take()
    }
    waiting?.resume()
  }

  /// Records that there will be no further signal.
  package func end(_ result: Result<Void, any Error> = .success(())) {
    let waiting = state.withLock { state in
      if state.end == nil { state.end = result }
      return state.waiting.take()
    }
    waiting?.resume()
  }

  /// Waits for a signal.
  ///
  /// - Returns: Whether it was raised; `false` at the end, and if the task is cancelled.
  /// - Throws: The error with which it ended.
  package func wait() async throws -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if state.isRaised || state.end != nil { return true }
          state.waiting = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      end()
    }
    return try state.withLock { state in
      if case .failure(let error) = state.end { throw error }
      guard state.end == nil else { return false }
      state.isRaised = false
      return true
    }
  }
}

/// The access of an outbox to its database.
package struct OutboxAccess<Row: Sendable>: Sendable {
  let changes: @Sendable (OutboxToken, Int) async throws -> [OutboxChange<Row>]
  let position: @Sendable (String) async throws -> OutboxToken
  let acknowledge: @Sendable (OutboxToken, String) async throws -> Void
  /// Lets a signal be raised after commits, until the returned object is released.
  let follow: @Sendable (OutboxSignal) throws -> any AnyObject & Sendable

  package init(
    changes: @escaping @Sendable (OutboxToken, Int) async throws -> [OutboxChange<Row>],
    position: @escaping @Sendable (String) async throws -> OutboxToken,
    acknowledge: @escaping @Sendable (OutboxToken, String) async throws -> Void,
    follow: @escaping @Sendable (OutboxSignal) throws -> any AnyObject & Sendable
  ) {
    self.changes = changes
    self.position = position
    self.acknowledge = acknowledge
    self.follow = follow
  }
}
