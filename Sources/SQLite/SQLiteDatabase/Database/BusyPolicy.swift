package import SQLite

/// A policy that waits for locks according to the configuration, and records how long it waited.
///
/// The delays increase from 0.1 ms to 25 ms. SQLite's own busy timeout is similar, but does not
/// report how long it waited and cannot be cancelled.
package final class BusyPolicy {
  private let mode: BusyMode
  private var start = ContinuousClock.now
  private var waits = true
  /// The time that the last statement waited for a lock.
  @exclusivity(unchecked) package private(set) var waited: Duration = .zero
  var cancellation: CancellationFlag?

  init(_ mode: BusyMode) { self.mode = mode }

  package func isBusy(tries: Int) -> BusyDecision {
    if tries == 0 { start = .now }
    waited = ContinuousClock.now - start
    if !waits || cancellation?.isCancelled == true { return .giveUp }
    switch mode {
    case .immediateError: return .giveUp
    case .callback(let callback): return callback(tries) ? .retry : .giveUp
    case .timeout(let limit):
      guard waited < limit else { return .giveUp }
      CurrentThread.sleep(microseconds: Self.delay(tries))
      return .retry
    }
  }

  /// Runs a closure without waiting for locks.
  func withoutWaiting<Result>(_ body: () throws -> Result) rethrows -> Result {
    waits = false
    defer { waits = true }
    return try body()
  }

  /// Returns the time that the last statement waited, and resets it.
  package func takeWaited() -> Duration {
    defer { waited = .zero }
    return waited
  }

  /// Resets the waiting time of earlier statements.
  func forgetWaited() { waited = .zero }

  private static func delay(_ tries: Int) -> UInt32 {
    min(100 << UInt32(min(tries, 8)), 25_000)
  }
}
