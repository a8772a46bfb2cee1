import IncrementalQueries
import LiveEngine

/// A line of `livesql watch` for programs: a record of the effect of one commit on the result.
///
/// The commits are counted since the watch began; those that do not change the result are counted
/// but have no line. If requested, `stats` has `plan`, `updates`, `patched`, `run`, `rows` and
/// `milliseconds` since the watch began.
struct WatchReport: Sendable {
  /// The effect of the commit.
  let record: ChangeRecord
  /// The statistics of the query, if requested.
  var statistics: LiveQueryStatistics?

  init(_ update: LiveQueryUpdate, statistics: LiveQueryStatistics? = nil) {
    record = ChangeRecord(update)
    self.statistics = statistics
  }
}

extension WatchReport {
  /// Returns the report as an object on one line.
  ///
  /// - Parameter areJSON: Whether the texts of each column already are JSON; none by default.
  func json(areJSON: [Bool] = []) -> JSON {
    let further = statistics.map { "\"stats\":\(Self.json($0).text)" }
    return .verbatim(record.json(areJSON: areJSON, adding: further))
  }

  private static func json(_ statistics: LiveQueryStatistics) -> JSON {
    [
      "plan": .string(statistics.plan?.description ?? ""),
      "updates": .integer(Int64(statistics.updateCount)),
      "patched": .integer(Int64(statistics.patchCount)),
      "run": .integer(Int64(statistics.runCount)),
      "rows": .integer(Int64(statistics.steppedRowCount)),
      "milliseconds": .real(statistics.duration / .milliseconds(1)),
    ]
  }
}
