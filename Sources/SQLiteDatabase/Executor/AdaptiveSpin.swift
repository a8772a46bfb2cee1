import Foundation
import Synchronization

/// An adaptive policy for waiting actively for some microseconds before going to sleep.
///
/// Sleeping and being woken takes the kernel about as long; anything that comes sooner is cheaper
/// to wait for. After three failures in a row, active waiting is skipped for the next 8 times, and
/// then for twice as many each time, up to 256. With a single processor, nothing could come
/// meanwhile.
///
/// State: counters that only affect how to wait, not correctness, so they need no memory ordering.
final class AdaptiveSpin: Sendable {
  private static let hasManyProcessors = ProcessInfo.processInfo.activeProcessorCount > 1
  private static let firstPenalty = 8

  private let limit: Duration
  /// The number of times still to skip.
  private let skipCount = Atomic<Int>(0)
  /// The number of consecutive failures.
  private let failures = Atomic<Int>(0)
  /// The number of times to skip after the next three failures.
  private let penalty = Atomic<Int>(firstPenalty)

  init(microseconds: Int) { limit = .microseconds(microseconds) }

  /// Returns whether to wait actively this time.
  func shouldSpin() -> Bool {
    guard Self.hasManyProcessors else { return false }
    let left = skipCount.load(ordering: .relaxed)
    guard left > 0 else { return true }
    skipCount.store(left - 1, ordering: .relaxed)
    return false
  }

  /// Waits actively, for some microseconds, until a condition is true.
  func spin(until isDone: () -> Bool) {
    let end = ContinuousClock.now + limit
    repeat {
      for _ in 0..<256 where isDone() { return succeed() }
      // The thread that is waited for may need this very processor.
      CurrentThread.yield()
    } while ContinuousClock.now < end
    fail()
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
