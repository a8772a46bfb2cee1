import Dispatch
import Synchronization

/// Ends a connection whose server does not answer in time.
///
/// Where a network swallows what is sent, libpq waits for as long as the system thinks that the other side is there.
///
/// State: until when there has to be an answer, and when somebody looks next, guarded by a mutex. A timer waits for what is
/// watched first, and for what has to be answered sooner than that.
final class AnswerWatch: Sendable {
  private struct State {
    var deadline: ContinuousClock.Instant?
    /// When somebody looks next.
    var nextLook: ContinuousClock.Instant?
  }

  private let cancellation: PostgresCancellation
  private let state = Mutex(State())

  init(_ cancellation: PostgresCancellation) { self.cancellation = cancellation }

  /// Does something with the connection, which is ended where that takes longer than a limit.
  func answers<Result: ~Copyable, Failure: Error>(
    within limit: Duration,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let deadline = ContinuousClock.now + limit
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
    let milliseconds = Int(clamping: (time - .now).wholeMilliseconds)
    DispatchQueue.global(qos: .userInitiated)
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
  /// Does something that the server answers soon; where it does not, the connection is ended.
  ///
  /// - Parameters:
  ///   - limit: How long the server has for all of it.
  ///   - body: What to do; it must not watch in turn.
  /// - Throws: What the closure throws, which is a ``PostgresError`` of a lost connection where the time was over.
  package func answering<Result: ~Copyable, Failure: Error>(
    within limit: Duration,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let watch = watch ?? AnswerWatch(cancellation)
    self.watch = watch
    return try watch.answers(within: limit, body)
  }
}
