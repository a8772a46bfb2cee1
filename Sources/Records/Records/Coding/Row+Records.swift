public import DatabaseTypes

// Records of the rows that belong to a row, for custom implementations of `init(row:)`.
// Associations are looked up in the whole tree of joined tables, the nearest first.

extension Row {
  /// Accesses the record of an associated row, by the key of the association.
  ///
  /// ```swift
  /// init(row: Row) throws {
  ///   book = try Book(row: row)
  ///   author = try row["author"]
  ///   reviews = try row["reviews"]
  /// }
  /// ```
  ///
  /// - Throws: ``DecodingFailure`` if the row does not fit or is missing.
  @_disfavoredOverload  // Values are decoded from a column.
  public subscript<Record: FetchableRecord>(key: String) -> Record {
    get throws {
      guard let row = scopeInTree(key) ?? nil else {
        throw DecodingFailure.noColumn(named: key, type: Record.self, of: layout)
      }
      return try Record(row: row)
    }
  }

  /// Decodes the record of an associated row, by the key of the association.
  ///
  /// - Throws: ``DecodingFailure`` if the row does not fit or is missing.
  @_disfavoredOverload  // As above.
  public func decode<Record: FetchableRecord>(
    _ type: Record.Type = Record.self,
    forKey key: String
  ) throws -> Record { try self[key] }

  /// Accesses the record of an associated row, by the key of the association; `nil` if it is
  /// missing.
  ///
  /// - Throws: ``DecodingFailure`` if the row does not fit.
  @_disfavoredOverload  // As above.
  public subscript<Record: FetchableRecord>(key: String) -> Record? {
    get throws { try (optionalScopeInTree(key) ?? nil).map { try Record(row: $0) } }
  }

  /// Accesses the records of all associated rows, by the key of the association.
  ///
  /// - Throws: ``DecodingFailure`` if a row does not fit, or the request does not include such
  ///   rows.
  @_disfavoredOverload  // As above.
  public subscript<Record: FetchableRecord>(key: String) -> [Record] {
    get throws {
      guard let rows = prefetchedRowsInTree(key) else {
        throw DecodingFailure.noColumn(named: key, type: [Record].self, of: layout)
      }
      return try rows.map { try Record(row: $0) }
    }
  }

  /// Accesses the set of records of all associated rows, by the key of the association.
  ///
  /// - Throws: ``DecodingFailure`` if a row does not fit, or the request does not include such
  ///   rows.
  @_disfavoredOverload  // As above.
  public subscript<Record: FetchableRecord & Hashable>(key: String) -> Set<Record> {
    get throws { Set(try self[key] as [Record]) }
  }
}
