import DatabaseTypes
import Foundation
public import IncrementalQueries

/// The work that a live query has done so far.
///
/// ```swift
/// for query in database.liveQueryStatistics { print(query) }
/// // SELECT … FROM "reminders" …: ordered patch, 12 updates (12 patched, 0 run again), 0.4 ms
/// ```
public struct LiveQueryStatistics: Sendable, CustomStringConvertible {
  /// Its SQL, with `?` in place of values; what it is, where it is not SQL.
  public let sql: String
  /// How its result is kept; `nil` before it was read.
  public let plan: LivePlan?
  /// How many properties, sequences and observations it tells.
  public let subscriberCount: Int
  /// How many results have been published.
  public let updateCount: Int
  /// How often rows that were touched were all that was read.
  public let patchCount: Int
  /// How often the whole query ran.
  public let runCount: Int
  /// How often reading it failed.
  public let failureCount: Int
  /// How often a patch did not fit the result, which is a fault of the library: the query was run again.
  public let failedPatchCount: Int
  /// How many rows SQLite gave for all of that: a patch takes a few, a run as many as the result has.
  public let steppedRowCount: Int
  /// How long all of that took.
  public let duration: Duration
  /// What made it read last.
  public let lastCause: LiveQueryUpdate.Cause?

  /// In one line.
  public var description: String {
    let plan = plan.map(String.init(describing:)) ?? "not read yet"
    let updates = plural(updateCount, "update")
    return "\(sql): \(plan), \(updates) (\(patchCount) patched, \(runCount) run), "
      + "\(plural(steppedRowCount, "row")) stepped, \(duration.formatted(.units(allowed: [.milliseconds], fractionalPart: .show(length: 2))))"
  }
}

/// The numbers of a live query.
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

  mutating func add(_ result: LiveQueryResult) {
    duration += result.duration
    steppedRows += result.steppedRowCount
    lastCause = result.run.mark.cause
    switch result.outcome.change {
    case .failed:
      failures += 1
      return
    case .changed: updates += 1
    case .unchanged: break
    }
    if result.outcome.isPatch { patches += 1 } else { runs += 1 }
  }
}

extension LiveQueryState {
  /// What it has done so far.
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
