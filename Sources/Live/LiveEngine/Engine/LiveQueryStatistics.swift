import DatabaseTypes
import Foundation
public import IncrementalQueries

/// The work that a live query has done so far.
///
/// ```swift
/// for query in database.liveQueryStatistics { print(query) }
/// // SELECT … FROM "reminders" …: ordered patch, 12 updates (12 patched, 0 run), …
/// ```
public struct LiveQueryStatistics: Sendable, CustomStringConvertible {
  /// The SQL, with `?` in place of values, or a description if it is not SQL.
  public let sql: String
  /// The plan by which its result is kept up to date; `nil` before it was read.
  public let plan: LivePlan?
  /// The number of properties, sequences and observations that it notifies.
  public let subscriberCount: Int
  /// The number of results that have been published.
  public let updateCount: Int
  /// The number of times that only touched rows were read.
  public let patchCount: Int
  /// The number of times that the whole query ran.
  public let runCount: Int
  /// The number of times that reading it failed.
  public let failureCount: Int
  /// The number of patches that did not fit the result, after which the query was run again.
  ///
  /// That is a fault of the library.
  public let failedPatchCount: Int
  /// The number of rows that SQLite stepped through for all of that.
  ///
  /// A patch takes a few; a run takes as many as the result has.
  public let steppedRowCount: Int
  /// The time that all of that took.
  public let duration: Duration
  /// The cause of the last reading.
  public let lastCause: LiveQueryUpdate.Cause?

  /// A summary in one line.
  public var description: String {
    let plan = plan.map(String.init(describing:)) ?? "not read yet"
    let updates = plural(updateCount, "update")
    return "\(sql): \(plan), \(updates) (\(patchCount) patched, \(runCount) run), "
      + "\(plural(steppedRowCount, "row")) stepped, \(duration.formatted(.units(allowed: [.milliseconds], fractionalPart: .show(length: 2))))"
  }
}

/// The counters of a live query.
struct LiveQueryCounts: Sendable {
  private(set) var updates = 0
  private(set) var patches = 0
  private(set) var runs = 0
  private(set) var failures = 0
  private(set) var failedPatches = 0
  private(set) var steppedRows = 0
  private(set) var duration = Duration.zero
  private(set) var lastCause: LiveQueryUpdate.Cause?

  mutating func patchFailed() { failedPatches += 1 }

  mutating func add(_ refresh: QueryRefresh) {
    duration += refresh.duration
    steppedRows += refresh.steppedRowCount
    lastCause = refresh.run.mark.cause
    switch refresh.change {
    case .failed:
      failures += 1
      return
    case .changed: updates += 1
    case .unchanged: break
    }
    if refresh.isPatch { patches += 1 } else { runs += 1 }
  }
}

extension LiveQueryState {
  /// The work that it has done so far.
  var statistics: LiveQueryStatistics {
    LiveQueryStatistics(
      sql: core.text,
      plan: core.plan,
      subscriberCount: allSinks.count,
      updateCount: counts.updates,
      patchCount: counts.patches,
      runCount: counts.runs,
      failureCount: counts.failures,
      failedPatchCount: counts.failedPatches,
      steppedRowCount: counts.steppedRows,
      duration: counts.duration,
      lastCause: counts.lastCause
    )
  }
}
