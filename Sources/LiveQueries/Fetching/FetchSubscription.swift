import Synchronization

/// A query that a property has loaded: it stays live until it is cancelled, replaced, or the property goes.
public struct FetchSubscription: Sendable {
  private let end: FetchEnd
  private let stop: @Sendable () -> Void

  init(_ end: FetchEnd, _ stop: @escaping @Sendable () -> Void) {
    self.end = end
    self.stop = stop
  }

  /// Waits until the task is cancelled, and ends the subscription then: so a query is live while a view is shown.
  ///
  /// ```swift
  /// .task { try? await $reminders.load(query).task }
  /// ```
  ///
  /// It returns, too, when the subscription ends otherwise: by ``cancel()``, by another query in the property, or with
  /// the property.
  public var task: Void {
    get async throws {
      await end.wait()
      guard Task.isCancelled else { return }
      cancel()
      try Task.checkCancellation()
    }
  }

  /// Ends the subscription; the value stays, and ``FetchProperty/load()`` fetches nothing until another query is loaded.
  public func cancel() {
    stop()
    end.come()
  }
}

/// The end of a subscription, and who waits for it.
///
/// State: whether it has come, and streams that end with it, guarded by one mutex; they are ended outside of it.
final class FetchEnd: Sendable {
  private struct State {
    var hasCome = false
    var waiters: [Int: AsyncStream<Never>.Continuation] = [:]
    var count = 0
  }

  private let state = Mutex(State())

  /// Waits for the end, or until the task is cancelled.
  func wait() async {
    // Nothing comes out of this stream: to iterate over it ends when it does, or the task is cancelled.
    let (never, continuation) = AsyncStream.makeStream(of: Never.self)
    let number = state.withLock { state -> Int? in
      guard !state.hasCome else { return nil }
      state.count += 1
      state.waiters[state.count] = continuation
      return state.count
    }
    guard let number else { return }
    for await _ in never {}
    state.withLock { _ = $0.waiters.removeValue(forKey: number) }
  }

  /// Tells all who wait that it has come.
  func come() {
    let waiters = state.withLock { state in
      defer { state.waiters = [:] }
      state.hasCome = true
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.finish() }
  }
}
