// One method for each type that `Codable` knows; the encoding itself is in `RecordEncoder.swift`.

import DatabaseTypes

/// A container with the columns of a record by key.
struct RecordEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let values: RecordValues
  /// The common part of the keys' fingerprints.
  private let fingerprint: KeyFingerprint

  init(_ values: RecordValues) {
    self.values = values
    fingerprint = values.fingerprint(ofKeys: Key.self)
  }

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { values.set(.null, forKey: key, fingerprint.of(key)) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try values.encode(value, forKey: key, fingerprint.of(key))
  }

  // Write NULL instead of omitting the column, so that an update clears it.
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    guard let value else { return encodeNil(forKey: key) }
    try values.encode(value, forKey: key, fingerprint.of(key))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    values.rejectNesting()
    return KeyedEncodingContainer(RejectingKeyedContainer<NestedKey>(encoder: superEncoder()))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    values.rejectNesting()
    return RejectingUnkeyedContainer(encoder: superEncoder())
  }

  // A class and its superclass are encoded to the columns of the same row.
  func superEncoder() -> any Encoder { ColumnEncoder(values) }
  func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}

extension RecordEncodingContainer {
  func encode(_ value: Bool, forKey key: Key) throws {
    try values.write(value, forKey: key, fingerprint.of(key))
  }
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, fingerprint.of(key))
  }
  func encode(_ value: String, forKey key: Key) throws {
    try values.write(value, forKey: key, fingerprint.of(key))
  }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, fingerprint.of(key))
  }
  func encode(_ value: Double, forKey key: Key) throws {
    try values.write(value, forKey: key, fingerprint.of(key))
  }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, fingerprint.of(key))
  }
  func encode(_ value: Float, forKey key: Key) throws {
    try values.write(value, forKey: key, fingerprint.of(key))
  }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, fingerprint.of(key))
  }
  func encode(_ value: Int, forKey key: Key) throws {
    try values.write(value, forKey: key, fingerprint.of(key))
  }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, fingerprint.of(key))
  }
  func encode(_ value: Int8, forKey key: Key) throws {
    try values.write(value, forKey: key, fingerprint.of(key))
  }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, fingerprint.of(key))
  }
  func encode(_ value: Int16, forKey key: Key) throws {
    try values.write(value, forKey: key, fingerprint.of(key))
  }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, fingerprint.of(key))
  }
  func encode(_ value: Int32, forKey key: Key) throws {
    try values.write(value, forKey: key, fingerprint.of(key))
  }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, fingerprint.of(key))
  }
  func encode(_ value: Int64, forKey key: Key) throws {
    try values.write(value, forKey: key, fingerprint.of(key))
  }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, fingerprint.of(key))
  }
  func encode(_ value: UInt, forKey key: Key) throws {
    try values.write(value, forKey: key, fingerprint.of(key))
  }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, fingerprint.of(key))
  }
  func encode(_ value: UInt8, forKey key: Key) throws {
    try values.write(value, forKey: key, fingerprint.of(key))
  }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, fingerprint.of(key))
  }
  func encode(_ value: UInt16, forKey key: Key) throws {
    try values.write(value, forKey: key, fingerprint.of(key))
  }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, fingerprint.of(key))
  }
  func encode(_ value: UInt32, forKey key: Key) throws {
    try values.write(value, forKey: key, fingerprint.of(key))
  }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, fingerprint.of(key))
  }
  func encode(_ value: UInt64, forKey key: Key) throws {
    try values.write(value, forKey: key, fingerprint.of(key))
  }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    try values.writeIfPresent(value, forKey: key, fingerprint.of(key))
  }
}
