/// The progress of a copy between a file and a PostgreSQL database.
public struct DatabaseCopyProgress: Sendable, Hashable {
  /// The number of rows that have been copied.
  public let completedRowCount: Int
  /// The number of rows of all tables.
  public let totalRowCount: Int

  /// Creates a progress report.
  public init(completedRowCount: Int, totalRowCount: Int) {
    (self.completedRowCount, self.totalRowCount) = (completedRowCount, totalRowCount)
  }
}

/// Counts the rows of a copy, and reports them now and then.
struct CopyMeter {
  private let report: ((DatabaseCopyProgress) throws -> Void)?
  private let total: Int
  private var count = 0

  init(total: Int, report: ((DatabaseCopyProgress) throws -> Void)?) {
    (self.total, self.report) = (total, report)
  }

  /// Counts a row.
  mutating func addRow() throws {
    count += 1
    guard let report, count.isMultiple(of: 256) || count == total else { return }
    try report(DatabaseCopyProgress(completedRowCount: count, totalRowCount: total))
  }
}
