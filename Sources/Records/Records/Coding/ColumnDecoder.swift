import DatabaseTypes
import Foundation

/// An error for a type that does not decode a single value, so its column holds JSON.
struct RequiresJSON: Error {}

/// A decoder of the value of one column.
struct ColumnDecoder: Decoder {
  let rows: RowDecodingContext
  let index: Int

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { rows.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw RequiresJSON()
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw RequiresJSON() }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    ColumnContainer(rows: rows, index: index)
  }
}

/// A container with the value of one column.
struct ColumnContainer: SingleValueDecodingContainer {
  let rows: RowDecodingContext
  let index: Int

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { rows.isNull(at: index) }

  private func value<Value: DatabaseValueConvertible>(_ type: Value.Type) throws -> Value {
    guard let value = try rows.read(type, at: index) else {
      throw rows.null(type, at: index)
    }
    return value
  }

  func decode(_ type: Bool.Type) throws -> Bool { try value(type) }
  func decode(_ type: String.Type) throws -> String { try value(type) }
  func decode(_ type: Double.Type) throws -> Double { try value(type) }
  func decode(_ type: Float.Type) throws -> Float { try value(type) }
  func decode(_ type: Int.Type) throws -> Int { try value(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try value(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try value(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try value(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try value(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try value(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try value(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try value(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try value(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try value(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let value = try rows.decode(type, at: index) else {
      throw rows.null(type, at: index)
    }
    return value
  }
}
