/// The cost of a query, as measured: to run it, and to read one touched row.
///
/// It decides whether many touched rows are read one by one, or all again.
struct PlanCost: Sendable {
  /// In nanoseconds, as `key` is.
  private var run = 0.0
  private var key = 5_000.0

  /// So few are always read one by one: noise in what was measured must not make a plan useless.
  private static let fewKeys = 16

  /// Whether running the query again is the cheaper way.
  func prefersRun(forKeys count: Int) -> Bool {
    count > Self.fewKeys && key * Double(count) > run
  }

  /// Takes note of how long it took to run the query, from a moment until now.
  mutating func didRun(since start: ContinuousClock.Instant) { run = nanoseconds(since: start) }

  /// Takes note of how long it took to read touched rows.
  mutating func didRead(keys count: Int, since start: ContinuousClock.Instant) {
    key = key * 0.75 + nanoseconds(since: start) / Double(max(1, count)) * 0.25
  }

  private func nanoseconds(since start: ContinuousClock.Instant) -> Double {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
  }
}
