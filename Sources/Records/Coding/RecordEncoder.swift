import DatabaseTypes
import Foundation

/// The values of the record that is encoded.
final class RecordValues {
  @exclusivity(unchecked) var container: PersistenceContainer

  init(_ container: PersistenceContainer) { self.container = container }

  /// Notes that a record has more than columns.
  func refuseNesting() {
    container.note(
      RecordError.notInColumns(container.encoding.record.map { "\($0)" } ?? "The record"),
      column: ""
    )
  }
}

/// Encodes records of a type, one after the other.
@_documentation(visibility: internal)
public final class _RecordEncoder: Encoder {
  let values: RecordValues
  /// What encodes the keys of a type: the same for each record.
  @exclusivity(unchecked) private var container: AnyObject?
  @exclusivity(unchecked) private var containerKey: ObjectIdentifier?

  init(_ values: RecordValues) { self.values = values }

  /// Empty.
  public var codingPath: [any CodingKey] { [] }
  /// What the record wants encoders to have.
  public var userInfo: [CodingUserInfoKey: Any] { values.container.encoding.userInfo }

  /// The columns by keys.
  public func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    // A cast that is checked looks up the generic type, which takes as long as to encode three columns.
    if let container, containerKey == ObjectIdentifier(type) {
      return unsafeDowncast(container, to: Container<Key>.self).container
    }
    let made = Container(KeyedEncodingContainer(RecordEncodingContainer<Key>(values: values)))
    (container, containerKey) = (made, ObjectIdentifier(type))
    return made.container
  }

  /// Fails: a row has no elements.
  public func unkeyedContainer() -> any UnkeyedEncodingContainer {
    values.refuseNesting()
    return RefusingElements(encoder: self)
  }

  /// The record as what it wraps.
  public func singleValueContainer() -> any SingleValueEncodingContainer { Whole(encoder: self) }

  /// A container as an object, so that it can be kept.
  private final class Container<Key: CodingKey> {
    let container: KeyedEncodingContainer<Key>

    init(_ container: KeyedEncodingContainer<Key>) { self.container = container }
  }

  /// A record that is encoded as what it wraps.
  private struct Whole: SingleValueEncodingContainer {
    let encoder: _RecordEncoder

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
    func encode<Value: Encodable>(_ value: Value) throws { try value.encode(to: encoder) }
  }
}

extension RecordValues {
  /// Writes a value that converts itself.
  @inline(__always)
  func write(_ value: some DatabaseValueConvertible, forKey key: some CodingKey) throws {
    do { container.set(try value.databaseValue, forKey: key) } catch {
      note(error, key)
    }
  }

  /// Writes a value that converts itself, or NULL.
  @inline(__always)
  func writeIfPresent(_ value: (some DatabaseValueConvertible)?, forKey key: some CodingKey) throws
  {
    guard let value else { return container.set(.null, forKey: key) }
    try write(value, forKey: key)
  }

  /// Writes any value.
  func encode<Value: Encodable>(_ value: Value, forKey key: some CodingKey) throws {
    let encoding = container.encoding
    do {
      let stored = try encoding.encode(value, column: column(of: key))
      container.set(stored, forKey: key)
    } catch {
      note(error, key)
    }
  }

  /// The column of a key, found without its strategy where it is the one that is expected.
  private func column(of key: some CodingKey) -> String {
    let layout = container.layout
    let count = container.values.count
    if count < layout.keys.count, layout.keys[count] == key.stringValue {
      return layout.columns[count]
    }
    return container.encoding.column(of: key)
  }

  @inline(never)
  private func note(_ error: any Error, _ key: some CodingKey) {
    container.note(error, column: container.encoding.column(of: key))
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
    if let record { encoder.userInfo.merge(record.databaseEncodingUserInfo) { _, own in own } }
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
    try encode(to: &encoder.values.container)
  }
}

extension EncodableRecord where Self: Encodable {
  /// Gives the values of coding keys to the columns with their names.
  public func encode(to container: inout PersistenceContainer) throws {
    let encoder = _RecordEncoder(RecordValues(PersistenceContainer.take(&container)))
    defer {
      container = PersistenceContainer.take(&encoder.values.container)
      container.encodedBy = ObjectIdentifier(Self.self)
    }
    try encode(to: encoder)
  }

  /// Gives the values of coding keys to the columns of an encoder.
  @_documentation(visibility: internal)
  public func _encode(into encoder: _RecordEncoder) throws { try encode(to: encoder) }
}
