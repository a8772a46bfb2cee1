import DatabaseTypes

private enum ContinuousClockKey: DependencyKey {
  static let liveValue: any Clock<Duration> = ContinuousClock()
}

private enum SuspendingClockKey: DependencyKey {
  static let liveValue: any Clock<Duration> = SuspendingClock()
}

extension DependencyValues {
  /// A clock that also runs while the machine sleeps.
  ///
  /// Use it as `@Dependency(\.continuousClock) var clock` and
  /// `try await clock.sleep(for: .seconds(1))`.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// A clock that runs only while the machine is awake.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }
}

extension Clock where Duration == Swift.Duration {
  /// Returns a sequence with an element at each interval, until its task is cancelled.
  ///
  /// ```swift
  /// for await _ in clock.timer(interval: .seconds(1)) { seconds += 1 }
  /// ```
  ///
  /// The times are multiples of the interval since the beginning, so a slow iteration does not
  /// delay later elements. Elements that were due while the loop was busy are returned immediately
  /// one after the other.
  ///
  /// - Parameters:
  ///   - interval: The time between two elements; a negative one counts as zero.
  ///   - tolerance: The time by which an element may be late.
  public func timer(interval: Duration, tolerance: Duration? = nil) -> ClockTimer {
    let (interval, tolerance) = (interval.timerLength, tolerance?.timerLength)
    return ClockTimer {
      ClockTicks(clock: self, next: now, interval: interval, tolerance: tolerance)
    }
  }
}

extension Duration {
  /// The duration within what a clock can add to a time.
  fileprivate var timerLength: Duration { Swift.max(clamped, .zero) }
}

/// A sequence of the times of a clock at an interval.
public struct ClockTimer: AsyncSequence, Sendable {
  /// The error type: the sequence never fails.
  public typealias Failure = Never

  fileprivate let start: @Sendable () -> any ClockTicking

  /// Creates an iterator, whose intervals begin now.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(ticks: start()) }

  /// An iterator over the times.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var ticks: any ClockTicking

    /// Waits for the next time.
    ///
    /// - Returns: `nil` if the task is cancelled.
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
