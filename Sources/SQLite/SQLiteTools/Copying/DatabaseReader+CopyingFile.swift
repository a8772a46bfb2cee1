public import SQLiteDatabase

extension DatabaseReader {
  /// Writes a copy of the database to a file, verified and in one piece.
  ///
  /// ```swift
  /// let copy = try await database.copy(toFile: "shop-copy.db", replacesFile: true) { progress in
  ///   print("\(progress.completedPageCount) of \(progress.totalPageCount) pages")
  /// }
  /// print(copy.byteCount)
  /// ```
  ///
  /// The copy is a snapshot, whatever is written meanwhile. It is written beside the path, as
  /// `shop-copy.db.partial`, checked for damage, and renamed at the end, so that the path never has
  /// half a copy: after an error, a cancellation or a crash, it has what it had before. The next
  /// copy to the path removes what a crash has left. The copy is one file, without a write-ahead
  /// log beside it.
  ///
  /// `backup(to:)` copies into a database that is open instead, and does not verify the copy.
  ///
  /// - Parameters:
  ///   - path: The path of the copy. A link, a folder or a device is never replaced, nor a database
  ///     whose log another program uses, nor a part of this database.
  ///   - replacesFile: Whether an existing file at the path is replaced.
  ///   - vacuums: Whether the copy omits the space of deleted rows, as after a `VACUUM`. Row
  ///     numbers of tables without an INTEGER PRIMARY KEY may change.
  ///   - encryption: The encryption of the copy. Only the user may read a copy with another key or
  ///     without one, and it omits the space of deleted rows.
  ///   - progress: Called after each mebibyte or so, on another thread; not if the copy omits the
  ///     space of deleted rows. If it throws, the copy ends.
  /// - Returns: The size of the copy.
  /// - Throws: ``DatabaseError`` with `.cannotOpen` if the path cannot be used, with `.corrupt` if
  ///   the copy would be damaged, and with `.missingCapability` if the loaded SQLite does not
  ///   encrypt; `CancellationError`; an error of `progress`.
  @discardableResult
  public func copy(
    toFile path: String,
    replacesFile: Bool = false,
    vacuums: Bool = false,
    encryption: FileCopyEncryption = .unchanged,
    progress: @escaping @Sendable (DatabaseBackupProgress) throws -> Void = { _ in }
  ) async throws -> FileCopySummary {
    let copy = FileCopy(
      path: path,
      replaces: replacesFile,
      vacuums: vacuums,
      encryption: encryption,
      progress: progress
    )
    return try await copy.run(from: self)
  }
}
