import DatabaseTypes

/// Decodes records of the rows of one result: those of a statement in place, or one that was copied.
@_documentation(visibility: internal)
public final class _RecordDecoder {
  let rows: DecodedRows
  /// What decodes the keys of a type: the same for each row.
  @exclusivity(unchecked) private var container: AnyObject?
  @exclusivity(unchecked) private var containerKey: ObjectIdentifier?

  /// Empty.
  public let codingPath: [any CodingKey] = []
  /// What the record wants decoders to have.
  public var userInfo: [CodingUserInfoKey: Any] { rows.userInfo }

  init(_ rows: DecodedRows) { self.rows = rows }

  /// Decodes one row that was copied.
  convenience init(_ record: any FetchableRecord.Type, row: Row) {
    self.init(DecodedRows(of: record, row: row))
  }
}

extension _RecordDecoder: Decoder {
  /// The columns by keys.
  public func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    rows.script.position = 0
    // A cast that is checked looks up the generic type, which takes as long as to decode three columns.
    if let container, containerKey == ObjectIdentifier(type) {
      return unsafeDowncast(container, to: Container<Key>.self).container
    }
    let made = Container(KeyedDecodingContainer(RecordContainer<Key>(rows: rows)))
    (container, containerKey) = (made, ObjectIdentifier(type))
    return made.container
  }

  /// Fails: a row has no elements.
  public func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw RecordError.notInColumns("\(rows.record)")
  }

  /// The row as what a type wraps.
  public func singleValueContainer() -> any SingleValueDecodingContainer {
    WholeRowContainer(decoder: self)
  }
}

/// A container as an object, so that it can be kept.
private final class Container<Key: CodingKey> {
  let container: KeyedDecodingContainer<Key>

  init(_ container: KeyedDecodingContainer<Key>) { self.container = container }
}
