import Synchronization

/// A query that a property has loaded.
///
/// It stays live until it is cancelled or replaced, or until the property is released.
public struct FetchSubscription: Sendable {
  private let end: SubscriptionEnd
  private let stop: @Sendable () -> Void

  init(_ end: SubscriptionEnd, _ stop: @escaping @Sendable () -> Void) {
    self.end = end
    self.stop = stop
  }

  /// Waits until the task is cancelled, then ends the subscription.
  ///
  /// With it a query is live only while a view is shown:
  ///
  /// ```swift
  /// .task { try? await $reminders.load(query).task }
  /// ```
  ///
  /// It also returns when the subscription ends for another reason: by ``cancel()``, because
  /// another query was loaded into the property, or because the property was released.
  public var task: Void {
    get async throws {
      await end.wait()
      guard Task.isCancelled else { return }
      cancel()
      try Task.checkCancellation()
    }
  }

  /// Ends the subscription; the value stays.
  ///
  /// After it, ``FetchProperty/load()`` fetches nothing until another query is loaded.
  public func cancel() {
    stop()
    end.end()
  }
}

/// The end of a subscription, and the tasks that wait for it.
///
/// State: whether it has ended, and the streams to finish then, guarded by one mutex; the streams
/// are finished outside of it.
final class SubscriptionEnd: Sendable {
  private struct State {
    var hasEnded = false
    var waiters: [Int: AsyncStream<Never>.Continuation] = [:]
    var count = 0
  }

  private let state = Mutex(State())

  /// Waits for the end, or until the task is cancelled.
  func wait() async {
    // Nothing comes out of this stream: the loop ends when the stream is finished or the task is
    // cancelled.
    let (never, continuation) = AsyncStream.makeStream(of: Never.self)
    let number = state.withLock { state -> Int? in
      guard !state.hasEnded else { return nil }
      state.count += 1
      state.waiters[state.count] = continuation
      return state.count
    }
    guard let number else { return }
    for await _ in never {}
    state.withLock { _ = $0.waiters.removeValue(forKey: number) }
  }

  /// Ends the subscription, and wakes all waiting tasks.
  func end() {
    let waiters = state.withLock { state in
      defer { state.waiters = [:] }
      state.hasEnded = true
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.finish() }
  }
}
