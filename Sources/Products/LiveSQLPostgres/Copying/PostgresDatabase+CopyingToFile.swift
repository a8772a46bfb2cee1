public import PostgreSQLDatabase
public import SQLiteDatabase

extension PostgresDatabase {
  /// Copies the tables of schemas into a new SQLite file.
  ///
  /// ```swift
  /// let summary = try await server.copy(toFile: "shop.db", replacesFile: true)
  /// for table in summary.tables { print(table.name, table.rowCount, table.checksum) }
  /// ```
  ///
  /// The copy is a snapshot, whatever is written meanwhile. The file is written beside the path, as
  /// `shop.db.partial`, and renamed at the end, so that the path never has half a copy: after an
  /// error, a cancellation or a crash, it has what it had before. All rows are read back and
  /// compared. LiveSQL reads each column as the same values; what differs from the original is in
  /// the ``DatabaseCopySummary/notes``.
  ///
  /// Cancelling the task ends the copy.
  ///
  /// - Parameters:
  ///   - path: The path of the file. A link, a folder or a device is never replaced, nor a database
  ///     whose log another program uses.
  ///   - replacesFile: Whether an existing file at the path is replaced.
  ///   - schemas: The names of the schemas; by default those of the search path, and a note names
  ///     each other one that has tables. A file has no schemas, so no two tables may have the same
  ///     name, in any letter case.
  ///   - decimals: The columns of decimal numbers that become integers in the file.
  ///   - configuration: The configuration that opens the file. Give one whose
  ///     `prepareDatabase` uses a passphrase for an encrypted file. Its journal
  ///     mode is not used.
  ///   - progress: Called after each 256 rows and after the last one, on another thread. If it
  ///     throws, the copy ends. With it, all rows are counted first.
  /// - Returns: The tables with their numbers of rows and checksums, and notes.
  /// - Throws: ``DatabaseCopyError`` if a table or a value cannot be copied; `DatabaseError` with
  ///   `.cannotOpen` if the path cannot be used; `PostgresError` or `PostgresDatabaseError`;
  ///   `CancellationError`; an error of `progress`.
  @discardableResult
  public func copy(
    toFile path: String,
    replacesFile: Bool = false,
    schemas: [String]? = nil,
    decimals: [DecimalColumn] = [],
    configuration: Configuration = Configuration(),
    progress: (@Sendable (DatabaseCopyProgress) throws -> Void)? = nil
  ) async throws -> DatabaseCopySummary {
    let copy = CopyToFile(
      path: path,
      replaces: replacesFile,
      schemas: schemas,
      decimals: decimals,
      configuration: configuration,
      progress: progress
    )
    return try await copy.run(from: self)
  }
}
