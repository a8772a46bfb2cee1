import DatabaseTypes
import Synchronization

/// The times at which the catalog is compared: often after something happened, and more and more
/// seldom while nothing does.
///
/// State: the pause and the number of the newest plan, guarded by a mutex.
final class CatalogPace: Sendable {
  private struct State {
    var pause: Duration
    /// The shortest pause because of the time that the last comparison took.
    var load = Duration.zero
    var number = 0
  }

  private let shortest: Duration
  private let longest: Duration
  private let state: Mutex<State>
  /// Whether the pause is longer than the shortest one that the load permits.
  private let isSlow = AtomicFlag()
  /// Whether something has happened since the last comparison began.
  private let isUrged = AtomicFlag()

  /// The longest pause because of comparisons that take long.
  private static var longestForLoad: Duration { .seconds(30) }

  /// Creates a pace.
  ///
  /// - Parameter intervals: The shortest and the longest interval.
  init(_ intervals: ClosedRange<Duration>) {
    let first = max(intervals.lowerBound.clamped, .milliseconds(1))
    (shortest, longest) = (first, max(intervals.upperBound.clamped, first))
    state = Mutex(State(pause: first))
  }

  /// Plans the next comparison.
  ///
  /// - Returns: The time until it, and the number that makes it the newest plan.
  func plan() -> (pause: Duration, number: Int) {
    state.withLock { state in
      state.number += 1
      return (state.pause, state.number)
    }
  }

  /// Begins a comparison.
  ///
  /// - Returns: Whether no other comparison was planned after this one; otherwise it is omitted.
  func begin(_ number: Int) -> Bool {
    guard isNewest(number) else { return false }
    _ = isUrged.take()
    return true
  }

  /// Returns whether no other comparison was planned after this one.
  func isNewest(_ number: Int) -> Bool { state.withLock { $0.number == number } }

  /// Lengthens the pause after a comparison that found nothing, unless something has happened since
  /// it began.
  ///
  /// - Parameter spent: The time that it took; on a server where that is long, pauses are longer.
  ///   `nil` if nothing was compared.
  func slowDown(after spent: Duration?) {
    state.withLock { state in
      if let spent { state.load = min(spent * 50, Self.longestForLoad) }
      let least = max(shortest, state.load)
      state.pause = max(min(state.pause * 2, longest), state.load)
      guard state.pause > least else { return }
      // Whoever speeds up meanwhile raises the one flag before reading the other.
      isSlow.raise()
      guard isUrged.take() else { return }
      _ = isSlow.take()
      state.pause = least
    }
  }

  /// Makes the next pause the shortest one that the load permits, since something has happened.
  ///
  /// - Returns: Whether a longer one was planned, so that the next comparison must be planned
  ///   again.
  func speedUp() -> Bool {
    if !isUrged.isRaised { isUrged.raise() }
    guard isSlow.isRaised, isSlow.take() else { return false }
    state.withLock { $0.pause = max(shortest, $0.load) }
    return true
  }
}
