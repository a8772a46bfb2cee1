import DatabaseTypes
import Foundation

/// Encodes a record into a container.
final class RecordEncoder: Encoder {
  @exclusivity(unchecked) var container: PersistenceContainer

  init(_ container: PersistenceContainer) { self.container = container }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] {
    container.encoding.userInfo
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(RecordEncodingContainer(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    refuseNesting()
    return RefusingElements(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Whole(encoder: self) }

  /// Notes that a record has more than columns.
  func refuseNesting() {
    container.note(
      RecordError.notInColumns(container.encoding.record.map { "\($0)" } ?? "The record"),
      column: ""
    )
  }

  /// A record that is encoded as what it wraps.
  private struct Whole: SingleValueEncodingContainer {
    let encoder: RecordEncoder

    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws { encoder.refuseNesting() }
    func encode(_ value: Bool) throws { encoder.refuseNesting() }
    func encode(_ value: String) throws { encoder.refuseNesting() }
    func encode(_ value: Double) throws { encoder.refuseNesting() }
    func encode(_ value: Float) throws { encoder.refuseNesting() }
    func encode(_ value: Int) throws { encoder.refuseNesting() }
    func encode(_ value: Int8) throws { encoder.refuseNesting() }
    func encode(_ value: Int16) throws { encoder.refuseNesting() }
    func encode(_ value: Int32) throws { encoder.refuseNesting() }
    func encode(_ value: Int64) throws { encoder.refuseNesting() }
    func encode(_ value: UInt) throws { encoder.refuseNesting() }
    func encode(_ value: UInt8) throws { encoder.refuseNesting() }
    func encode(_ value: UInt16) throws { encoder.refuseNesting() }
    func encode(_ value: UInt32) throws { encoder.refuseNesting() }
    func encode(_ value: UInt64) throws { encoder.refuseNesting() }
    func encode<Value: Encodable>(_ value: Value) throws { try value.encode(to: encoder) }
  }
}

extension RecordEncoder {
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

extension EncodableRecord where Self: Encodable {
  /// Gives the values of coding keys to the columns with their names.
  public func encode(to container: inout PersistenceContainer) throws {
    let encoder = RecordEncoder(PersistenceContainer.take(&container))
    defer { container = PersistenceContainer.take(&encoder.container) }
    try encode(to: encoder)
  }
}
