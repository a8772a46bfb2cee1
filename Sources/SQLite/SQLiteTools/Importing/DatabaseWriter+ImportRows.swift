public import DatabaseTypes
public import SQLiteDatabase

extension DatabaseWriter {
  /// Inserts the rows of a CSV or JSON lines file, in one transaction.
  ///
  /// ```swift
  /// let options = RowImportOptions(format: .csv())
  /// try database.importRows(from: .file("cities.csv"), into: "cities", options)
  /// // CREATE TABLE "main"."cities" ("name" TEXT, "inhabitants" INTEGER)
  /// // INSERT INTO "main"."cities" ("name","inhabitants") VALUES (?1,?2)
  /// ```
  ///
  /// Values go to the columns that the first line of a CSV file, or the member of a JSON object,
  /// names; other columns of the table get their defaults. In CSV an empty field is NULL, `""` is
  /// an empty text, and `x'0aff'` is a blob; any other field is text, which the column's type
  /// converts to a number if it looks like one. In JSON `null` is NULL, `true` is 1,
  /// `{"base64":"…"}` is a blob, and other objects and arrays are stored as JSON.
  ///
  /// If the table does not exist, it is created with the columns that the header or the first
  /// thousand rows name. The first thousand rows determine their types: `INTEGER` if all values are
  /// integers without leading zeros, `REAL` if all are numbers, `BLOB` if all are blobs, otherwise
  /// `TEXT`.
  ///
  /// The input is read in pieces, with at most a thousand rows in memory. The call blocks until
  /// everything is inserted.
  ///
  /// - Parameters:
  ///   - source: The input, in UTF-8.
  ///   - table: The table.
  ///   - options: The format of the input, and the resolution of conflicts.
  ///   - progress: Called as rows are inserted. If it throws, the transaction is rolled back.
  /// - Returns: The number of inserted rows, and the SQL of the table if it was created.
  /// - Throws: ``ImportError`` with the line and, if known, the column of a problem;
  ///   ``DatabaseError`` if the transaction cannot begin or end, or if the table does not exist and
  ///   may not be created; an error of `progress`. Then nothing is inserted.
  @discardableResult
  public func importRows(
    from source: ImportSource,
    into table: TableName,
    _ options: RowImportOptions,
    progress: (ImportProgress) throws -> Void = { _ in }
  ) throws -> RowImportSummary {
    try write { db in
      try withoutActuallyEscaping(progress) { progress in
        var rows = try RowImport(db, source, table: table, options, progress)
        return try rows.run()
      }
    }
  }

  /// Inserts the rows of a CSV or JSON lines file, in one transaction.
  ///
  /// See the synchronous form for details. Cancelling the task rolls back.
  ///
  /// - Parameters:
  ///   - source: The input, in UTF-8.
  ///   - table: The table.
  ///   - options: The format of the input, and the resolution of conflicts.
  ///   - progress: Called as rows are inserted, on another thread. If it throws, the transaction is
  ///     rolled back.
  /// - Returns: The number of inserted rows, and the SQL of the table if it was created.
  /// - Throws: ``ImportError``, ``DatabaseError``, `CancellationError`, an error of `progress`.
  @discardableResult
  public func importRows(
    from source: ImportSource,
    into table: TableName,
    _ options: RowImportOptions,
    progress: @escaping @Sendable (ImportProgress) throws -> Void = { _ in }
  ) async throws -> RowImportSummary {
    try await write { db in
      var rows = try RowImport(db, source, table: table, options, progress)
      return try rows.run()
    }
  }
}

extension Database {
  /// Inserts the rows of a file, in a transaction or as a part of the one that is open.
  ///
  /// See ``DatabaseWriter/importRows(from:into:_:progress:)`` for details.
  package func importRows(
    from source: ImportSource,
    into table: TableName,
    _ options: RowImportOptions,
    progress: @escaping (ImportProgress) throws -> Void = { _ in }
  ) throws -> RowImportSummary {
    var summary = RowImportSummary(rowCount: 0, createdTableSQL: nil)
    try inSavepoint {
      var rows = try RowImport(self, source, table: table, options, progress)
      summary = try rows.run()
      return .commit
    }
    return summary
  }
}
