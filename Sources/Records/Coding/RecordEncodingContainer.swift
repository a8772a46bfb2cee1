// One method for each type that `Codable` knows; the writing itself is in `RecordEncoder.swift`.

import DatabaseTypes

/// The columns of a record by keys.
struct RecordEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let values: RecordValues
  /// What the marks of the keys have in common.
  private let mark: KeyMark

  init(_ values: RecordValues) {
    self.values = values
    mark = values.mark(ofKeys: Key.self)
  }

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { values.set(.null, forKey: key, mark.of(key)) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try values.encode(value, forKey: key, mark.of(key))
  }

  // NULL is written and not left out, so that an update takes away what was there.
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    guard let value else { return encodeNil(forKey: key) }
    try values.encode(value, forKey: key, mark.of(key))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    values.refuseNesting()
    return KeyedEncodingContainer(RefusingContainer<NestedKey>(encoder: superEncoder()))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    values.refuseNesting()
    return RefusingElements(encoder: superEncoder())
  }

  // A class and the class that it inherits from have the columns of one row.
  func superEncoder() -> any Encoder { ColumnEncoder(values) }
  func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}

extension RecordEncodingContainer {
  func encode(_ value: Bool, forKey key: Key) throws {
    try values.write(value, forKey: key, mark.of(key))
  }
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, mark.of(key))
  }
  func encode(_ value: String, forKey key: Key) throws {
    try values.write(value, forKey: key, mark.of(key))
  }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, mark.of(key))
  }
  func encode(_ value: Double, forKey key: Key) throws {
    try values.write(value, forKey: key, mark.of(key))
  }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, mark.of(key))
  }
  func encode(_ value: Float, forKey key: Key) throws {
    try values.write(value, forKey: key, mark.of(key))
  }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, mark.of(key))
  }
  func encode(_ value: Int, forKey key: Key) throws {
    try values.write(value, forKey: key, mark.of(key))
  }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, mark.of(key))
  }
  func encode(_ value: Int8, forKey key: Key) throws {
    try values.write(value, forKey: key, mark.of(key))
  }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, mark.of(key))
  }
  func encode(_ value: Int16, forKey key: Key) throws {
    try values.write(value, forKey: key, mark.of(key))
  }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, mark.of(key))
  }
  func encode(_ value: Int32, forKey key: Key) throws {
    try values.write(value, forKey: key, mark.of(key))
  }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, mark.of(key))
  }
  func encode(_ value: Int64, forKey key: Key) throws {
    try values.write(value, forKey: key, mark.of(key))
  }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, mark.of(key))
  }
  func encode(_ value: UInt, forKey key: Key) throws {
    try values.write(value, forKey: key, mark.of(key))
  }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, mark.of(key))
  }
  func encode(_ value: UInt8, forKey key: Key) throws {
    try values.write(value, forKey: key, mark.of(key))
  }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, mark.of(key))
  }
  func encode(_ value: UInt16, forKey key: Key) throws {
    try values.write(value, forKey: key, mark.of(key))
  }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, mark.of(key))
  }
  func encode(_ value: UInt32, forKey key: Key) throws {
    try values.write(value, forKey: key, mark.of(key))
  }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, mark.of(key))
  }
  func encode(_ value: UInt64, forKey key: Key) throws {
    try values.write(value, forKey: key, mark.of(key))
  }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, mark.of(key))
  }
}
