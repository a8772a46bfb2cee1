import DatabaseTypes
import Foundation
import TypedSQL

/// A decoder of the arguments with which SQL calls a Swift function, in order.
///
/// Values are converted by the table of ``DatabaseValueConvertible``.
struct ArgumentDecoder: QueryDecoder {
  private let values: [DatabaseValue]
  private var index = 0

  init(_ values: [DatabaseValue]) { self.values = values }

  private mutating func next<Value: DatabaseValueConvertible>(_ type: Value.Type) throws -> Value? {
    guard index < values.count else {
      throw ConversionFailure(
        expectedType: "\(type)",
        found: nil,
        reason: "the call has only \(values.count) arguments"
      )
    }
    defer { index += 1 }
    if values[index].isNull { return nil }
    do { return try Value(databaseValue: values[index]) } catch {
      throw ArgumentFailure(number: index + 1, failure: error)
    }
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

/// An error of a Swift function that SQL calls with an argument of another type.
private struct ArgumentFailure: Error, CustomStringConvertible {
  let number: Int
  let failure: ConversionFailure

  var description: String { "Argument \(number): \(failure)." }
}
