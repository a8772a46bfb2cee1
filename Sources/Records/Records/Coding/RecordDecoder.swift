import DatabaseTypes

/// A decoder of records from the rows of one result: from a statement in place, or from a copied
/// row.
@_documentation(visibility: internal)
public final class _RecordDecoder {
  let rows: RowDecodingContext
  /// The container for the keys of a type, which is the same for each row.
  @exclusivity(unchecked) private var container: AnyObject?
  @exclusivity(unchecked) private var containerKey: ObjectIdentifier?

  /// Empty.
  public let codingPath: [any CodingKey] = []
  /// The user info of the record type.
  public var userInfo: [CodingUserInfoKey: Any] { rows.userInfo }

  init(_ rows: RowDecodingContext) { self.rows = rows }

  /// Creates a decoder of one copied row.
  convenience init(_ record: any FetchableRecord.Type, row: Row) {
    self.init(RowDecodingContext(of: record, row: row))
  }
}

extension _RecordDecoder: Decoder {
  /// Returns a container with the columns by key.
  public func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    rows.script.position = 0
    // A checked cast looks up the generic type, which takes as long as decoding three columns.
    if let container, containerKey == ObjectIdentifier(type) {
      return unsafeDowncast(container, to: Container<Key>.self).container
    }
    let made = Container(KeyedDecodingContainer(RecordContainer<Key>(rows: rows)))
    (container, containerKey) = (made, ObjectIdentifier(type))
    return made.container
  }

  /// Throws, because a row has no elements.
  public func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw RecordError.notKeyed("\(rows.record)")
  }

  /// Returns a container with the whole row, for a type that wraps another one.
  public func singleValueContainer() -> any SingleValueDecodingContainer {
    RowSingleValueContainer(decoder: self)
  }
}

/// A container as an object, so that it can be kept.
private final class Container<Key: CodingKey> {
  let container: KeyedDecodingContainer<Key>

  init(_ container: KeyedDecodingContainer<Key>) { self.container = container }
}
