import IncrementalQueries
import Synchronization

/// The cost of a query, as measured: to run it again, and to patch a touched row.
///
/// It decides whether many touched rows are read one by one, or all again. Both are all that it takes from the snapshot to
/// what is shown: reading, finding places, moving rows, telling the difference, and, of a patch, applying it to the result.
struct PlanCost: Sendable {
  /// In nanoseconds, as `key` is.
  private var run = 0.0
  /// What one of many touched rows costs, but for showing it.
  private var key = Self.usualKey
  /// How long it took to show the last patch of many rows.
  private var shown: (time: ShownTime, count: Int)?

  /// So few are always read one by one: noise in what was measured must not make a plan useless.
  private static let fewKeys = 16
  private static let usualKey = 2_500.0

  /// Whether running the query again is the cheaper way.
  func prefersRun(forKeys count: Int) -> Bool {
    if count <= Self.fewKeys { return false }
    let showing = shown.map { $0.time.nanoseconds / Double($0.count) } ?? 0
    return (key + showing) * Double(count) > run
  }

  /// Takes note of how long it took to run the query, from a moment until now.
  ///
  /// Where rows are not patched for long, what that cost is forgotten little by little: it may have been an accident.
  mutating func didRun(since start: ContinuousClock.Instant) {
    run = nanoseconds(since: start)
    key += (Self.usualKey - key) / 16
  }

  /// Takes note of how long it took to patch touched rows.
  ///
  /// One row costs many times what it costs among others, which says nothing of those.
  mutating func didPatch(keys count: Int, since start: ContinuousClock.Instant) {
    if count <= Self.fewKeys { return }
    key = key / 2 + nanoseconds(since: start) / Double(count) / 2
  }

  /// Has it measured how long a patch takes that is to be shown.
  mutating func willShow<Value>(_ change: ResultChange<Value>?, ofKeys count: Int) {
    guard count > Self.fewKeys, case .patched(let patch) = change else { return }
    shown = (patch.shownTime, count)
  }

  private func nanoseconds(since start: ContinuousClock.Instant) -> Double {
    (ContinuousClock.now - start).nanoseconds
  }
}

/// How long it took to apply a patch to the result that is shown.
///
/// State: an atomic number.
final class ShownTime: Sendable {
  private let count = Atomic<Int>(0)

  var nanoseconds: Double { Double(count.load(ordering: .relaxed)) }

  /// Measures something, where it is worth that.
  func measure<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let start = ContinuousClock.now
    try body()
    set(ContinuousClock.now - start)
  }

  /// Takes note of a time.
  func set(_ duration: Duration) {
    count.store(Int(duration.nanoseconds), ordering: .relaxed)
  }
}

extension Duration {
  /// In nanoseconds.
  fileprivate var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }
}
