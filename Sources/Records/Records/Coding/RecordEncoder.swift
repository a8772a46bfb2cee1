import DatabaseTypes
import Foundation

/// An encoder of records of one type, one after the other.
@_documentation(visibility: internal)
public final class _RecordEncoder {
  let values: RecordValues
  /// The encoder that `Encodable` types get.
  ///
  /// It is kept, since creating it takes as long as encoding two columns.
  let encoder: any Encoder
  /// The columns of a `@Table`.
  @exclusivity(unchecked) private var columns: [TableValueColumn]?

  init(_ values: RecordValues) {
    self.values = values
    encoder = ColumnEncoder(values)
  }

  /// Returns the columns of the `@Table` that is encoded.
  func tableColumns(_ make: @autoclosure () -> [TableValueColumn]) -> [TableValueColumn] {
    if let columns { return columns }
    let made = make()
    columns = made
    return made
  }
}

/// An encoder that stores the values of coding keys in columns.
final class ColumnEncoder: Encoder {
  private let values: RecordValues
  /// The container for the keys of a type, which is the same for each record.
  @exclusivity(unchecked) private var cached: AnyObject?
  @exclusivity(unchecked) private var cachedType: ObjectIdentifier?

  init(_ values: RecordValues) { self.values = values }

  /// Empty.
  var codingPath: [any CodingKey] { [] }
  /// The user info of the record type.
  var userInfo: [CodingUserInfoKey: Any] { values.encoding.userInfo }

  /// Returns a container with the columns by key.
  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if let cached, cachedType == ObjectIdentifier(type) {
      return unsafeDowncast(cached, to: CachedContainer<KeyedEncodingContainer<Key>>.self).copy()
    }
    return makeContainer(keyedBy: type)
  }

  @inline(never)
  private func makeContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    let made = KeyedEncodingContainer(RecordEncodingContainer<Key>(values))
    (cached, cachedType) = (CachedContainer(made), ObjectIdentifier(type))
    return made
  }

  /// Rejects elements, because a row has none.
  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    values.rejectNesting()
    return RejectingUnkeyedContainer(encoder: self)
  }

  /// Returns a container for a record that wraps another value.
  func singleValueContainer() -> any SingleValueEncodingContainer {
    RecordSingleValueContainer(encoder: self)
  }

  /// A container as an object, so that it can be kept.
  private final class CachedContainer<Container> {
    private let container: Container

    init(_ container: Container) { self.container = container }

    // The object knows its type. Outside of it, or in a specialization, the generic type is looked
    // up, which takes as long as encoding three columns.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func copy() -> Container { container }
  }

  /// A container for a record that wraps another value.
  private struct RecordSingleValueContainer: SingleValueEncodingContainer {
    let encoder: ColumnEncoder

    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws { encoder.values.rejectNesting() }
    func encode(_ value: Bool) throws { encoder.values.rejectNesting() }
    func encode(_ value: String) throws { encoder.values.rejectNesting() }
    func encode(_ value: Double) throws { encoder.values.rejectNesting() }
    func encode(_ value: Float) throws { encoder.values.rejectNesting() }
    func encode(_ value: Int) throws { encoder.values.rejectNesting() }
    func encode(_ value: Int8) throws { encoder.values.rejectNesting() }
    func encode(_ value: Int16) throws { encoder.values.rejectNesting() }
    func encode(_ value: Int32) throws { encoder.values.rejectNesting() }
    func encode(_ value: Int64) throws { encoder.values.rejectNesting() }
    func encode(_ value: UInt) throws { encoder.values.rejectNesting() }
    func encode(_ value: UInt8) throws { encoder.values.rejectNesting() }
    func encode(_ value: UInt16) throws { encoder.values.rejectNesting() }
    func encode(_ value: UInt32) throws { encoder.values.rejectNesting() }
    func encode(_ value: UInt64) throws { encoder.values.rejectNesting() }

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
    _ fingerprint: KeyFingerprint
  ) throws {
    do { set(try value.checkedDatabaseValue, forKey: key, fingerprint) } catch { note(error, key) }
  }

  /// Writes a value that converts itself, or NULL.
  @inline(__always)
  func writeIfPresent(
    _ value: (some DatabaseValueConvertible)?,
    forKey key: some CodingKey,
    _ fingerprint: KeyFingerprint
  ) throws {
    guard let value else { return set(.null, forKey: key, fingerprint) }
    try write(value, forKey: key, fingerprint)
  }

  /// Writes any value.
  func encode<Value: Encodable>(
    _ value: Value,
    forKey key: some CodingKey,
    _ fingerprint: KeyFingerprint
  ) throws {
    do {
      set(
        try encoding.encode(value, column: column(of: key, fingerprint)),
        forKey: key,
        fingerprint
      )
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
  /// Returns the value that a column stores.
  func encode<Value: Encodable>(_ value: Value, column: String) throws -> DatabaseValue {
    // The type that an optional wraps may have a strategy.
    if !(value is any OptionalValue), let value = value as? any DatabaseValueConvertible {
      return try databaseValue(of: value, inColumn: column)
    }
    let encoder = SingleValueEncoder(self, column: column)
    do {
      try value.encode(to: encoder)
      if let value = encoder.value { return value }
    } catch is RequiresJSON {}
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
      // The text of the error may quote the value.
      throw ConversionFailure(
        expectedType: "\(Value.self)",
        found: nil,
        reason: "it cannot be encoded as JSON"
      )
    }
  }
}

extension EncodableRecord {
  /// Writes the values of the record to the columns of an encoder.
  @_documentation(visibility: internal)
  public func _encode(into encoder: _RecordEncoder) throws {
    var container = encoder.values.take()
    defer { encoder.values.resume(with: container) }
    try encode(to: &container)
  }
}

extension EncodableRecord where Self: Encodable {
  /// Writes the values of the coding keys to the columns with their names.
  public func encode(to container: inout PersistenceContainer) throws {
    try container.collect(of: Self.self) { try encode(to: ColumnEncoder($0)) }
  }

  /// Writes the values of the coding keys to the columns of an encoder.
  @_documentation(visibility: internal)
  public func _encode(into encoder: _RecordEncoder) throws { try encode(to: encoder.encoder) }
}

extension PersistenceContainer {
  /// Continues the container with the values that the library encodes for a record type.
  ///
  /// The strategies of that type apply.
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
  /// Writes the values of a record that is wrapped by the encoded one.
  ///
  /// The strategies of the wrapped record apply.
  fileprivate func encode<Record: EncodableRecord>(_ record: Record) throws {
    var container = take()
    let outer = container.encoding
    container.encoding = outer.encoding(of: Record.self)
    defer {
      container.encoding = outer
      resume(with: container)
    }
    try record.encode(to: &container)
  }
}
