import Synchronization

/// An adaptive policy for waiting actively for some microseconds before going to sleep.
///
/// Sleeping and being woken takes the kernel about as long; anything that comes sooner is cheaper
/// to wait for. After three failures in a row, active waiting is skipped for the next 8 times, and
/// then for twice as many each time, up to 256. With a single processor, nothing could come
/// meanwhile.
///
/// State: counters that only affect how to wait, not correctness, so they need no memory ordering.
package final class AdaptiveSpin: Sendable {
  private static let firstPenalty = 8
  /// The number of checks between two looks at the clock.
  private static let turns = 256

  private let limit: Duration
  private let system: SpinSystem
  /// The number of times still to skip.
  private let skipCount = Atomic<Int>(0)
  /// The number of consecutive failures.
  private let failures = Atomic<Int>(0)
  /// The number of times to skip after the next three failures.
  private let penalty = Atomic<Int>(firstPenalty)

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - microseconds: The time after which waiting has failed.
  ///   - system: The clock and the processors.
  package init(microseconds: Int, system: SpinSystem = .current) {
    limit = .microseconds(microseconds)
    self.system = system
  }

  /// Returns whether to wait actively this time.
  package func shouldSpin() -> Bool {
    guard system.hasOtherProcessors else { return false }
    let left = skipCount.load(ordering: .relaxed)
    guard left > 0 else { return true }
    skipCount.store(left - 1, ordering: .relaxed)
    return false
  }

  /// Waits actively, for some microseconds, until a condition is true.
  ///
  /// - Returns: Whether it became true.
  @discardableResult
  package func spin(until isDone: () -> Bool) -> Bool {
    let end = system.now() + limit
    repeat {
      for _ in 0..<Self.turns where isDone() {
        succeed()
        return true
      }
      // The thread that is waited for may need this very processor.
      system.yield()
    } while system.now() < end
    fail()
    return false
  }

  /// Waits actively until a condition is true, if it is not true already and waiting has paid off
  /// recently.
  ///
  /// - Returns: Whether it is true.
  package func wait(until isDone: () -> Bool) -> Bool {
    if isDone() { return true }
    return shouldSpin() && spin(until: isDone)
  }

  private func succeed() {
    // Do not store unchanged values, since other threads have them in their caches.
    if failures.load(ordering: .relaxed) != 0 { failures.store(0, ordering: .relaxed) }
    if penalty.load(ordering: .relaxed) != Self.firstPenalty {
      penalty.store(Self.firstPenalty, ordering: .relaxed)
    }
  }

  private func fail() {
    guard failures.add(1, ordering: .relaxed).newValue >= 3 else { return }
    failures.store(0, ordering: .relaxed)
    let times = penalty.load(ordering: .relaxed)
    skipCount.store(times, ordering: .relaxed)
    penalty.store(min(times * 2, 256), ordering: .relaxed)
  }
}
