public import SQLiteDatabase

extension Database {
  /// Copies the database of this access into that of another one, whose content is replaced.
  ///
  /// ```swift
  /// try source.read { db in
  ///   try destination.writeWithoutTransaction { copy in try db.backup(to: copy) }
  /// }
  /// ```
  ///
  /// It blocks the thread. See ``DatabaseReader/backup(to:pagesPerStep:progress:)`` for two
  /// databases, which is safe from deadlocks.
  ///
  /// - Parameters:
  ///   - destination: The database to copy to. It must not be in a transaction.
  ///   - pagesPerStep: The number of pages between two calls of `progress`; `nil` for all pages.
  ///   - progress: Called after each step. If it throws before the last step, the backup ends.
  /// - Throws: ``DatabaseError``, or an error of `progress`.
  public func backup(
    to destination: Database,
    pagesPerStep: Int? = nil,
    progress: (DatabaseBackupProgress) throws -> Void = { _ in }
  ) throws {
    guard destination !== self else {
      throw DatabaseError(code: .misuse, message: "A database cannot be copied into itself.")
    }
    try checkAccess()
    try destination.checkAccess()
    try copyContent(to: destination, pagesPerStep: pagesPerStep, progress: progress)
  }
}
