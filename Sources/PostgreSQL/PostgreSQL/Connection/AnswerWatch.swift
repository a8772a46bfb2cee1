import DatabaseTypes
import Dispatch
import Synchronization

/// A watchdog that closes a connection if its server does not answer in time.
///
/// If the network drops packets silently, libpq waits for as long as the system considers the
/// connection alive.
///
/// State: the deadline of the pending answer, and the time of the next check, guarded by a mutex.
/// One timer serves consecutive deadlines; another is started only for an earlier deadline.
final class AnswerWatch: Sendable {
  private struct State {
    var deadline: ContinuousClock.Instant?
    /// The time of the next check.
    var nextLook: ContinuousClock.Instant?
  }

  private let cancellation: PostgresCancellation
  private let state = Mutex(State())

  init(_ cancellation: PostgresCancellation) { self.cancellation = cancellation }

  /// Calls a closure that uses the connection, and closes the connection if it exceeds the limit.
  func answers<Result: ~Copyable, Failure: Error>(
    within limit: Duration,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let deadline = ContinuousClock.now + limit.clamped
    let isTimed = state.withLock { state in
      state.deadline = deadline
      if let next = state.nextLook, next <= deadline { return true }
      state.nextLook = deadline
      return false
    }
    if !isTimed { look(at: deadline) }
    defer { state.withLock { $0.deadline = nil } }
    return try body()
  }

  private func look(at time: ContinuousClock.Instant) {
    let milliseconds = (time - .now).wholeMilliseconds
    // A serial queue, because those that all share may have no free thread.
    DispatchQueue(label: "LiveSQL.postgres.watch", qos: .userInitiated)
      .asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in self?.look() }
  }

  private func look() {
    let deadline = state.withLock { state -> ContinuousClock.Instant? in
      state.nextLook = nil
      guard let deadline = state.deadline else { return nil }
      if deadline > .now {
        state.nextLook = deadline
        return deadline
      }
      cancellation.disconnect()
      return nil
    }
    if let deadline { look(at: deadline) }
  }
}

extension PostgresConnection {
  /// Calls a closure whose requests the server answers soon, and closes the connection if it does
  /// not.
  ///
  /// - Parameters:
  ///   - limit: The time within which the whole closure must finish.
  ///   - body: The closure, which must not call this method itself.
  /// - Throws: Any error that the closure throws: if the time is over, a ``PostgresError`` for a
  ///   lost connection.
  package func answering<Result: ~Copyable, Failure: Error>(
    within limit: Duration,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let watch = watch ?? AnswerWatch(cancellation)
    self.watch = watch
    return try watch.answers(within: limit, body)
  }
}
