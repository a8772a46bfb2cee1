import DatabaseTypes
import Foundation
import SQLiteDatabase

/// The rows of one result while records are decoded from them, one at a time.
///
/// All rows share what is known about the columns.
final class RowDecodingContext {
  let record: any FetchableRecord.Type
  let layout: RowLayout
  /// The columns of the keys.
  @exclusivity(unchecked) var script: DecodingOrder
  /// The row of a statement, while a record is decoded from it.
  @exclusivity(unchecked) var columns: StatementRow?
  /// The copied row, if the rows are not those of a statement.
  @exclusivity(unchecked) var row: Row?
  /// The positions of a `@Table`'s columns.
  var positions: [Int]?
  private(set) lazy var userInfo: [CodingUserInfoKey: Any] = record.databaseDecodingUserInfo
    ._values

  init(_ record: any FetchableRecord.Type, layout: RowLayout) {
    self.record = record
    self.layout = layout
    script = DecodingOrder(record, layout)
  }

  /// Returns a copy of the row.
  func copyRow() throws -> Row {
    if let row { return row }
    return Row(layout: layout, values: try layout.columnNames.indices.map(databaseValue))
  }
}

extension RowDecodingContext {
  /// Reads a column as a type that converts itself; `nil` for NULL.
  @inline(__always)
  func read<Value: DatabaseValueConvertible>(_ type: Value.Type, at index: Int) throws -> Value? {
    do throws(ConversionFailure) {
      if let columns { return try columns.decode(type, at: index) }
      return try readCopy(type, at: index)
    } catch {
      throw DecodingFailure(error, at: index, of: layout)
    }
  }

  private func readCopy<Value: DatabaseValueConvertible>(
    _ type: Value.Type,
    at index: Int
  ) throws(ConversionFailure) -> Value? {
    guard layout.failures.isEmpty else { return try row?.storedValue(Value?.self, at: index) }
    switch row?.values[index] {
    case nil, .null?: return nil
    case let value?: return try Value(column: 0, of: value)
    }
  }

  func isNull(at index: Int) -> Bool {
    if let columns { return columns.isNull(at: index) }
    return row?.values[index] == .null && row?.layout.failures[index] == nil
  }

  /// Reads the column of a key as a type that converts itself.
  @inline(__always)
  func value<Value: DatabaseValueConvertible>(
    _ type: Value.Type,
    for key: some CodingKey
  ) throws -> Value {
    let name = key.stringValue
    guard let index = script.index(of: name) else { throw missing(name, type) }
    if let columns {
      do throws(ConversionFailure) { return try columns.decodePresent(type, at: index) } catch {
        throw DecodingFailure(error, at: index, of: layout)
      }
    }
    if let value = try read(type, at: index) { return value }
    throw null(type, at: index)
  }

  /// Reads the column of a key as a type that converts itself; `nil` for NULL or a missing column.
  @inline(__always)
  func valueIfPresent<Value: DatabaseValueConvertible>(
    _ type: Value.Type,
    for key: some CodingKey
  ) throws -> Value? {
    guard let index = script.index(of: key.stringValue) else { return nil }
    return try read(type, at: index)
  }

  @inline(never)
  func null<Value>(_ type: Value.Type, at index: Int) -> DecodingFailure {
    DecodingFailure(.mismatch(type, found: .null), at: index, of: layout)
  }

  @inline(never)
  func missing<Value>(_ key: String, _ type: Value.Type) -> DecodingFailure {
    .noColumn(named: script.columnName(of: key), type: type, of: layout)
  }
}
