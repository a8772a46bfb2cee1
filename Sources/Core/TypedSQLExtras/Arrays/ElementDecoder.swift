import DatabaseTypes
import Foundation
import TypedSQL

/// A decoder that reads the elements of a list, one after another.
struct ElementDecoder: QueryDecoder {
  private let values: [DatabaseValue]
  private var index = 0

  init(_ values: [DatabaseValue]) { self.values = values }

  private mutating func next<Value: DatabaseValueConvertible>(_ type: Value.Type) throws -> Value? {
    guard index < values.count else { throw QueryDecodingError.missingRequiredColumn }
    defer { index += 1 }
    return values[index].isNull ? nil : try Value(databaseValue: values[index])
  }

  mutating func decode(_ columnType: [UInt8].Type) throws -> [UInt8]? { try next(columnType) }
  mutating func decode(_ columnType: Double.Type) throws -> Double? { try next(columnType) }
  mutating func decode(_ columnType: Int64.Type) throws -> Int64? { try next(columnType) }
  mutating func decode(_ columnType: UInt64.Type) throws -> UInt64? { try next(columnType) }
  mutating func decode(_ columnType: String.Type) throws -> String? { try next(columnType) }
  mutating func decode(_ columnType: Bool.Type) throws -> Bool? { try next(columnType) }
  mutating func decode(_ columnType: Int.Type) throws -> Int? { try next(columnType) }
  mutating func decode(_ columnType: Date.Type) throws -> Date? { try next(columnType) }
  mutating func decode(_ columnType: UUID.Type) throws -> UUID? { try next(columnType) }

  mutating func skipsNull(columns: Int) throws -> Bool {
    guard columns <= values.count - index,
      values[index..<index + columns].allSatisfy(\.isNull)
    else { return false }
    index += columns
    return true
  }
}
