import DatabaseTypes
import SQLite
public import SQLiteDatabase

extension DatabaseWriter {
  /// Replaces the content with that of another database, which is not modified.
  ///
  /// The source is checked first: if it is damaged, the restore fails and nothing is overwritten.
  /// Everything is committed in one step while no one reads, so a reader sees either the old
  /// content or the new one. Observers and subscribers are notified that everything changed, and
  /// everything cached about the schema is dropped.
  ///
  /// - Parameters:
  ///   - source: The database to copy from.
  ///   - pagesPerStep: The number of pages between two calls of `progress`; `nil` for all pages.
  ///   - progress: Called after each step, including the last. If it throws before the last step,
  ///     the restore ends.
  /// - Throws: ``DatabaseError`` with `.corrupt` for a damaged source, with `.busy` if this
  ///   database stays locked or in use by readers, or an error of `progress`. Then this database is
  ///   unchanged.
  public func restore(
    from source: any DatabaseReader,
    pagesPerStep: Int? = defaultBackupPagesPerStep,
    progress: (DatabaseBackupProgress) throws -> Void = { _ in }
  ) throws {
    try DatabasePair(source, self).withBoth { source, destination in
      try source.checkIntegrity()
      try source.copyContent(to: destination, pagesPerStep: pagesPerStep, progress: progress)
    }
  }

  /// Replaces the content with that of another database, which is not modified.
  ///
  /// See the synchronous form for details. Cancelling the task ends the restore and leaves this
  /// database unchanged.
  ///
  /// - Parameters:
  ///   - source: The database to copy from.
  ///   - pagesPerStep: The number of pages between two calls of `progress`; `nil` for all pages.
  ///   - progress: Called after each step, including the last, on another thread. If it throws
  ///     before the last step, the restore ends.
  /// - Throws: ``DatabaseError``, `CancellationError`, or an error of `progress`.
  public func restore(
    from source: any DatabaseReader,
    pagesPerStep: Int? = defaultBackupPagesPerStep,
    progress: @escaping @Sendable (DatabaseBackupProgress) throws -> Void = { _ in }
  ) async throws {
    try await DatabasePair(source, self).withBoth { source, destination in
      try source.checkIntegrity()
      try source.copyContent(to: destination, pagesPerStep: pagesPerStep, progress: progress)
    }
  }

  /// Replaces the content with that of a file, which is not modified.
  ///
  /// ```swift
  /// try database.restore(from: "backup.db")
  /// ```
  ///
  /// See the form that takes a database for details.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - pagesPerStep: The number of pages between two calls of `progress`; `nil` for all pages.
  ///   - progress: Called after each step, including the last. If it throws before the last step,
  ///     the restore ends.
  /// - Throws: ``DatabaseError`` with `.cannotOpen` or `.notADatabase` for the file, and the errors
  ///   of the other form.
  public func restore(
    from path: String,
    pagesPerStep: Int? = defaultBackupPagesPerStep,
    progress: (DatabaseBackupProgress) throws -> Void = { _ in }
  ) throws {
    let source = try DatabaseQueue(source: path, configuration)
    try DatabasePair(unshared: source, self).withBoth { source, destination in
      try source.checkIntegrity()
      try source.copyContent(to: destination, pagesPerStep: pagesPerStep, progress: progress)
    }
  }

  /// Replaces the content with that of a file, which is not modified.
  ///
  /// See the synchronous form that takes a database for details. Cancelling the task ends the
  /// restore and leaves this database unchanged.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - pagesPerStep: The number of pages between two calls of `progress`; `nil` for all pages.
  ///   - progress: Called after each step, including the last, on another thread. If it throws
  ///     before the last step, the restore ends.
  /// - Throws: ``DatabaseError``, `CancellationError`, or an error of `progress`.
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
    try await DatabasePair(unshared: source, self).withBoth { source, destination in
      try source.checkIntegrity()
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
  /// Throws if the database is damaged.
  fileprivate func checkIntegrity() throws {
    let answer: DatabaseValue
    do { answer = try pragma("integrity_check(1)") } catch {
      if cancellation?.isCancelled == true { throw CancellationError() }
      throw error
    }
    guard answer != "ok" else { return }
    throw DatabaseError(
      code: .corrupt,
      message:
        "The source is damaged, so nothing was restored: \(answer.text(at: 0) ?? "unknown"). "
        + "Restore from another backup.",
      resultCode: .corrupt,
      path: path
    )
  }
}
