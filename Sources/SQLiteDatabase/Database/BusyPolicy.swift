package import SQLite

/// Waits for locks as the configuration says, and knows how long it has waited.
///
/// The delays grow from 0.1 ms to 25 ms. SQLite's own busy timeout does alike, but does not tell how long it
/// waited and cannot be cancelled.
package final class BusyPolicy {
  private let mode: BusyMode
  private var start = ContinuousClock.now
  private var waits = true
  /// How long the last statement waited for a lock.
  @exclusivity(unchecked) package private(set) var waited: Duration = .zero
  var cancellation: CancellationFlag?

  init(_ mode: BusyMode) { self.mode = mode }

  package func isBusy(tries: Int) -> BusyAnswer {
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

  /// Runs a closure that waits for no lock.
  func withoutWaiting<Result>(_ body: () throws -> Result) rethrows -> Result {
    waits = false
    defer { waits = true }
    return try body()
  }

  /// How long the last statement waited, which is forgotten.
  package func takeWaited() -> Duration {
    defer { waited = .zero }
    return waited
  }

  /// Forgets how long earlier statements waited.
  func forgetWaited() { waited = .zero }

  private static func delay(_ tries: Int) -> UInt32 {
    min(100 << UInt32(min(tries, 8)), 25_000)
  }
}
