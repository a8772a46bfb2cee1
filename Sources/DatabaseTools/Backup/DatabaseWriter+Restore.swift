import DatabaseTypes
import SQLite
public import SQLiteDatabase

extension DatabaseWriter {
  /// Replaces the content by that of another database, which stays as it is.
  ///
  /// The source is checked before: one that is damaged is refused, and nothing is overwritten. All is committed at once,
  /// while nobody reads, so that a reader sees either the old content or the new one. Observers and subscribers are told
  /// that everything changed, and nothing that was known of the schema is used any longer.
  ///
  /// - Parameters:
  ///   - source: Where the content comes from.
  ///   - pagesPerStep: How many pages are copied between two calls of `progress`; `nil` for all.
  ///   - progress: Called after each step, also the last. An error that it throws before ends the restore.
  /// - Throws: ``DatabaseError`` with `.corrupt` for a damaged source, with `.busy` where this database stays locked or
  ///   read, or what `progress` throws. This database is as it was then.
  public func restore(
    from source: any DatabaseReader,
    pagesPerStep: Int? = defaultBackupPagesPerStep,
    progress: (DatabaseBackupProgress) throws -> Void = { _ in }
  ) throws {
    try DatabasePair(source, self).use { source, destination in
      try source.checkIsSound()
      try source.copyContent(to: destination, pagesPerStep: pagesPerStep, progress: progress)
    }
  }

  /// Replaces the content by that of another database, which stays as it is.
  ///
  /// The synchronous form tells more. Cancelling the task ends the restore, and this database is as it was.
  ///
  /// - Parameters:
  ///   - source: Where the content comes from.
  ///   - pagesPerStep: How many pages are copied between two calls of `progress`; `nil` for all.
  ///   - progress: Called after each step, also the last, on another thread. An error that it throws before ends the
  ///     restore.
  /// - Throws: ``DatabaseError``, `CancellationError`, or what `progress` throws.
  public func restore(
    from source: any DatabaseReader,
    pagesPerStep: Int? = defaultBackupPagesPerStep,
    progress: @escaping @Sendable (DatabaseBackupProgress) throws -> Void = { _ in }
  ) async throws {
    try await DatabasePair(source, self).use { source, destination in
      try source.checkIsSound()
      try source.copyContent(to: destination, pagesPerStep: pagesPerStep, progress: progress)
    }
  }

  /// Replaces the content by that of a file, which stays as it is.
  ///
  /// ```swift
  /// try database.restore(from: "backup.db")
  /// ```
  ///
  /// The form that takes a database tells more.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - pagesPerStep: How many pages are copied between two calls of `progress`; `nil` for all.
  ///   - progress: Called after each step, also the last. An error that it throws before ends the restore.
  /// - Throws: ``DatabaseError`` with `.cannotOpen` or `.notADatabase` for the file, and as the other form.
  public func restore(
    from path: String,
    pagesPerStep: Int? = defaultBackupPagesPerStep,
    progress: (DatabaseBackupProgress) throws -> Void = { _ in }
  ) throws {
    let source = try DatabaseQueue(source: path, configuration)
    try DatabasePair(own: source, self).use { source, destination in
      try source.checkIsSound()
      try source.copyContent(to: destination, pagesPerStep: pagesPerStep, progress: progress)
    }
  }

  /// Replaces the content by that of a file, which stays as it is.
  ///
  /// The synchronous form that takes a database tells more. Cancelling the task ends the restore, and this database is as
  /// it was.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - pagesPerStep: How many pages are copied between two calls of `progress`; `nil` for all.
  ///   - progress: Called after each step, also the last, on another thread. An error that it throws before ends the
  ///     restore.
  /// - Throws: ``DatabaseError``, `CancellationError`, or what `progress` throws.
  public func restore(
    from path: String,
    pagesPerStep: Int? = defaultBackupPagesPerStep,
    progress: @escaping @Sendable (DatabaseBackupProgress) throws -> Void = { _ in }
  ) async throws {
    let configuration = configuration
    // Opening reads files, which no thread of the cooperative pool should wait for.
    let source = try await ConnectionExecutor(label: "LiveSQL.restore").run {
      try DatabaseQueue(source: path, configuration)
    }
    try await DatabasePair(own: source, self).use { source, destination in
      try source.checkIsSound()
      try source.copyContent(to: destination, pagesPerStep: pagesPerStep, progress: progress)
    }
  }
}

extension DatabaseQueue {
  /// Opens a file to copy it, with the functions and collations that its indexes may need.
  convenience init(source path: String, _ configuration: Configuration) throws {
    var configuration = configuration
    configuration.readOnly = true
    configuration.observesExternalChanges = false
    try self.init(path: path, configuration: configuration)
  }
}

extension Database {
  /// Throws where the database is damaged.
  fileprivate func checkIsSound() throws {
    let answer: DatabaseValue
    do { answer = try pragma("integrity_check(1)") } catch {
      if cancellation?.isCancelled == true { throw CancellationError() }
      throw error
    }
    guard answer != "ok" else { return }
    throw DatabaseError(
      code: .corrupt,
      message:
        "The source is damaged, and was not restored from: \(answer.text(at: 0) ?? "unknown"). "
        + "Restore from another backup.",
      resultCode: .corrupt,
      path: path
    )
  }
}
