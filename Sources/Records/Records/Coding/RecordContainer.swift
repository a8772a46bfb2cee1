// One method for each type that `Codable` knows; the decoding itself is in
// `RowDecodingContext.swift`.

import DatabaseTypes
import Foundation

/// A container with the columns of a row by key.
struct RecordContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let rows: RowDecodingContext

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { rows.script.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool {
    rows.script.index(of: key.stringValue) != nil || rows.hasRelated(key.stringValue)
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    guard let index = rows.script.index(of: key.stringValue) else {
      if rows.hasRelated(key.stringValue) { return rows.isAbsent(key.stringValue) }
      throw rows.missing(key.stringValue, Never?.self)
    }
    return rows.isNull(at: index)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let name = key.stringValue
    guard let index = rows.script.index(of: name) else {
      return try rows.decodeWithoutColumn(type, name)
    }
    if let value = try rows.decode(type, at: index) { return value }
    // The requested type may itself be an optional.
    if let optional = type as? any OptionalValue.Type, let none = optional.noValue as? Value {
      return none
    }
    throw rows.null(type, at: index)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    let name = key.stringValue
    guard let index = rows.script.index(of: name) else {
      return try rows.related(type, name, isOptional: true)
    }
    return try rows.decode(type, at: index)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    throw DecodingError.dataCorruptedError(
      forKey: key,
      in: self,
      debugDescription:
        "A column has no keys. Decode a nested type, which the column holds as JSON."
    )
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw DecodingError.dataCorruptedError(
      forKey: key,
      in: self,
      debugDescription: "A column has no elements. Decode an array, which the column holds as JSON."
    )
  }

  // A class and its superclass are decoded from the columns of the same row.
  func superDecoder() -> any Decoder { _RecordDecoder(rows) }
  func superDecoder(forKey key: Key) -> any Decoder { superDecoder() }
}

extension RecordContainer {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try rows.value(type, for: key)
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try rows.valueIfPresent(type, for: key)
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try rows.value(type, for: key)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try rows.valueIfPresent(type, for: key)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try rows.value(type, for: key)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try rows.valueIfPresent(type, for: key)
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try rows.value(type, for: key)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try rows.valueIfPresent(type, for: key)
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try rows.value(type, for: key)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try rows.valueIfPresent(type, for: key)
  }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try rows.value(type, for: key)
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try rows.valueIfPresent(type, for: key)
  }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try rows.value(type, for: key)
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try rows.valueIfPresent(type, for: key)
  }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try rows.value(type, for: key)
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try rows.valueIfPresent(type, for: key)
  }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try rows.value(type, for: key)
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try rows.valueIfPresent(type, for: key)
  }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try rows.value(type, for: key)
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try rows.valueIfPresent(type, for: key)
  }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try rows.value(type, for: key)
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try rows.valueIfPresent(type, for: key)
  }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try rows.value(type, for: key)
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try rows.valueIfPresent(type, for: key)
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try rows.value(type, for: key)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try rows.valueIfPresent(type, for: key)
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try rows.value(type, for: key)
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try rows.valueIfPresent(type, for: key)
  }
}

/// A container with a whole row, for a type that wraps another one.
struct RowSingleValueContainer: SingleValueDecodingContainer {
  let decoder: _RecordDecoder

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }

  /// Decodes the only column.
  private func column<Value: DatabaseValueConvertible & Decodable>(_ type: Value.Type) throws
    -> Value
  {
    guard decoder.rows.layout.columnNames.count == 1 else {
      throw RecordError.notKeyed("\(decoder.rows.record)")
    }
    return try decoder.rows.decodeColumn(type)
  }

  func decode(_ type: Bool.Type) throws -> Bool { try column(type) }
  func decode(_ type: String.Type) throws -> String { try column(type) }
  func decode(_ type: Double.Type) throws -> Double { try column(type) }
  func decode(_ type: Float.Type) throws -> Float { try column(type) }
  func decode(_ type: Int.Type) throws -> Int { try column(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try column(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try column(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try column(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try column(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try column(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try column(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try column(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try column(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try column(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // A record decodes itself, with its own strategies.
    if let value = try Value.decodedAsRecord(of: decoder.rows.copyRow()) { return value }
    return try Value(from: decoder)
  }
}
