public import DatabaseTypes
public import Foundation
public import SQLite
public import SQLiteDatabase
public import TypedSQL

/// A decoder of the columns in the current row of a statement.
///
/// Values are converted by the table of ``DatabaseValueConvertible``; any other conversion
/// throws. A `UUID` may be text of 36 characters or 16 bytes.
@frozen @usableFromInline
package struct SQLiteQueryDecoder: QueryDecoder {
  @usableFromInline var columns: RowColumns
  /// The type that was requested when a column was NULL.
  @usableFromInline var absent = RequestedType.nothing

  @inlinable @inline(__always)
  init(_ statement: PreparedStatement) {
    columns = statement.statement.columns(&statement.valueAddresses)
  }

  /// A type that was requested when a column was NULL.
  @frozen @usableFromInline
  enum RequestedType: UInt8 {
    case nothing, bytes, real, integer, text, truth, date, uuid
  }

  /// The index of the next column to read.
  @inlinable package var index: Int { columns.index }

  @inlinable @inline(__always)
  mutating func recordingRequest<Value>(_ value: Value?, _ kind: RequestedType) -> Value? {
    if value == nil { absent = kind }
    return value
  }

  /// Decodes bytes, from a blob or from text.
  @inlinable
  package mutating func decode(_ columnType: [UInt8].Type) throws -> [UInt8]? {
    recordingRequest(try columns.next(as: columnType), .bytes)
  }

  /// Decodes a floating-point number.
  @inlinable @inline(__always)
  package mutating func decode(_ columnType: Double.Type) throws -> Double? {
    recordingRequest(try columns.nextReal(), .real)
  }

  /// Decodes an integer, from an integer or a floating-point number without a fraction.
  @inlinable @inline(__always)
  package mutating func decode(_ columnType: Int64.Type) throws -> Int64? {
    recordingRequest(try columns.nextInteger(), .integer)
  }

  /// Decodes a nonnegative integer.
  @inlinable
  package mutating func decode(_ columnType: UInt64.Type) throws -> UInt64? {
    recordingRequest(try columns.next(as: columnType), .integer)
  }

  /// Decodes text in valid UTF-8.
  @inlinable @inline(__always)
  package mutating func decode(_ columnType: String.Type) throws -> String? {
    recordingRequest(try columns.nextText(), .text)
  }

  /// Decodes a Boolean, which is true unless the number is zero.
  @inlinable
  package mutating func decode(_ columnType: Bool.Type) throws -> Bool? {
    recordingRequest(try columns.next(as: columnType), .truth)
  }

  /// Decodes an integer, from an integer or a floating-point number without a fraction.
  @inlinable @inline(__always)
  package mutating func decode(_ columnType: Int.Type) throws -> Int? {
    guard let value = try columns.nextInteger() else {
      absent = .integer
      return nil
    }
    return Int(truncatingIfNeeded: value)
  }

  /// Decodes a date.
  ///
  /// The column holds text such as `2026-11-21 08:30:00.000`, in UTC or as ISO 8601, or the seconds
  /// since 1970.
  @inlinable
  package mutating func decode(_ columnType: Date.Type) throws -> Date? {
    recordingRequest(try columns.next(as: columnType), .date)
  }

  /// Decodes a UUID.
  @inlinable
  package mutating func decode(_ columnType: UUID.Type) throws -> UUID? {
    if let uuid = columns.nextText(UUIDText.uuid(from:)) { return uuid }
    return recordingRequest(try columns.next(as: columnType), .uuid)
  }

  /// Skips the next columns if all of them are NULL.
  @inlinable
  package mutating func skipsNull(columns count: Int) throws -> Bool { columns.skipNull(count) }
}

extension SQLiteQueryDecoder.RequestedType {
  var typeName: String {
    switch self {
    case .nothing: "a value"
    case .bytes: "[UInt8]"
    case .real: "Double"
    case .integer: "Int"
    case .text: "String"
    case .truth: "Bool"
    case .date: "Date"
    case .uuid: "UUID"
    }
  }
}

extension PreparedStatement {
  /// Returns an error of decoding a row, with the column and the SQL added.
  @usableFromInline @inline(never)
  func decodingError(_ error: any Error, _ decoder: SQLiteQueryDecoder) -> any Error {
    let index = max(decoder.index - 1, 0)
    let found = index < columnCount ? storageClass(at: index) : StorageClass.null
    let failure: ConversionFailure
    switch error {
    case let error as ConversionFailure: failure = error
    case QueryDecodingError.missingRequiredColumn:
      failure = ConversionFailure(expectedType: decoder.absent.typeName, found: .null)
    case QueryDecodingError.typeMismatch(let type):
      failure = .unrepresentable(type, found: found, reason: "the type has no such value")
    case QueryDecodingError.other(let error):
      failure = ConversionFailure(
        expectedType: decoder.absent.typeName,
        found: found,
        reason: initializerFailureReason(error)
      )
    default: return error
    }
    let layout = layout
    guard index < layout.columnNames.count else {
      return DecodingFailure.noColumn(at: index, failure, of: layout).with(sql: sql)
    }
    return DecodingFailure(failure, at: index, of: layout).with(sql: sql)
  }

  private func storageClass(at index: Int) -> StorageClass { statement.storageClass(at: index) }
}
