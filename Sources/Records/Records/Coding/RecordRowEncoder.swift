package import DatabaseTypes

/// An encoder of many records of one type with the same columns, for databases other than SQLite.
///
/// It needs no memory for a record that the library encodes.
package final class RecordRowEncoder<Record: EncodableRecord> {
  private let layout: ContainerLayout
  private let encoder: _RecordEncoder
  /// Whether the library encodes the records, and not they themselves.
  private let isByLibrary: Bool

  /// Creates an encoder of records with the columns of an encoded one.
  package init(like container: PersistenceContainer) {
    layout = container.layout
    encoder = _RecordEncoder(RecordValues(RecordEncoding(Record.self)))
    isByLibrary = container.encodedBy == ObjectIdentifier(Record.self)
  }

  /// The number of columns.
  package var columnCount: Int { layout.columns.count }

  /// Encodes a record, and calls a closure with its values.
  ///
  /// - Parameter body: A closure that receives the value of each column; they are only valid while
  ///   it runs.
  /// - Returns: The result of the closure; `nil` if the record has other columns, or a value that
  ///   cannot be stored.
  /// - Throws: An error of encoding, or of the closure.
  package func encode<Result>(
    _ record: Record,
    _ body: (UnsafeBufferPointer<DatabaseValue>) throws -> Result
  ) throws -> Result? {
    guard isByLibrary else { return try encode(itself: record, body) }
    encoder.values.expect(layout)
    defer { encoder.values.removeAll() }
    try record._encode(into: encoder)
    return try encoder.values.expectedRow.map(body)
  }

  private func encode<Result>(
    itself record: Record,
    _ body: (UnsafeBufferPointer<DatabaseValue>) throws -> Result
  ) throws -> Result? {
    var container = PersistenceContainer(encoder.values.encoding, expecting: layout)
    try record.encode(to: &container)
    try container.finish()
    guard container.layout === layout else { return nil }
    return try container.values.withUnsafeBufferPointer(body)
  }

  /// Returns the container with the values of a record.
  package func container(_ values: some Sequence<DatabaseValue>) -> PersistenceContainer {
    PersistenceContainer(encoder.values.encoding, layout, Array(values))
  }
}
