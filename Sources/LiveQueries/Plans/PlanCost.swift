/// What a query costs, as measured: to run it, and to read one touched row.
///
/// It decides whether many touched rows are read one by one, or all again.
struct PlanCost: Sendable {
  private var run = Duration.zero
  private var key = Duration.microseconds(5)

  /// So few are always read one by one: noise in what was measured must not make a plan useless.
  private static let fewKeys = 16

  /// Whether running the query again is the cheaper way.
  func prefersRun(forKeys count: Int) -> Bool {
    count > Self.fewKeys && key * count > run
  }

  /// Takes note of how long it took to run the query, from a moment until now.
  mutating func didRun(since start: ContinuousClock.Instant) { run = ContinuousClock.now - start }

  /// Takes note of how long it took to read touched rows.
  mutating func didRead(keys count: Int, since start: ContinuousClock.Instant) {
    key = key * 0.75 + (ContinuousClock.now - start) / max(1, count) * 0.25
  }
}
