import LiveEngine
import LiveQueries

/// What a demonstration has shown.
struct DemonstrationSummary: Presentable {
  /// The orders that the second process was to place, one commit each.
  let orders: Int
  /// The differences that arrived.
  private(set) var differences = 0
  /// For each commit the time from just before it to the difference.
  private(set) var latencies: [Duration] = []
  /// For each of this program's own commits the time from its return to the patched result.
  var patches: [Duration] = []
  /// Whether the last results are those of the queries run afresh.
  var isExact = false

  init(orders: Int) { self.orders = orders }

  mutating func add(_ update: LiveQueryUpdate, _ latencies: [Duration]) {
    differences += 1
    self.latencies += latencies
  }

  /// Whether all commits arrived, and the result is right.
  var isSuccess: Bool { isExact && latencies.count == orders }

  /// The middle one of the latencies; of an even count the mean of the middle two.
  var medianLatency: Duration { Self.median(latencies) }

  private static func median(_ durations: [Duration]) -> Duration {
    let sorted = durations.sorted()
    guard !sorted.isEmpty else { return .zero }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// The members `commits`, `differences`, `medianLatencyMilliseconds`, `largestLatencyMilliseconds`, `patches`,
  /// `medianPatchMilliseconds`, `isExact`.
  var json: JSON {
    [
      "commits": .integer(Int64(latencies.count)), "differences": .integer(Int64(differences)),
      "medianLatencyMilliseconds": .real(medianLatency / .milliseconds(1)),
      "largestLatencyMilliseconds": .real((latencies.max() ?? .zero) / .milliseconds(1)),
      "patches": .integer(Int64(patches.count)),
      "medianPatchMilliseconds": .real(Self.median(patches) / .milliseconds(1)),
      "isExact": .bool(isExact),
    ]
  }

  func lines(width: Int?) -> [Line] {
    let times =
      "median latency \(describe(medianLatency)), largest \(describe(latencies.max() ?? .zero))"
    let counts =
      "\(counted(latencies.count, "commit")) of a second process, "
      + "\(counted(differences, "difference")), \(times)."
    let own =
      "\(counted(patches.count, "commit")) of this process, patched in a median of "
      + "\(describe(Self.median(patches))) after they returned."
    let check =
      isExact
      ? Line("The results are those of the queries run afresh.", .success)
      : Line("A result differs from that of its query run afresh.", .failure)
    return ["", Line(counts, .heading), Line(own, .heading), check]
  }
}
