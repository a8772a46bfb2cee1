package import DatabaseTypes
package import SQLiteDatabase

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
