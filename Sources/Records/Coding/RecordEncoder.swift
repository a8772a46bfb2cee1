import DatabaseTypes
import Foundation

/// Encodes records of a type, one after the other.
@_documentation(visibility: internal)
public final class _RecordEncoder {
  let values: RecordValues
  /// What `Encodable` types are given: made once, since it takes as long as to encode two columns.
  let encoder: any Encoder
  /// The columns of a `@Table`.
  @exclusivity(unchecked) private var columns: [TableValueColumn]?

  init(_ values: RecordValues) {
    self.values = values
    encoder = ColumnEncoder(values)
  }

  /// The columns of the `@Table` that is encoded.
  func tableColumns(_ make: @autoclosure () -> [TableValueColumn]) -> [TableValueColumn] {
    if let columns { return columns }
    let made = make()
    columns = made
    return made
  }
}

/// Gives the values of coding keys to columns.
final class ColumnEncoder: Encoder {
  private let values: RecordValues
  /// What encodes the keys of a type: the same for each record.
  @exclusivity(unchecked) private var kept: AnyObject?
  @exclusivity(unchecked) private var keptFor: ObjectIdentifier?

  init(_ values: RecordValues) { self.values = values }

  /// Empty.
  var codingPath: [any CodingKey] { [] }
  /// What the record wants encoders to have.
  var userInfo: [CodingUserInfoKey: Any] { values.encoding.userInfo }

  /// The columns by keys.
  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if let kept, keptFor == ObjectIdentifier(type) {
      return unsafeDowncast(kept, to: Kept<KeyedEncodingContainer<Key>>.self).copy()
    }
    return makeContainer(keyedBy: type)
  }

  @inline(never)
  private func makeContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    let made = KeyedEncodingContainer(RecordEncodingContainer<Key>(values))
    (kept, keptFor) = (Kept(made), ObjectIdentifier(type))
    return made
  }

  /// Fails: a row has no elements.
  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    values.refuseNesting()
    return RefusingElements(encoder: self)
  }

  /// The record as what it wraps.
  func singleValueContainer() -> any SingleValueEncodingContainer { Whole(encoder: self) }

  /// A container as an object, so that it can be kept.
  private final class Kept<Container> {
    private let container: Container

    init(_ container: Container) { self.container = container }

    // The object knows its type. Elsewhere, and where this is specialised, the generic type is looked up, which takes as
    // long as to encode three columns.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func copy() -> Container { container }
  }

  /// A record that is encoded as what it wraps.
  private struct Whole: SingleValueEncodingContainer {
    let encoder: ColumnEncoder

    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws { encoder.values.refuseNesting() }
    func encode(_ value: Bool) throws { encoder.values.refuseNesting() }
    func encode(_ value: String) throws { encoder.values.refuseNesting() }
    func encode(_ value: Double) throws { encoder.values.refuseNesting() }
    func encode(_ value: Float) throws { encoder.values.refuseNesting() }
    func encode(_ value: Int) throws { encoder.values.refuseNesting() }
    func encode(_ value: Int8) throws { encoder.values.refuseNesting() }
    func encode(_ value: Int16) throws { encoder.values.refuseNesting() }
    func encode(_ value: Int32) throws { encoder.values.refuseNesting() }
    func encode(_ value: Int64) throws { encoder.values.refuseNesting() }
    func encode(_ value: UInt) throws { encoder.values.refuseNesting() }
    func encode(_ value: UInt8) throws { encoder.values.refuseNesting() }
    func encode(_ value: UInt16) throws { encoder.values.refuseNesting() }
    func encode(_ value: UInt32) throws { encoder.values.refuseNesting() }
    func encode(_ value: UInt64) throws { encoder.values.refuseNesting() }

    func encode<Value: Encodable>(_ value: Value) throws {
      guard let record = value as? any EncodableRecord else { return try value.encode(to: encoder) }
      try encoder.values.encode(record)
    }
  }
}

extension RecordValues {
  /// Writes a value that converts itself.
  @inline(__always)
  func write(
    _ value: some DatabaseValueConvertible,
    forKey key: some CodingKey,
    _ mark: KeyMark
  ) throws {
    do { set(try value.databaseValue, forKey: key, mark) } catch { note(error, key) }
  }

