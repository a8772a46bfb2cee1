import SQLiteDatabase

/// The progress of a backup or a restore.
public struct DatabaseBackupProgress: Sendable, Hashable {
  /// The number of pages that remain to be copied.
  public let remainingPageCount: Int
  /// The number of pages of the source.
  public let totalPageCount: Int

  /// Creates a progress report.
  public init(remainingPageCount: Int, totalPageCount: Int) {
    self.remainingPageCount = remainingPageCount
    self.totalPageCount = totalPageCount
  }

  /// The number of pages that have been copied.
  public var completedPageCount: Int { max(totalPageCount, 0) - max(remainingPageCount, 0) }

  /// Whether all pages are copied and the destination is committed.
  public var isCompleted: Bool { remainingPageCount == 0 }
}
