/// The subscription of a property, and the next steps of the loads that wait for its result.
///
/// Another request is watched in two steps: it replaces the previous one, then its subscription is
/// made, which may fail. In between there is no subscription, and loads wait until there is one.
///
/// A state machine without tasks, clock and lock. Its owner keeps it in a mutex, and cancels
/// subscriptions and wakes waiters outside of the mutex.
///
/// - Invariant: Only a subscription of the newest start is kept.
/// - Invariant: Loads wait only while a subscription is being made, whose end wakes them.
struct FetchWatch<Subscription: Sendable, Waiter: Sendable>: Sendable {
  private enum Phase: Sendable {
    /// Nothing is watched: nothing was yet, or it was stopped.
    case none
    /// The subscription of the newest start is being made.
    case starting
    case watching(Subscription)
    /// The newest start failed.
    case failed(any Error)
    case paused
  }

  /// The work of the owner, outside of its mutex, after the property has stopped watching.
  struct End: Sendable {
    let subscription: Subscription?
    let woken: [Waiter]
  }

  /// The end of the wait for a subscription's result.
  struct Attempt: Sendable {
    /// The number of the subscription's start.
    let number: Int
    /// The error of the query, or of the end of its subscription; `nil` if the result is there.
    var error: (any Error)?
  }

  /// The next step of a load.
  enum Step: Sendable {
    /// Wait until its waiter is woken.
    case wait
    /// Wait for the result of a subscription.
    case read(Subscription, number: Int)
    case finish
    case fail(any Error)
  }

  private var phase = Phase.none
  private var waiters: [Waiter] = []
  /// The number of starts.
  private(set) var number = 0

  /// The subscription; `nil` while none is there.
  var subscription: Subscription? {
    if case .watching(let subscription) = phase { subscription } else { nil }
  }

  /// Whether something is watched, or will be as soon as its subscription is made.
  var isActive: Bool {
    switch phase {
    case .starting, .watching: true
    case .none, .failed, .paused: false
    }
  }

  var isPaused: Bool { if case .paused = phase { true } else { false } }
}

extension FetchWatch {
  /// Begins to watch another request; `subscribed` or `failed` follows.
  ///
  /// - Returns: The number of the start, and the subscription that it replaces, to be cancelled
  ///   only once the new one was made, so that the loads which it ends find that one.
  mutating func begin() -> (number: Int, replaced: Subscription?) {
    let replaced = subscription
    number += 1
    phase = .starting
    return (number, replaced)
  }

  /// Keeps the subscription of a start, unless it was replaced, stopped or paused meanwhile.
  ///
  /// - Returns: Whether it is kept, and the waiters to wake.
  mutating func subscribed(_ subscription: Subscription, as start: Int) -> (
    isRetained: Bool, woken: [Waiter]
  ) {
    guard start == number, case .starting = phase else { return (false, []) }
    phase = .watching(subscription)
    return (true, takeWaiters())
  }

  /// Records that the subscription of a start could not be made.
  ///
  /// - Returns: The waiters to wake.
  mutating func failed(_ error: any Error, as start: Int) -> [Waiter] {
    guard start == number, case .starting = phase else { return [] }
    phase = .failed(error)
    return takeWaiters()
  }

  /// Pauses what is watched, if anything is.
  mutating func pause() -> End? { isActive ? leave(for: .paused) : nil }

  /// Ends a pause; `begin` follows.
  ///
  /// - Returns: Whether it was paused.
  mutating func endPause() -> Bool {
    guard isPaused else { return false }
    phase = .none
    return true
  }

  /// Stops watching.
  mutating func stop() -> End { leave(for: .none) }

  private mutating func leave(for next: Phase) -> End {
    defer { phase = next }
    return End(subscription: subscription, woken: takeWaiters())
  }

  private mutating func takeWaiters() -> [Waiter] {
    defer { waiters = [] }
    return waiters
  }
}

extension FetchWatch {
  /// Returns what a load does next.
  ///
  /// A load that another one replaced waits for the newer result, and fails only with the error of
  /// the newest start. If nothing is watched any more, it ends as its own attempt did.
  ///
  /// - Parameters:
  ///   - last: The load's last attempt; `nil` for the first time.
  ///   - waiter: The waiter to wake if the load has to wait.
  mutating func next(after last: Attempt?, _ waiter: Waiter) -> Step {
    switch phase {
    case .starting:
      waiters.append(waiter)
      return .wait
    case .watching(let subscription):
      guard let last, last.number == number else { return .read(subscription, number: number) }
      return Self.end(last)
    case .failed(let error): return .fail(error)
    case .none, .paused: return last.map(Self.end) ?? .fail(CancellationError())
    }
  }

  private static func end(_ attempt: Attempt) -> Step {
    attempt.error.map { .fail($0) } ?? .finish
  }
}