  /// Writes a value that converts itself, or NULL.
  @inline(__always)
  func writeIfPresent(
    _ value: (some DatabaseValueConvertible)?,
    forKey key: some CodingKey,
    _ mark: KeyMark
  ) throws {
    guard let value else { return set(.null, forKey: key, mark) }
    try write(value, forKey: key, mark)
  }

  /// Writes any value.
  func encode<Value: Encodable>(
    _ value: Value,
    forKey key: some CodingKey,
    _ mark: KeyMark
  ) throws {
    do {
      set(try encoding.encode(value, column: column(of: key, mark)), forKey: key, mark)
    } catch {
      note(error, key)
    }
  }

  @inline(never)
  private func note(_ error: any Error, _ key: some CodingKey) {
    note(error, column: encoding.column(of: key))
  }
}

extension RecordEncoding {
  /// What a column stores for a value.
  func encode<Value: Encodable>(_ value: Value, column: String) throws -> DatabaseValue {
    // What an optional wraps may have a strategy.
    if !(value is any OptionalValue), let value = value as? any DatabaseValueConvertible {
      return try databaseValue(of: value, inColumn: column)
    }
    let encoder = SingleValueEncoder(self, column: column)
    do {
      try value.encode(to: encoder)
      if let value = encoder.value { return value }
    } catch is NotSingleValue {}
    return try json(value, column: column)
  }

  private func json<Value: Encodable>(_ value: Value, column: String) throws -> DatabaseValue {
    let encoder = record?.databaseJSONEncoder(for: column) ?? JSONEncoder()
    if let record {
      encoder.userInfo.merge(record.databaseEncodingUserInfo._sendableValues) { _, own in own }
    }
    do {
      return .text(String(decoding: try encoder.encode(value), as: UTF8.self))
    } catch is EncodingError {
      // Its text may quote the value.
      throw ConversionFailure(
        expectedType: "\(Value.self)",
        found: nil,
        reason: "it cannot be encoded as JSON"
      )
    }
  }
}

extension EncodableRecord {
  /// Gives values to the columns of an encoder.
  @_documentation(visibility: internal)
  public func _encode(into encoder: _RecordEncoder) throws {
    var container = encoder.values.take()
    defer { encoder.values.put(container) }
    try encode(to: &container)
  }
}

extension EncodableRecord where Self: Encodable {
  /// Gives the values of coding keys to the columns with their names.
  public func encode(to container: inout PersistenceContainer) throws {
    try container.collect(of: Self.self) { try encode(to: ColumnEncoder($0)) }
  }

  /// Gives the values of coding keys to the columns of an encoder.
  @_documentation(visibility: internal)
  public func _encode(into encoder: _RecordEncoder) throws { try encode(to: encoder.encoder) }
}

extension PersistenceContainer {
  /// Goes on in what the library writes the values of a type's records to, as that type's strategies say.
  mutating func collect(
    of record: any EncodableRecord.Type,
    _ body: (RecordValues) throws -> Void
  ) rethrows {
    let outer = encoding
    var own = PersistenceContainer.take(&self)
    own.encoding = outer.encoding(of: record)
    let values = RecordValues(continuing: own)
    defer {
      self = values.take()
      encoding = outer
      encodedBy = ObjectIdentifier(record)
    }
    try body(values)
  }
}

extension RecordValues {
  /// Writes the values of a record that the one that is encoded wraps: they are stored as its own strategies say.
  fileprivate func encode<Record: EncodableRecord>(_ record: Record) throws {
    var container = take()
    let outer = container.encoding
    container.encoding = outer.encoding(of: Record.self)
    defer {
      container.encoding = outer
      put(container)
    }
    try record.encode(to: &container)
  }
}

extension RecordEncoding {
  /// The encoding of a type: this one where it is that.
  fileprivate func encoding(of type: any EncodableRecord.Type) -> RecordEncoding {
    record.map { ObjectIdentifier($0) } == ObjectIdentifier(type) ? self : RecordEncoding(type)
  }
}
