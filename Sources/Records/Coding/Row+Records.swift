public import DatabaseTypes

// Records of the rows that belong to a row, for those who write `init(row:)` themselves. Associations are sought in the
// whole tree of joined tables, the nearest first.

extension Row {
  /// The record of an association's row, by the association's key.
  ///
  /// ```swift
  /// init(row: Row) throws {
  ///   book = try Book(row: row)
  ///   author = try row["author"]
  ///   reviews = try row["reviews"]
  /// }
  /// ```
  ///
  /// - Throws: ``DecodingFailure`` for a row that does not fit, or where there is none.
  @_disfavoredOverload  // What is a value too is that of a column.
  public subscript<Record: FetchableRecord>(key: String) -> Record {
    get throws {
      guard let row = scopeInTree(key) ?? nil else {
        throw DecodingFailure.noColumn(named: key, type: Record.self, of: layout)
      }
      return try Record(row: row)
    }
  }

  /// The record of an association's row, by the association's key; `nil` where there is none.
  ///
  /// - Throws: ``DecodingFailure`` for a row that does not fit.
  @_disfavoredOverload  // As above.
  public subscript<Record: FetchableRecord>(key: String) -> Record? {
    get throws { try (optionalScopeInTree(key) ?? nil).map { try Record(row: $0) } }
  }

  /// The records of all rows of an association, by the association's key.
  ///
  /// - Throws: ``DecodingFailure`` for a row that does not fit, or where the request includes no such rows.
  @_disfavoredOverload  // As above.
  public subscript<Record: FetchableRecord>(key: String) -> [Record] {
    get throws {
      guard let rows = prefetchedRowsInTree(key) else {
        throw DecodingFailure.noColumn(named: key, type: [Record].self, of: layout)
      }
      return try rows.map { try Record(row: $0) }
    }
  }

  /// The records of all rows of an association, each once.
  ///
  /// - Throws: ``DecodingFailure`` for a row that does not fit, or where the request includes no such rows.
  @_disfavoredOverload  // As above.
  public subscript<Record: FetchableRecord & Hashable>(key: String) -> Set<Record> {
    get throws { Set(try self[key] as [Record]) }
  }
}
