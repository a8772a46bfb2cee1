import Synchronization

/// A clock whose times come at once: who waits for one does not wait.
///
/// ```swift
/// @Test(.dependency(\.continuousClock, ImmediateClock())) func `it counts seconds`() async { … }
/// ```
///
/// The time is that of the last wait. A timer of it has one element after the other.
///
/// State: the time, guarded by a mutex.
public final class ImmediateClock: Clock {
  /// A moment of the clock, which begins at 0.
  public struct Instant: InstantProtocol {
    /// How long after the beginning it is.
    public let offset: Duration

    /// A moment after the beginning.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// The moment after a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// How long it is to another moment.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether the first moment is before the second.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let time = Mutex(Instant())

  /// Makes a clock that begins at 0.
  public init() {}

  /// The time.
  public var now: Instant { time.withLock { $0 } }

  /// Any duration is told exactly.
  public var minimumResolution: Duration { .zero }

  /// Makes a moment the time, unless it has passed.
  ///
  /// - Throws: `CancellationError` where the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
  }
}
