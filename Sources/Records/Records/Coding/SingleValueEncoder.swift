import DatabaseTypes

/// An encoder of the value of one column, which fails if the value has keys or elements.
final class SingleValueEncoder: Encoder {
  private let encoding: RecordEncoding
  private let column: String
  /// The encoded value; `nil` for a value with keys or elements, whose column holds JSON.
  private(set) var value: DatabaseValue?

  init(_ encoding: RecordEncoding, column: String) {
    self.encoding = encoding
    self.column = column
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { encoding.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(RejectingKeyedContainer<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    RejectingUnkeyedContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

  private struct Single: SingleValueEncodingContainer {
    let encoder: SingleValueEncoder

    var codingPath: [any CodingKey] { [] }

    func encodeNil() { encoder.value = .null }

    private func set(_ value: some DatabaseValueConvertible) throws {
      encoder.value = try value.checkedDatabaseValue
    }

    func encode(_ value: Bool) throws { try set(value) }
    func encode(_ value: String) throws { try set(value) }
    func encode(_ value: Double) throws { try set(value) }
    func encode(_ value: Float) throws { try set(value) }
    func encode(_ value: Int) throws { try set(value) }
    func encode(_ value: Int8) throws { try set(value) }
    func encode(_ value: Int16) throws { try set(value) }
    func encode(_ value: Int32) throws { try set(value) }
    func encode(_ value: Int64) throws { try set(value) }
    func encode(_ value: UInt) throws { try set(value) }
    func encode(_ value: UInt8) throws { try set(value) }
    func encode(_ value: UInt16) throws { try set(value) }
    func encode(_ value: UInt32) throws { try set(value) }
    func encode(_ value: UInt64) throws { try set(value) }

    func encode<Value: Encodable>(_ value: Value) throws {
      encoder.value = try encoder.encoding.encode(value, column: encoder.column)
    }
  }
}

/// A container that rejects all values, because the encoded value is not a single one.
struct RejectingKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: any Encoder

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) throws { throw RequiresJSON() }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { throw RequiresJSON() }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(RejectingKeyedContainer<NestedKey>(encoder: encoder))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    RejectingUnkeyedContainer(encoder: encoder)
  }

  func superEncoder() -> any Encoder { encoder }
  func superEncoder(forKey key: Key) -> any Encoder { encoder }
}

/// A container that rejects all values, because the encoded value is not a single one.
struct RejectingUnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: any Encoder

  var codingPath: [any CodingKey] { [] }
  var count: Int { 0 }

  func encodeNil() throws { throw RequiresJSON() }
  func encode<Value: Encodable>(_ value: Value) throws { throw RequiresJSON() }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(RejectingKeyedContainer<NestedKey>(encoder: encoder))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func superEncoder() -> any Encoder { encoder }
}
