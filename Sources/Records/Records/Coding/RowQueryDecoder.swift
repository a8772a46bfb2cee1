import DatabaseTypes
import Foundation
import TypedSQL

/// A decoder of a `@Table` from a row, whose columns are found by name.
struct RowQueryDecoder: QueryDecoder {
  let rows: RowDecodingContext
  let positions: [Int]
  /// The number of decoded columns.
  private(set) var count = 0

  init(_ rows: RowDecodingContext, positions: [Int]) {
    self.rows = rows
    self.positions = positions
  }

  @inline(__always)
  private mutating func next<Value: DatabaseValueConvertible>(_ type: Value.Type) throws -> Value? {
    guard count < positions.count else {
      throw DecodingFailure.noColumn(at: count, of: rows.layout, type: type)
    }
    let index = positions[count]
    count &+= 1
    return try rows.read(type, at: index)
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

  mutating func skipsNull(columns: Int) -> Bool {
    guard columns <= positions.count - count,
      positions[count..<count + columns].allSatisfy(rows.isNull)
    else { return false }
    count += columns
    return true
  }
}

extension RowDecodingContext {
  /// Decodes a `@Table`.
  func decode<T: Table>(_ table: T.Type) throws -> T {
    var decoder = RowQueryDecoder(self, positions: try tablePositions(table))
    do { return try T(decoder: &decoder) } catch let error as QueryDecodingError {
      throw failure(error, at: decoder.positions[max(decoder.count - 1, 0)])
    }
  }

  private func tablePositions<T: Table>(_ table: T.Type) throws -> [Int] {
    if let positions { return positions }
    let found = try T.TableColumns.allColumns.map { column in
      guard let index = layout.index(ofColumn: column.name) else {
        throw missingColumn(column)
      }
      return index
    }
    positions = found
    return found
  }

  private func missingColumn<C: TableColumnExpression>(_ column: C) -> DecodingFailure {
    .noColumn(named: column.name, type: C.Value.QueryOutput.self, of: layout)
  }

  private func failure(_ error: QueryDecodingError, at index: Int) -> DecodingFailure {
    let found = storageClass(at: index)
    let failure: ConversionFailure =
      switch error {
      case .missingRequiredColumn: ConversionFailure(expectedType: "a value", found: .null)
      case .typeMismatch(let type):
        ConversionFailure(
          expectedType: "\(type)",
          found: found,
          reason: "the type has no such value"
        )
      case .other(let error):
        ConversionFailure(
          expectedType: "a value",
          found: found,
          reason: initializerFailureReason(error)
        )
      }
    return DecodingFailure(failure, at: index, of: layout)
  }
}
