/// The wait until a plan is tried again that was given up because of the rows.
///
/// Other rows may allow it. An attempt in vain costs as much as a few runs of the query. So it is
/// made after a number of runs that doubles with each attempt, or when the result has half as many
/// rows as before.
struct PlanRetry: Sendable {
  private var distance = 16
  private var runCount = 0
  /// The largest number of rows since the last attempt.
  private var rowCount: Int

  /// The largest distance, so that the plan is not given up forever.
  private static let longestDistance = 1024

  /// Creates the wait after the first attempt.
  ///
  /// - Parameter rowCount: The number of rows of the result.
  init(rowCount: Int) { self.rowCount = rowCount }

  /// Records that the query has to run again.
  ///
  /// - Parameter rowCount: The number of rows of the previous result.
  /// - Returns: Whether to try the plan again.
  mutating func isDue(rowCount: Int) -> Bool {
    runCount += 1
    self.rowCount = max(self.rowCount, rowCount)
    return runCount >= distance || rowCount < self.rowCount && rowCount <= self.rowCount / 2
  }

  /// Returns the wait after another attempt in vain.
  func doubled(rowCount: Int) -> PlanRetry {
    var next = PlanRetry(rowCount: rowCount)
    next.distance = min(2 * distance, Self.longestDistance)
    return next
  }
}
