/// The progress of writing the rows of a query.
///
/// How many rows there will be is not known before the query has run.
public struct RowDumpProgress: Sendable, Hashable {
  /// The number of rows that have been written.
  public let completedRowCount: Int
  /// Whether all rows have been written.
  public let isComplete: Bool

  /// Creates a progress report.
  public init(completedRowCount: Int, isComplete: Bool) {
    (self.completedRowCount, self.isComplete) = (completedRowCount, isComplete)
  }
}

/// A meter that reports the progress every thousand rows, and at the end.
package struct RowDumpMeter {
  private var count = 0

  package init() {}

  package mutating func didWriteRow(_ progress: (RowDumpProgress) throws -> Void) throws {
    count += 1
    guard count.isMultiple(of: 1_000) else { return }
    try progress(RowDumpProgress(completedRowCount: count, isComplete: false))
  }

  package func end(_ progress: (RowDumpProgress) throws -> Void) throws {
    try progress(RowDumpProgress(completedRowCount: count, isComplete: true))
  }
}
