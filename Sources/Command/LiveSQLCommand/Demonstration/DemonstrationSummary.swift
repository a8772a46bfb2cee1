import LiveEngine
import LiveQueries
import Terminal

/// The results of a demonstration.
struct DemonstrationSummary: Presentable {
  /// The number of orders that the second process places, one commit each.
  let orders: Int
  /// The number of differences that arrived.
  private(set) var differences = 0
  /// The times from just before each commit to its difference.
  private(set) var latencies: [Duration] = []
  /// The times from the return of each of this program's own commits to the patched result.
  var patches: [Duration] = []
  /// Whether the final results equal those of the queries run from scratch.
  var isExact = false

  init(orders: Int) { self.orders = orders }

  mutating func add(_ update: LiveQueryUpdate, _ latencies: [Duration]) {
    differences += 1
    self.latencies += latencies
  }

  /// Whether all commits arrived and the result is right.
  var isSuccess: Bool { isExact && latencies.count == orders }

  /// The median of the latencies; for an even number, the mean of the middle two.
  var medianLatency: Duration { Self.median(latencies) }

  private static func median(_ durations: [Duration]) -> Duration {
    let sorted = durations.sorted()
    guard !sorted.isEmpty else { return .zero }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// The form for programs.
  ///
  /// Its members are `commits`, `differences`, `medianLatencyMilliseconds`,
  /// `largestLatencyMilliseconds`, `patches`, `medianPatchMilliseconds` and `isExact`.
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
      ? Line("The results equal those of running the queries again.", .success)
      : Line("A result differs from that of running its query again.", .failure)
    return ["", Line(counts, .heading), Line(own, .heading), check]
  }
}
