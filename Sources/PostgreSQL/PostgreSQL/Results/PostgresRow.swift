public import CPostgreSQL
public import DatabaseTypes
import Foundation

/// A row of a result, read in place.
///
/// It is valid only during the call of the closure that receives it. Values are converted as
/// described by `DatabaseValueConvertible`: a Boolean is an integer, `uuid` is 16 bytes, and dates,
/// decimal numbers and JSON are texts. ``value(at:)`` returns a value with its PostgreSQL type.
@safe
public struct PostgresRow: ~Copyable {
  @usableFromInline let result: OpaquePointer
  @usableFromInline let row: Int32
  /// The columns.
  public let columns: PostgresColumns

  @inlinable @inline(__always)
  init(_ result: OpaquePointer, index: Int32, columns: PostgresColumns) {
    unsafe self.result = result
    row = index
    self.columns = columns
  }

  /// The number of columns.
  public var count: Int { columns.count }
}

extension PostgresRow {
  /// Returns a value with its PostgreSQL type, by column index from 0.
  ///
  /// - Throws: ``PostgresError`` if the bytes are not a valid value of the type, or if there is no
  ///   such column.
  public borrowing func value(at index: Int) throws(PostgresError) -> PostgresValue {
    guard columns.types.indices.contains(index) else {
      throw .misuse("The row has no column \(index): it has \(columns.count), counted from 0.")
    }
    guard let bytes = unsafe bytes(at: index) else { return .null }
    let type = columns.types[index]
    if columns.areBinary { return try unsafe .binary(bytes, as: type) }
    return try unsafe .text(bytes, as: type)
  }

  /// Copies all values.
  ///
  /// - Throws: ``PostgresError`` if bytes are not a valid value of their type.
  public borrowing func values() throws(PostgresError) -> [PostgresValue] {
    var values: [PostgresValue] = []
    for index in 0..<columns.count { values.append(try value(at: index)) }
    return values
  }

  /// Decodes a value as a Swift type, by column index from 0.
  ///
  /// - Throws: `ConversionFailure` if the value has another type, or if there is no such column.
  @inlinable @inline(__always)
  public borrowing func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self,
    at index: Int
  ) throws(ConversionFailure) -> Value {
    guard UInt(bitPattern: index) < UInt(bitPattern: columns.names.count) else {
      throw .mismatch(type, found: .null)
    }
    return try Value(column: index, of: self)
  }

  /// Returns the integer in a column; `nil` for NULL.
  ///
  /// This is the fastest way to read an integer.
  ///
  /// - Throws: `ConversionFailure` if the value has another type, or if there is no such column.
  @inlinable @inline(__always)
  public borrowing func decodeInteger(at index: Int) throws(ConversionFailure) -> Int64? {
    guard UInt(bitPattern: index) < UInt(bitPattern: columns.names.count) else {
      throw .mismatch(Int64.self, found: .null)
    }
    if columns.areBinary, let value = integerInBinary(at: index) { return value }
    if storageClass(at: index) == .null { return nil }
    return try Int64(column: index, of: self)
  }

  /// Returns whether the value in a column is NULL.
  @inlinable @inline(__always)
  public borrowing func isNull(at index: Int) -> Bool {
    unsafe livesql_PQgetisnull(result, row, Int32(truncatingIfNeeded: index)) != 0
  }

  /// Returns the bytes of a value as the server sent it; `nil` for NULL.
  ///
  /// - Precondition: The index is that of a column.
  @inlinable
  borrowing func bytes(at index: Int) -> UnsafeRawBufferPointer? {
    let column = Int32(truncatingIfNeeded: index)
    guard unsafe livesql_PQgetisnull(result, row, column) == 0,
      let start = unsafe livesql_PQgetvalue(result, row, column)
    else { return nil }
    let count = Int(unsafe livesql_PQgetlength(result, row, column))
    return unsafe UnsafeRawBufferPointer(start: start, count: count)
  }

  /// Returns an integer, a Boolean as an integer, a number of type `double precision`, a text or
  /// NULL, as SQLite stores it; `nil` for values of other types.
  ///
  /// This is the fastest way to copy such a value.
  ///
  /// - Precondition: The index is that of a column.
  package borrowing func plainValue(at index: Int) -> DatabaseValue? {
    guard columns.areBinary else { return nil }
    if let integer = integerInBinary(at: index) { return .integer(integer) }
    guard let bytes = unsafe bytes(at: index) else { return .null }
    switch unsafe columns.kinds[index] {
    case .float8 where bytes.count == 8:
      return .real(
        Double(bitPattern: UInt64(bigEndian: unsafe bytes.loadUnaligned(as: UInt64.self)))
      )
    case .text: return unsafe String(validating: bytes, as: UTF8.self).map { .text($0) }
    default: return nil
    }
  }

  /// Returns the integer in a binary integer column; `nil` for NULL and for other types.
  ///
  /// - Precondition: The index is that of a column, and the columns are binary.
  @inlinable @inline(__always)
  borrowing func integerInBinary(at index: Int) -> Int64? {
    let column = Int32(truncatingIfNeeded: index)
    // The length of NULL is 0.
    let length = unsafe livesql_PQgetlength(result, row, column)
    guard let address = unsafe livesql_PQgetvalue(result, row, column) else { return nil }
    let start = UnsafeRawPointer(address)
    switch (unsafe columns.kinds[index], length) {
    case (.int4, 4): return Int64(unsafe Int32(bigEndian: start.loadUnaligned(as: Int32.self)))
    case (.int8, 8): return Int64(bigEndian: unsafe start.loadUnaligned(as: Int64.self))
    case (.int2, 2): return Int64(unsafe Int16(bigEndian: start.loadUnaligned(as: Int16.self)))
    case (.bool, 1): return Int64(unsafe start.load(as: UInt8.self))
    case (.oid, 4): return Int64(unsafe UInt32(bigEndian: start.loadUnaligned(as: UInt32.self)))
    default: return nil
    }
  }
}
