public import DatabaseTypes
public import Foundation
public import SQLite
public import SQLiteDatabase
public import TypedSQL

/// Reads the columns of the row on which a statement stands.
///
/// Values are converted as ``DatabaseValueConvertible`` lists it, and whatever is not in that list throws. A `UUID` may be
/// text of 36 characters or 16 bytes.
@frozen
public struct SQLiteQueryDecoder: QueryDecoder {
  @usableFromInline var columns: RowColumns
  /// The type that was asked for where a column was NULL.
  @usableFromInline var absent = Absent.nothing

  @inlinable @inline(__always)
  init(_ statement: PreparedStatement) {
    columns = statement.statement.columns(&statement.valuePlaces)
  }

  /// What a column that is NULL was read as.
  @frozen @usableFromInline
  enum Absent: UInt8 {
    case nothing, bytes, real, integer, text, truth, date, uuid
  }

  /// The index of the column that is read next.
  @inlinable public var index: Int { columns.index }

  @inlinable @inline(__always)
  mutating func present<Value>(_ value: Value?, _ kind: Absent) -> Value? {
    if value == nil { absent = kind }
    return value
  }

  /// Decodes bytes: of a blob, or of text.
  @inlinable
  public mutating func decode(_ columnType: [UInt8].Type) throws -> [UInt8]? {
    present(try columns.next(as: columnType), .bytes)
  }

  /// Decodes a floating-point number.
  @inlinable @inline(__always)
  public mutating func decode(_ columnType: Double.Type) throws -> Double? {
    present(try columns.nextReal(), .real)
  }

  /// Decodes an integer, or a floating-point number without a fraction.
  @inlinable @inline(__always)
  public mutating func decode(_ columnType: Int64.Type) throws -> Int64? {
    present(try columns.nextInteger(), .integer)
  }

  /// Decodes an integer that is not negative.
  @inlinable
  public mutating func decode(_ columnType: UInt64.Type) throws -> UInt64? {
    present(try columns.next(as: columnType), .integer)
  }

  /// Decodes text in valid UTF-8.
  @inlinable @inline(__always)
  public mutating func decode(_ columnType: String.Type) throws -> String? {
    present(try columns.nextText(), .text)
  }

  /// Decodes a number: whether it is not zero.
  @inlinable
  public mutating func decode(_ columnType: Bool.Type) throws -> Bool? {
    present(try columns.next(as: columnType), .truth)
  }

  /// Decodes an integer, or a floating-point number without a fraction.
  @inlinable @inline(__always)
  public mutating func decode(_ columnType: Int.Type) throws -> Int? {
    guard let value = try columns.nextInteger() else {
      absent = .integer
      return nil
    }
    return Int(truncatingIfNeeded: value)
  }

  /// Decodes a moment: text such as `2026-11-21 08:30:00.000` in UTC or ISO 8601, or seconds since 1970.
  @inlinable
  public mutating func decode(_ columnType: Date.Type) throws -> Date? {
    present(try columns.next(as: columnType), .date)
  }

  /// Decodes a UUID.
  @inlinable
  public mutating func decode(_ columnType: UUID.Type) throws -> UUID? {
    if let uuid = columns.nextText(UUIDText.uuid(from:)) { return uuid }
    return present(try columns.next(as: columnType), .uuid)
  }

  /// Takes the next columns if all of them are NULL.
  @inlinable
  public mutating func skipsNull(columns count: Int) throws -> Bool { columns.skipNull(count) }
}

extension SQLiteQueryDecoder.Absent {
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
  /// The error to throw for one that decoding a row threw: with the place where it happened.
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
        reason: "the type's own initialiser failed with \(Swift.type(of: error))"
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
