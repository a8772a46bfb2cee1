import DatabaseTypes
import IncrementalQueries
import LiveEngine
import LiveQueries

/// A line of `livesql watch` for programs: what one commit did to the result.
///
/// ```json
/// {"commit":3,"origin":"otherProcess","inserted":[{"id":7,"city":"Lyon"}],"updated":[],"removed":[]}
/// ```
///
/// - `commit`: The number of the last commit that the result holds, counted since the watch began; commits that do
///   not change the result are counted and have no line.
/// - `origin`: `initial` in the first line, whose `inserted` is the whole result; then `otherProcess`, or
///   `thisProcess`.
/// - `inserted`, `updated`, `removed`: Rows as objects by column name; of two columns with one name the second
///   is called `name_2`. `updated` has the new values, `removed` the last ones. A row that only changed its place
///   is in none of them.
///
/// - `stats`: Where it was asked for: `plan`, `updates`, `patched`, `run` and `milliseconds` since the watch began.
///
/// Values are those of ``JSON/init(_:)``: a blob is `{"base64":"…"}`.
struct WatchReport: Sendable {
  /// What made the watch look again.
  enum Origin: String, Sendable, Hashable {
    case initial, thisProcess, otherProcess
  }

  /// The number of the commit.
  var commit: Int
  /// What made the watch look again.
  var origin: Origin
  /// The rows that came.
  var inserted: [Row] = []
  /// The rows that have other values, with the new ones.
  var updated: [Row] = []
  /// The rows that went.
  var removed: [Row] = []
  /// What the query has done so far, where that is told.
  var statistics: LiveQueryStatistics?
}

extension WatchReport {
  /// The report as an object; its members stand in this order.
  ///
  /// - Parameters:
  ///   - names: The columns' names, made unique.
  ///   - areJSON: Of which columns the texts are JSON already; of none unless given.
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
