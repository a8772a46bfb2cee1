private enum ContinuousClockKey: DependencyKey {
  static let liveValue: any Clock<Duration> = ContinuousClock()
}

private enum SuspendingClockKey: DependencyKey {
  static let liveValue: any Clock<Duration> = SuspendingClock()
}

extension DependencyValues {
  /// What waits, also while the machine sleeps: `@Dependency(\.continuousClock) var clock`, `try await clock.sleep(for: .seconds(1))`.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// What waits while the machine is awake.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }
}

extension Clock where Duration == Swift.Duration {
  /// A sequence that has an element each time that an interval has passed, until its task is cancelled.
  ///
  /// ```swift
  /// for await _ in clock.timer(interval: .seconds(1)) { seconds += 1 }
  /// ```
  ///
  /// Times are counted from the beginning: a loop that is slow once does not shift those that follow. Times that have passed
  /// while the loop was busy come one after the other.
  ///
  /// - Parameters:
  ///   - interval: How long lies between two elements.
  ///   - tolerance: By how much an element may be late.
  public func timer(interval: Duration, tolerance: Duration? = nil) -> ClockTimer {
    ClockTimer { ClockTicks(clock: self, next: now, interval: interval, tolerance: tolerance) }
  }
}

/// The times of a clock at an interval, as a sequence.
public struct ClockTimer: AsyncSequence, Sendable {
  /// What it fails with: nothing.
  public typealias Failure = Never

  fileprivate let start: @Sendable () -> any ClockTicking

  /// Makes an iterator, which counts from now.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(ticks: start()) }

  /// Iterates over times.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var ticks: any ClockTicking

    /// Waits for the next time.
    ///
    /// - Returns: `nil` when the task is cancelled.
    public mutating func next() async -> Void? { await ticks.next() }

    /// Waits for the next time.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Void? {
      await ticks.next()
    }
  }
}

private protocol ClockTicking {
  mutating func next() async -> Void?
}

private struct ClockTicks<C: Clock>: ClockTicking where C.Duration == Duration {
  let clock: C
  var next: C.Instant
  let interval: Duration
  let tolerance: Duration?

  mutating func next() async -> Void? {
    next = next.advanced(by: interval)
    return try? await clock.sleep(until: next, tolerance: tolerance)
  }
}
