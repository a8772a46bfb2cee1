public import DatabaseTypes
public import SQLiteDatabase

extension DatabaseWriter {
  /// Inserts the rows of a file, of comma-separated values or of JSON lines, in one transaction.
  ///
  /// ```swift
  /// try database.importRows(from: .file("cities.csv"), into: "cities", RowImportOptions(format: .csv()))
  /// // CREATE TABLE "main"."cities" ("name" TEXT, "inhabitants" INTEGER)
  /// // INSERT INTO "main"."cities" ("name","inhabitants") VALUES (?1,?2)
  /// ```
  ///
  /// Values go to the columns that the first line of comma-separated values names, or a member of JSON; a column of the
  /// table that is not named gets its default. A field with nothing in it is NULL, `""` is an empty text, `x'0aff'` a
  /// blob, and any other is text of which the column's type makes a number where it looks like one. In JSON `null` is
  /// NULL, `true` is 1, `{"base64":"…"}` a blob, and other objects and arrays are stored as JSON.
  ///
  /// A table that does not exist is made, of the columns that the header or the first thousand rows name. The first
  /// thousand rows decide their types: `INTEGER` where all values are integers without leading zeros, `REAL` where all are
  /// numbers, `BLOB` where all are blobs, else `TEXT`.
  ///
  /// The input is read piece by piece, and no more than a thousand rows are in memory. It blocks until all is inserted.
  ///
  /// - Parameters:
  ///   - source: The input, in UTF-8.
  ///   - table: The table.
  ///   - options: How the input is written, and what becomes of conflicts.
  ///   - progress: Called as rows are inserted. An error that it throws rolls back.
  /// - Returns: How many rows were inserted, and how the table was made.
  /// - Throws: ``ImportError`` with the line, and where it is known the column, of what is wrong; ``DatabaseError`` where the
  ///   transaction cannot begin or end, and where there is no table and none is to be made; what `progress` throws. Then
  ///   nothing is inserted.
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

  /// Inserts the rows of a file, of comma-separated values or of JSON lines, in one transaction.
  ///
  /// The synchronous form tells more. Cancelling the task rolls back.
  ///
  /// - Parameters:
  ///   - source: The input, in UTF-8.
  ///   - table: The table.
  ///   - options: How the input is written, and what becomes of conflicts.
  ///   - progress: Called as rows are inserted, on another thread. An error that it throws rolls back.
  /// - Returns: How many rows were inserted, and how the table was made.
  /// - Throws: ``ImportError``, ``DatabaseError``, `CancellationError`, what `progress` throws.
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
