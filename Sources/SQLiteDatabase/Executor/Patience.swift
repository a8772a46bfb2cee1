import Foundation
import Synchronization

/// How long a thread looks out for something before it sleeps: for some microseconds, where that has been worth it lately.
///
/// Going to sleep and being woken takes the kernel about as long; what comes sooner is had for less. After three times in vain it
/// is left for the next times: 8 of them, then twice as many each, up to 256. On one processor nothing could come meanwhile.
///
/// State: counters, which say how to wait and not what is true: so that no order is needed.
final class Patience: Sendable {
  private static let hasManyProcessors = ProcessInfo.processInfo.activeProcessorCount > 1
  private static let firstPenalty = 8

  private let limit: Duration
  /// How many times are left out yet.
  private let leftOut = Atomic<Int>(0)
  /// How many times in a row it was in vain.
  private let failures = Atomic<Int>(0)
  /// How many times are left out after the next three in vain.
  private let penalty = Atomic<Int>(firstPenalty)

  init(microseconds: Int) { limit = .microseconds(microseconds) }

  /// Whether it is worth a try this time.
  func isWorthIt() -> Bool {
    guard Self.hasManyProcessors else { return false }
    let left = leftOut.load(ordering: .relaxed)
    guard left > 0 else { return true }
    leftOut.store(left - 1, ordering: .relaxed)
    return false
  }

  /// Waits until something has come, for some microseconds.
  func look(_ hasCome: () -> Bool) {
    let end = ContinuousClock.now + limit
    repeat {
      for _ in 0..<256 where hasCome() { return succeed() }
      // Who is looked out for may wait for this very processor.
      CurrentThread.yield()
    } while ContinuousClock.now < end
    fail()
  }

  private func succeed() {
    // Nothing is stored where nothing changes: other threads have it in their caches.
    if failures.load(ordering: .relaxed) != 0 { failures.store(0, ordering: .relaxed) }
    if penalty.load(ordering: .relaxed) != Self.firstPenalty {
      penalty.store(Self.firstPenalty, ordering: .relaxed)
    }
  }

  private func fail() {
    guard failures.add(1, ordering: .relaxed).newValue >= 3 else { return }
    failures.store(0, ordering: .relaxed)
    let times = penalty.load(ordering: .relaxed)
    leftOut.store(times, ordering: .relaxed)
    penalty.store(min(times * 2, 256), ordering: .relaxed)
  }
}
