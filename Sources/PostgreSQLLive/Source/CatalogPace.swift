import DatabaseTypes
import Synchronization

/// The times at which the catalog is compared: often after something happened, and more and more
/// seldom while nothing does.
///
/// State: the pause and the number of the newest plan, guarded by a mutex.
final class CatalogPace: Sendable {
  private struct State {
    var pause: Duration
    var number = 0
  }

  private let shortest: Duration
  private let longest: Duration
  private let state: Mutex<State>
  /// Whether the pause is longer than the shortest one.
  private let isSlow = Doubt()

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

  /// Returns whether no other comparison was planned after this one.
  func isNewest(_ number: Int) -> Bool { state.withLock { $0.number == number } }

  /// Lengthens the pause after a comparison that found nothing.
  ///
  /// - Parameter spent: The time that it took; on a server where that is long, pauses are longer.
  func slowDown(after spent: Duration) {
    state.withLock { state in
      let load = min(spent * 50, Self.longestForLoad)
      state.pause = max(min(state.pause * 2, longest), load)
      if state.pause > shortest { isSlow.raise() }
    }
  }

  /// Makes the next pause the shortest one, since something has happened.
  ///
  /// - Returns: Whether a longer one was planned, so that the next comparison must be planned
  ///   again.
  func speedUp() -> Bool {
    guard isSlow.isRaised, isSlow.take() else { return false }
    state.withLock { $0.pause = shortest }
    return true
  }
}
