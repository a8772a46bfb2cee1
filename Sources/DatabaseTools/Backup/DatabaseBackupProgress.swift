import SQLiteDatabase

/// How far a backup or a restore is.
public struct DatabaseBackupProgress: Sendable, Hashable {
  /// The pages that are left to copy.
  public let remainingPageCount: Int
  /// The pages of the source.
  public let totalPageCount: Int

  /// Makes a progress.
  public init(remainingPageCount: Int, totalPageCount: Int) {
    self.remainingPageCount = remainingPageCount
    self.totalPageCount = totalPageCount
  }

  /// The pages that are copied.
  public var completedPageCount: Int { totalPageCount - remainingPageCount }

  /// Whether all is copied, and the destination committed.
  public var isCompleted: Bool { remainingPageCount == 0 }
}
