package import DatabaseTypes

/// A reader of the rows of an input, for a database of another kind.
package struct ImportReader {
  /// A row of the input.
  package struct Line {
    /// The names of the columns; `nil` if the values are in the order of the table's columns.
    package let names: [String]?
    /// The values.
    package let values: [DatabaseValue]
  }

  private var rows: any ImportedRows
  private var meter: ImportMeter
  private var hasBegun = false

  /// Creates a reader.
  ///
  /// - Throws: ``ImportError``, or an error of the source.
  package init(
    _ source: ImportSource,
    _ format: RowImportOptions.Format,
    _ progress: @escaping (ImportProgress) throws -> Void
  ) throws {
    let stream = try ByteStream(source)
    switch format {
    case .csv(let delimiter, let hasHeader):
      rows = try CSVRows(stream, delimiter: delimiter, hasHeader: hasHeader)
    case .jsonLines: rows = JSONLineRows(stream)
    }
    meter = ImportMeter(stream, source.byteCount, progress)
  }

  /// Returns the next row, and reports the progress.
  ///
  /// - Returns: `nil` at the end.
  /// - Throws: ``ImportError``, an error of the source or of the progress closure.
  package mutating func next() throws -> Line? {
    if !hasBegun {
      _ = try rows.header()
      hasBegun = true
    }
    guard let row = try rows.next() else {
      try meter.end()
      return nil
    }
    if let names = row.names, names.count != row.cells.count {
      throw ImportError(
        "The record has \(row.cells.count) fields, but the header names \(names.count) columns.",
        line: row.line
      )
    }
    try meter.didFinishOne()
    return Line(names: row.names, values: row.cells.map(\.value))
  }
}
