public import DatabaseTypes

extension FetchableRecord {
  /// Makes a record of the row on which a decoder stands.
  @_documentation(visibility: internal)
  public init(_decoder decoder: _RecordDecoder) throws {
    try self.init(row: decoder.rows.copyRow())
  }
}

extension FetchableRecord where Self: Decodable {
  /// Makes a record of a row, whose columns are found by the names of coding keys.
  ///
  /// - Throws: ``DecodingFailure`` that names the column which is missing or does not fit.
  public init(row: Row) throws {
    DecodingProbe.note(Self.self, row)
    try self.init(_decoder: _RecordDecoder(Self.self, row: row))
  }

  /// Makes a record of the row on which a decoder stands.
  @_documentation(visibility: internal)
  public init(_decoder decoder: _RecordDecoder) throws { try self.init(from: decoder) }
}
