import DatabaseTypes
public import SQLiteDatabase

/// The default number of pages between two progress reports: a mebibyte at the usual page size.
public let defaultBackupPagesPerStep = 256

extension DatabaseReader {
  /// Copies the database into another one, whose content is replaced.
  ///
  /// ```swift
  /// let copy = try DatabaseQueue(path: "backup.db")
  /// try database.backup(to: copy) { print($0.completedPageCount, "of", $0.totalPageCount) }
  /// ```
  ///
  /// The copy is a snapshot, whatever is written to the database meanwhile. It is committed to the
  /// destination in one step: if the backup fails, the destination is unchanged. No one else uses
  /// the destination meanwhile, and its observers are then notified that everything changed.
  ///
  /// - Parameters:
  ///   - destination: The database to copy to.
  ///   - pagesPerStep: The number of pages between two calls of `progress`; `nil` for all pages.
  ///   - progress: Called after each step, including the last. If it throws before the last step,
  ///     the backup ends.
  /// - Throws: ``DatabaseError`` with `.busy` if the destination stays locked for longer than its
  ///   configuration waits, or an error of `progress`.
  ///
  /// https://www.sqlite.org/backup.html
  public func backup(
    to destination: any DatabaseWriter,
    pagesPerStep: Int? = defaultBackupPagesPerStep,
    progress: (DatabaseBackupProgress) throws -> Void = { _ in }
  ) throws {
    try DatabasePair(self, destination).withBoth { source, destination in
      try source.copyContent(to: destination, pagesPerStep: pagesPerStep, progress: progress)
    }
  }

  /// Copies the database into another one, whose content is replaced.
  ///
  /// See the synchronous form for details. Cancelling the task ends the backup and leaves the
  /// destination unchanged.
  ///
  /// - Parameters:
  ///   - destination: The database to copy to.
  ///   - pagesPerStep: The number of pages between two calls of `progress`; `nil` for all pages.
  ///   - progress: Called after each step, including the last, on another thread. If it throws
  ///     before the last step, the backup ends.
  /// - Throws: ``DatabaseError``, `CancellationError`, or an error of `progress`.
  public func backup(
    to destination: any DatabaseWriter,
    pagesPerStep: Int? = defaultBackupPagesPerStep,
    progress: @escaping @Sendable (DatabaseBackupProgress) throws -> Void = { _ in }
  ) async throws {
    try await DatabasePair(self, destination).withBoth { source, destination in
      try source.copyContent(to: destination, pagesPerStep: pagesPerStep, progress: progress)
    }
  }
}
