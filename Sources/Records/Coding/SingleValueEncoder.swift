import DatabaseTypes

/// Encodes a value that belongs into one column, unless it turns out to have keys or elements.
final class SingleValueEncoder: Encoder {
  private let encoding: RecordEncoding
  private let column: String
  /// What was encoded; `nil` for what has keys or elements: its column has JSON.
  private(set) var value: DatabaseValue?

  init(_ encoding: RecordEncoding, column: String) {
    self.encoding = encoding
    self.column = column
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { encoding.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(RefusingContainer<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { RefusingElements(encoder: self) }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

  private struct Single: SingleValueEncodingContainer {
    let encoder: SingleValueEncoder

    var codingPath: [any CodingKey] { [] }

    func encodeNil() { encoder.value = .null }

    private func set(_ value: some DatabaseValueConvertible) throws {
      encoder.value = try value.databaseValue
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

/// Takes nothing, and says that a value is not a single one.
struct RefusingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: any Encoder

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) throws { throw NotSingleValue() }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { throw NotSingleValue() }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(RefusingContainer<NestedKey>(encoder: encoder))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    RefusingElements(encoder: encoder)
  }

  func superEncoder() -> any Encoder { encoder }
  func superEncoder(forKey key: Key) -> any Encoder { encoder }
}

/// Takes nothing, and says that a value is not a single one.
struct RefusingElements: UnkeyedEncodingContainer {
  let encoder: any Encoder

  var codingPath: [any CodingKey] { [] }
  var count: Int { 0 }

  func encodeNil() throws { throw NotSingleValue() }
  func encode<Value: Encodable>(_ value: Value) throws { throw NotSingleValue() }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(RefusingContainer<NestedKey>(encoder: encoder))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func superEncoder() -> any Encoder { encoder }
}
