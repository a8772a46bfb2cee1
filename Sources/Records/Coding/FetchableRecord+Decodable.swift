public import DatabaseTypes

extension FetchableRecord {
  /// Creates a record from a decoder's current row.
  @_documentation(visibility: internal)
  public init(_decoder decoder: _RecordDecoder) throws {
    try self.init(row: decoder.rows.copyRow())
  }
}

extension FetchableRecord where Self: Decodable {
  /// Creates a record from a row, whose columns are matched by coding keys.
  ///
  /// - Throws: ``DecodingFailure`` with the column that is missing or does not fit.
  public init(row: Row) throws {
    DecodingProbe.note(Self.self, row)
    try self.init(_decoder: _RecordDecoder(Self.self, row: row))
  }

  /// Creates a record from a decoder's current row.
  @_documentation(visibility: internal)
  public init(_decoder decoder: _RecordDecoder) throws { try self.init(from: decoder) }
}
