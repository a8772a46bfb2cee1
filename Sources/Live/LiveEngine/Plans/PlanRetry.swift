import IncrementalQueries

/// The wait until a plan is tried again that was given up because of the rows.
///
/// Other rows may allow it. An attempt in vain costs as much as a few runs of the query. So it is
/// made after a number of runs that doubles with each attempt, up to a limit, so that no plan is
/// given up forever. It is also made, earlier, when the result has half as many rows as at each of
/// the attempts since the last one that was due by the number of runs. A result with few and many
/// rows in turn thus causes an attempt for each halving, and not for each swing.
struct PlanRetry: Sendable {
  private var distance: Int
  private var runCount = 0
  /// The smallest number of rows for which an attempt is known to be in vain.
  private var failedRowCount: Int
  /// Whether the last attempt was due because of few rows.
  private var isEarly = false
  /// The number of attempts after which the distance stays as it is.
  private var steadyCount: Int

  /// The largest distance.
  private static let longestDistance = 1024

  /// Creates the wait after the first attempt.
  ///
  /// - Parameters:
  ///   - rowCount: The number of rows of the result.
  ///   - distance: The number of runs until the next attempt.
  ///   - steadyCount: The number of attempts in vain until the distance grows.
  init(rowCount: Int, distance: Int = 16, steadyCount: Int = 0) {
    failedRowCount = rowCount
    (self.distance, self.steadyCount) = (distance, steadyCount)
  }

  /// Creates the wait after the first attempt, which failed for a reason.
  ///
  /// Single rows are often corrected soon, and an attempt that fails because of them costs little
  /// more than a run. So the first few attempts follow one another.
  init(rowCount: Int, after reason: LivePlan.Reason) {
    switch reason {
    case .repeatedKey, .undecodableRow, .failingRow:
      self.init(rowCount: rowCount, distance: 1, steadyCount: 8)
    default: self.init(rowCount: rowCount)
    }
  }

  /// Records that the query has to run again.
  ///
  /// - Parameter rowCount: The number of rows of the previous result.
  /// - Returns: Whether to try the plan again.
  mutating func isDue(rowCount: Int) -> Bool {
    runCount += 1
    if runCount >= distance { return true }
    guard rowCount < failedRowCount, rowCount <= failedRowCount / 2 else { return false }
    (failedRowCount, isEarly) = (rowCount, true)
    return true
  }

  /// Returns the wait after an attempt in vain.
  ///
  /// - Parameters:
  ///   - earlier: The wait after the attempt before it; `nil` for the first one.
  ///   - rowCount: The number of rows of the result.
  ///   - reason: The reason for which it failed, if the first few attempts depend on it.
  static func next(
    after earlier: PlanRetry?,
    rowCount: Int,
    since reason: LivePlan.Reason? = nil
  ) -> PlanRetry {
    if let earlier { return earlier.doubled(rowCount: rowCount) }
    return reason.map { PlanRetry(rowCount: rowCount, after: $0) } ?? PlanRetry(rowCount: rowCount)
  }

  /// Returns the wait after another attempt in vain.
  func doubled(rowCount: Int) -> PlanRetry {
    PlanRetry(
      rowCount: isEarly ? min(failedRowCount, rowCount) : rowCount,
      distance: steadyCount > 0 ? distance : min(2 * distance, Self.longestDistance),
      steadyCount: max(steadyCount - 1, 0)
    )
  }
}
