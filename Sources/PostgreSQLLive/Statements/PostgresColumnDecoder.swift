import DatabaseTypes
import Foundation
import PostgreSQL
import TypedSQL

/// Reads the columns of a row of PostgreSQL's, one after the other, as typed statements declare them.
///
/// What a statement reads besides, for a plan, comes after them.
struct PostgresColumnDecoder: QueryDecoder {
  private let values: [DatabaseValue]
  private let moments: [Date?]
  private var index = 0

  init(_ row: borrowing PostgresRow) throws {
    var (values, moments) = ([DatabaseValue](), [Date?]())
    for index in 0..<row.count {
      let value = try row.value(at: index)
      values.append(value.databaseValue)
      switch value {
      case .timestamptz(let value), .timestamp(let value): moments.append(value.date)
      default: moments.append(nil)
      }
    }
    (self.values, self.moments) = (values, moments)
  }

  private mutating func next<Value: DatabaseValueConvertible>(_ type: Value.Type) throws -> Value? {
    guard values.indices.contains(index) else { throw QueryDecodingError.missingRequiredColumn }
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
  mutating func decode(_ columnType: UUID.Type) throws -> UUID? { try next(columnType) }

  mutating func decode(_ columnType: Date.Type) throws -> Date? {
    guard moments.indices.contains(index), let moment = moments[index] else {
      return try next(columnType)
    }
    index += 1
    return moment
  }

  mutating func skipsNull(columns: Int) throws -> Bool {
    guard values[index...].prefix(columns).allSatisfy(\.isNull), index + columns <= values.count
    else { return false }
    index += columns
    return true
  }
}
