import DatabaseTypes
public import SQLiteDatabase

/// How many pages a backup copies between two looks at its progress: a mebibyte of pages of the usual size.
public let defaultBackupPagesPerStep = 256

extension DatabaseReader {
  /// Copies the database into another one, whose content is replaced.
  ///
  /// ```swift
  /// let copy = try DatabaseQueue(path: "backup.db")
  /// try database.backup(to: copy) { print($0.completedPageCount, "of", $0.totalPageCount) }
  /// ```
  ///
  /// What is copied is of one moment, whatever is written to the database meanwhile. All of it is committed to the
  /// destination at once: where the backup fails, the destination is as it was. Nobody else uses the destination
  /// meanwhile, and those who observe it are told that everything changed.
  ///
  /// - Parameters:
  ///   - destination: Where the copy goes.
  ///   - pagesPerStep: How many pages are copied between two calls of `progress`; `nil` for all.
  ///   - progress: Called after each step, also the last. An error that it throws before ends the backup.
  /// - Throws: ``DatabaseError`` with `.busy` where the destination stays locked for longer than its configuration waits,
  ///   or what `progress` throws.
  ///
  /// https://www.sqlite.org/backup.html
  public func backup(
    to destination: any DatabaseWriter,
    pagesPerStep: Int? = defaultBackupPagesPerStep,
    progress: (DatabaseBackupProgress) throws -> Void = { _ in }
  ) throws {
    try DatabasePair(self, destination).use { source, destination in
      try source.copyContent(to: destination, pagesPerStep: pagesPerStep, progress: progress)
    }
  }

  /// Copies the database into another one, whose content is replaced.
  ///
  /// The synchronous form tells more. Cancelling the task ends the backup, and the destination is as it was.
  ///
  /// - Parameters:
  ///   - destination: Where the copy goes.
  ///   - pagesPerStep: How many pages are copied between two calls of `progress`; `nil` for all.
  ///   - progress: Called after each step, also the last, on another thread. An error that it throws before ends the
  ///     backup.
  /// - Throws: ``DatabaseError``, `CancellationError`, or what `progress` throws.
  public func backup(
    to destination: any DatabaseWriter,
    pagesPerStep: Int? = defaultBackupPagesPerStep,
    progress: @escaping @Sendable (DatabaseBackupProgress) throws -> Void = { _ in }
  ) async throws {
    try await DatabasePair(self, destination).use { source, destination in
      try source.copyContent(to: destination, pagesPerStep: pagesPerStep, progress: progress)
    }
  }
}
