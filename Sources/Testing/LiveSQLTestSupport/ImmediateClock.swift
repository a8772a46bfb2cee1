import Synchronization

/// A clock whose sleeps end at once.
///
/// ```swift
/// @Test(.dependency(\.continuousClock, ImmediateClock())) func `it counts seconds`() async { … }
/// ```
///
/// Its time is the deadline of the last sleep. A timer built on it yields one element after the
/// other.
///
/// State: the time, guarded by a mutex.
public final class ImmediateClock: Clock {
  /// An instant of the clock, which starts at 0.
  public struct Instant: InstantProtocol {
    /// The time since the start.
    public let offset: Duration

    /// Creates an instant at an offset from the start.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// Returns the instant after a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the duration to another instant.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns whether the first instant is before the second.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let time = Mutex(Instant())

  /// Creates a clock that starts at 0.
  public init() {}

  /// The current time.
  public var now: Instant { time.withLock { $0 } }

  /// The resolution, which is exact.
  public var minimumResolution: Duration { .zero }

  /// Advances the time to an instant, unless it has passed.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
  }
}
