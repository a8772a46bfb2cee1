import DatabaseTypes

// Decoding of keys without a column: rows of associations, and records decoded from the same row.

extension RowDecodingContext {
  /// Returns whether the row has one or more associated rows under a key.
  func hasRelated(_ key: String) -> Bool {
    guard let row, row.related != nil else { return false }
    return row.scopeInTree(key) != nil || row.prefetchedRowsInTree(key) != nil
  }

  /// Returns whether the associated row under a key is missing.
  func isAbsent(_ key: String) -> Bool {
    guard let row, row.related != nil, let scope = row.optionalScopeInTree(key) else {
      return false
    }
    return scope == nil
  }

  /// Decodes the associated row or rows under a key; `nil` if they are missing.
  ///
  /// - Parameter isOptional: Whether a row that an adapter creates from nothing but NULL counts as
  ///   missing.
  func related<Value: Decodable>(
    _ type: Value.Type,
    _ key: String,
    isOptional: Bool
  ) throws -> Value? {
    guard let row, row.related != nil else { return nil }
    if let scope = isOptional ? row.optionalScopeInTree(key) : row.scopeInTree(key) {
      return try scope.map { try RelatedRow(record: record, row: $0).decode(type) }
    }
    guard let rows = row.prefetchedRowsInTree(key) else { return nil }
    return try Value(from: RelatedRowsDecoder(record: record, rows: rows))
  }

  /// Decodes a key without a column: associated rows, or a record decoded from the same row.
  func decodeWithoutColumn<Value: Decodable>(_ type: Value.Type, _ key: String) throws -> Value {
    let isOptional = type is any OptionalValue.Type
    if let value = try related(type, key, isOptional: isOptional) { return value }
    if let optional = type as? any OptionalValue.Type, let none = optional.noValue as? Value,
      hasRelated(key)
    {
      return none
    }
    guard type is any FetchableRecord.Type, !(type is any DatabaseValueConvertible.Type) else {
      throw missing(key, type)
    }
    return try RelatedRow(record: record, row: copyRow()).decode(type)
  }
}

/// A row that belongs to another one.
struct RelatedRow {
  let record: any FetchableRecord.Type
  let row: Row

  /// Decodes a record, the value of the only column, or a type with keys.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let value = try Value.decodedAsRecord(of: row) { return value }
    if type is any DatabaseValueConvertible.Type, row.count == 1 {
      return try RowDecodingContext(of: record, row: row).decodeColumn(type)
    }
    return try Value(from: _RecordDecoder(record, row: row))
  }
}

extension Decodable {
  /// Creates a record from a row; `nil` if the type is not a record type.
  static func decodedAsRecord(of row: @autoclosure () throws -> Row) throws -> Self? {
    guard let record = Self.self as? any FetchableRecord.Type else { return nil }
    return try record.init(row: row()) as? Self
  }
}

extension RowDecodingContext {
  /// Creates the rows of a result that consists of a copied row.
  convenience init(of record: any FetchableRecord.Type, row: Row) {
    self.init(record, layout: row.layout)
    self.row = row
  }

  /// Decodes the value of the first column.
  func decodeColumn<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let value = try decode(type, at: 0) { return value }
    if let optional = type as? any OptionalValue.Type, let none = optional.noValue as? Value {
      return none
    }
    throw null(type, at: 0)
  }
}

/// A decoder of the rows of an association as an array or a set.
struct RelatedRowsDecoder: Decoder {
  let record: any FetchableRecord.Type
  let rows: [Row]

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { record.databaseDecodingUserInfo._values }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw RecordError.notKeyed("\(record)")
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    RelatedRowsContainer(decoder: self)
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { RelatedRowsList(decoder: self) }
}

/// A container with the rows as elements.
private struct RelatedRowsList: UnkeyedDecodingContainer {
  let decoder: RelatedRowsDecoder
  var currentIndex = 0

  init(decoder: RelatedRowsDecoder) { self.decoder = decoder }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { decoder.rows.count }
  var isAtEnd: Bool { currentIndex >= decoder.rows.count }

  mutating func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard !isAtEnd else {
      throw DecodingError.dataCorruptedError(in: self, debugDescription: "There are no more rows.")
    }
    defer { currentIndex += 1 }
    return try RelatedRow(record: decoder.record, row: decoder.rows[currentIndex]).decode(type)
  }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws
    -> KeyedDecodingContainer<Key>
  { throw RecordError.notKeyed("\(decoder.record)") }

  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw RecordError.notKeyed("\(decoder.record)")
  }

  func superDecoder() -> any Decoder { decoder }
}

/// A container with the rows for a type that wraps them, such as an optional array.
private struct RelatedRowsContainer: SingleValueDecodingContainer {
  let decoder: RelatedRowsDecoder

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: decoder) }
}
