import IncrementalQueries
import Synchronization

/// The measured costs of running a query again, and of patching a touched row.
///
/// They decide whether many touched rows are read one by one, or all rows are read again. The cost
/// of a patch includes everything from the snapshot to the shown result: reading, finding places,
/// moving rows, computing the difference, and applying it to the result. That of a run includes
/// what a ``WholeReadingPlan`` reads; ``KeyedPlan`` also includes places and the difference.
struct PlanCost: Sendable {
  /// The cost of a run, in nanoseconds.
  private var run = 0.0
  /// The cost of one of many touched rows, in nanoseconds, without showing it.
  private var key = Self.usualKey
  /// The time that it took to show the last patch of many rows.
  private var shown: (time: ApplyDuration, count: Int)?

  /// The number of keys that are always read one by one, so that noise does not disable the plan.
  private static let fewKeys = 16
  private static let usualKey = 2_500.0

  /// Returns whether running the query again costs less.
  func prefersRerun(forKeys count: Int) -> Bool {
    if count <= Self.fewKeys { return false }
    let showing = shown.map { $0.time.nanoseconds / Double($0.count) } ?? 0
    return (key + showing) * Double(count) > run
  }

  /// Records how long running the query took, from a start until now.
  ///
  /// While rows are not patched, the recorded cost of patching fades, since it may have been an
  /// outlier.
  mutating func didRun(since start: ContinuousClock.Instant) {
    run = nanoseconds(since: start)
    key += (Self.usualKey - key) / 16
  }

  /// Records how long patching touched rows took.
  ///
  /// Few rows are not recorded: a single row costs many times as much as one among many.
  mutating func didPatch(keys count: Int, since start: ContinuousClock.Instant) {
    if count <= Self.fewKeys { return }
    key = key / 2 + nanoseconds(since: start) / Double(count) / 2
  }

  /// Has the application of a patch measured when it is shown.
  mutating func willShow<Value>(_ change: ResultChange<Value>?, ofKeys count: Int) {
    guard count > Self.fewKeys, case .patched(let patch) = change else { return }
    shown = (patch.shownTime, count)
  }

  private func nanoseconds(since start: ContinuousClock.Instant) -> Double {
    (ContinuousClock.now - start).nanoseconds
  }
}

/// The time that it took to apply a patch to the shown result.
///
/// State: an atomic number.
final class ApplyDuration: Sendable {
  private let count = Atomic<Int>(0)

  var nanoseconds: Double { Double(count.load(ordering: .relaxed)) }

  /// Measures the duration of a closure.
  func measure<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let start = ContinuousClock.now
    try body()
    set(ContinuousClock.now - start)
  }

  /// Records a duration.
  func set(_ duration: Duration) {
    count.store(Int(duration.nanoseconds), ordering: .relaxed)
  }
}

extension Duration {
  /// The duration in nanoseconds.
  fileprivate var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }
}
