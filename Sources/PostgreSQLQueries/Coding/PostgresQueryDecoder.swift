public import DatabaseTypes
public import Foundation
public import PostgreSQL
public import TypedSQL

/// A decoder of the columns of a row of PostgreSQL.
///
/// A column may have any server type that can hold such a value: a date is decoded from
/// `timestamptz`, `date`, text and numbers; a UUID from `uuid`, text and bytes; a JSON document
/// from `jsonb`, `json` and text; an integer also from `numeric`. So the columns of a type are
/// decoded whatever representation they declare for SQLite.
@frozen
public struct PostgresQueryDecoder: QueryDecoder {
  @usableFromInline var columns: PostgresRowColumns
  /// The type that was last requested from a column that was NULL.
  @usableFromInline var absent = RequestedType.nothing

  @inlinable @inline(__always)
  init(_ row: borrowing PostgresRow) { columns = PostgresRowColumns(row) }

  /// A type that was requested from a column.
  @frozen @usableFromInline
  enum RequestedType: UInt8 {
    case nothing, bytes, real, integer, text, truth, date, uuid, decimal, list
  }

  /// The index of the next column.
  @inlinable public var index: Int { columns.index }

  @inlinable @inline(__always)
  mutating func recordingRequest<Value>(_ value: Value?, _ kind: RequestedType) -> Value? {
    if value == nil { absent = kind }
    return value
  }

  /// Decodes bytes: from `bytea`, text, or a UUID.
  @inlinable
  public mutating func decode(_ columnType: [UInt8].Type) throws -> [UInt8]? {
    recordingRequest(try columns.next(as: columnType), .bytes)
  }

  /// Decodes a floating-point number or a decimal number; a timestamp becomes its Julian day.
  @inlinable @inline(__always)
  public mutating func decode(_ columnType: Double.Type) throws -> Double? {
    recordingRequest(try columns.nextReal(), .real)
  }

  /// Decodes an integer or a number without a fraction; a timestamp becomes seconds since 1970.
  @inlinable @inline(__always)
  public mutating func decode(_ columnType: Int64.Type) throws -> Int64? {
    recordingRequest(try columns.nextInteger(), .integer)
  }

  /// Decodes a nonnegative integer.
  @inlinable
  public mutating func decode(_ columnType: UInt64.Type) throws -> UInt64? {
    guard let value = try columns.nextInteger() else { return recordingRequest(nil, .integer) }
    guard let value = UInt64(exactly: value) else {
      throw QueryDecodingError.typeMismatch(UInt64.self)
    }
    return value
  }

  /// Decodes text, or a value that has a text form: JSON documents, decimal numbers, UUIDs, dates.
  @inlinable @inline(__always)
  public mutating func decode(_ columnType: String.Type) throws -> String? {
    recordingRequest(try columns.nextText(), .text)
  }

  /// Decodes a Boolean, or whether a number is not zero.
  @inlinable
  public mutating func decode(_ columnType: Bool.Type) throws -> Bool? {
    recordingRequest(try columns.nextTruth(), .truth)
  }

  /// Decodes an integer, or a number without a fraction.
  @inlinable @inline(__always)
  public mutating func decode(_ columnType: Int.Type) throws -> Int? {
    guard let value = try columns.nextInteger() else {
      absent = .integer
      return nil
    }
    return Int(truncatingIfNeeded: value)
  }

  /// Decodes a date: from `timestamptz`, `timestamp`, `date`, text, or seconds since 1970.
  @inlinable
  public mutating func decode(_ columnType: Date.Type) throws -> Date? {
    recordingRequest(try columns.nextMoment(), .date)
  }

  /// Decodes a UUID: from `uuid`, text, or 16 bytes.
  @inlinable
  public mutating func decode(_ columnType: UUID.Type) throws -> UUID? {
    recordingRequest(try columns.nextIdentifier(), .uuid)
  }

  /// Decodes a decimal number with all its digits: from `numeric`, an integer, or text.
  ///
  /// - Throws: `ConversionFailure` for NaN, infinities, and numbers with more than 38 digits.
  @inlinable
  public mutating func decode(_ columnType: Decimal.Type) throws -> Decimal? {
    recordingRequest(try columns.nextDecimal(), .decimal)
  }

  /// Decodes a scaled integer.
  ///
  /// - Throws: `ConversionFailure` if the column is not an integer: there, 12 would become 0.12.
  @inlinable
  public mutating func _decodeScaledInteger() throws -> Int64? {
    recordingRequest(try columns.nextUnits(), .decimal)
  }

  /// Decodes a list: from an array of one dimension, or from a JSON document or text with an array.
  ///
  /// - Throws: `ConversionFailure` for other columns, and for arrays of several dimensions.
  public mutating func _decodeList() throws -> [DatabaseValue]? {
    switch try columns.nextArray() {
    case nil: return recordingRequest(nil, .list)
    case .elements(let elements)?: return elements.map(\.listElement)
    case .other(let value)?:
      if case .text(let text) = value.databaseValue, let values = ListText.values(of: text) {
        return values
      }
      throw ConversionFailure(
        expectedType: RequestedType.list.typeName,
        found: nil,
        reason: "the column is neither an array nor a JSON array of single values"
      )
    }
  }

  /// Skips the next columns if all of them are NULL.
  @inlinable
  public mutating func skipsNull(columns count: Int) throws -> Bool { columns.skipNull(count) }
}

extension PostgresQueryDecoder.RequestedType {
  fileprivate var typeName: String {
    switch self {
    case .nothing: "a value"
    case .bytes: "[UInt8]"
    case .real: "Double"
    case .integer: "Int"
    case .text: "String"
    case .truth: "Bool"
    case .date: "Date"
    case .uuid: "UUID"
    case .decimal: "Decimal"
    case .list: "an array"
    }
  }
}

extension PostgresQueryDecoder {
  /// Returns the error to throw for an error of decoding a row, with the column in which it
  /// occurred.
  @usableFromInline @inline(never)
  func decodingError(_ error: any Error, _ statement: PostgresStatement) -> any Error {
    let failure: ConversionFailure
    switch error {
    case let error as ConversionFailure: failure = error
    case QueryDecodingError.missingRequiredColumn:
      failure = ConversionFailure(expectedType: absent.typeName, found: .null)
    case QueryDecodingError.typeMismatch(let type):
      failure = .unrepresentable(type, found: nil, reason: "the type has no such value")
    case QueryDecodingError.other(let error):
      failure = ConversionFailure(
        expectedType: absent.typeName,
        found: nil,
        reason: initializerFailureReason(error)
      )
    default: return error
    }
    let layout = RowLayout(columnNames: statement.columns.names)
    return DecodingFailure(failure, at: max(index - 1, 0), of: layout).with(sql: statement.sql)
  }
}

extension PostgresValue {
  /// The value as an element of a list, in the form of an SQLite column.
  fileprivate var listElement: DatabaseValue {
    switch self {
    case .uuid(let value): .text(UUIDText.text(for: value))
    // The dates are parsed from these, also from those of an infinity.
    case .timestamptz(let value), .timestamp(let value): .text(value.dateText)
    case .date(let value): .text(value.dateText)
    default: databaseValue
    }
  }
}
