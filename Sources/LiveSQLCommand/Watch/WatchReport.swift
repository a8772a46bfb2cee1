import DatabaseTypes
import IncrementalQueries
import LiveEngine
import LiveQueries

/// A line of `livesql watch` for programs: the effect of one commit on the result.
///
/// ```json
/// {"commit":3,"origin":"otherProcess","inserted":[{"id":7,"size":2}],"updated":[],"removed":[]}
/// ```
///
/// - `commit`: The number of the last commit that the result includes, counted since the watch
///   began; commits that do not change the result are counted but have no line.
/// - `origin`: `initial` in the first line, whose `inserted` is the whole result; then
///   `otherProcess` or `thisProcess`.
/// - `inserted`, `updated`, `removed`: Rows as objects by column name; the second of two columns
///   with the same name is called `name_2`. `updated` has the new values, `removed` the last ones.
///   A row that only changed its place is in none of them.
/// - `stats`: If requested: `plan`, `updates`, `patched`, `run` and `milliseconds` since the watch
///   began.
///
/// Values are those of ``JSONRowWriter``: a blob is `{"base64":"…"}`.
struct WatchReport: Sendable {
  /// The cause of a line.
  enum Origin: String, Sendable, Hashable {
    case initial, thisProcess, otherProcess
  }

  /// The number of the commit.
  var commit: Int
  /// The cause of the line.
  var origin: Origin
  /// The inserted rows.
  var inserted: [Row] = []
  /// The updated rows, with their new values.
  var updated: [Row] = []
  /// The removed rows.
  var removed: [Row] = []
  /// The statistics of the query, if requested.
  var statistics: LiveQueryStatistics?
}

extension WatchReport {
  /// Returns the report as an object, with its members in this order.
  ///
  /// - Parameters:
  ///   - names: The columns' names, made unique.
  ///   - areJSON: Whether the texts of each column already are JSON; none by default.
  func json(names: [String], areJSON: [Bool] = []) -> JSON {
    let members: JSON = [
      "commit": .integer(Int64(commit)), "origin": .string(origin.rawValue),
      "inserted": Self.json(inserted, names, areJSON),
      "updated": Self.json(updated, names, areJSON),
      "removed": Self.json(removed, names, areJSON),
    ]
    guard let statistics, case .object(let known) = members else { return members }
    return .object(known + [.init(name: "stats", value: Self.json(statistics))])
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

  private static func json(_ rows: [Row], _ names: [String], _ areJSON: [Bool]) -> JSON {
    .array(rows.map { JSON(names: names, values: $0.values, areJSON: areJSON) })
  }
}
