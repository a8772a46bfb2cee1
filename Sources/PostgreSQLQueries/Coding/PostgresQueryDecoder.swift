public import DatabaseTypes
public import Foundation
public import PostgreSQL
public import TypedSQL

/// Reads the columns of a row of PostgreSQL's.
///
/// A column may be of any type of the server's that holds such a value: a date is read of `timestamptz`, `date`, text and
/// numbers, a UUID of `uuid`, text and bytes, a document of JSON of `jsonb`, `json` and text, an integer of `numeric` too.
/// So a type's columns are decoded whatever representation they declare for SQLite.
@frozen
public struct PostgresQueryDecoder: QueryDecoder {
  @usableFromInline var columns: PostgresRowColumns
  /// The type that was asked for where a column was NULL.
  @usableFromInline var absent = Absent.nothing

  @inlinable @inline(__always)
  init(_ row: borrowing PostgresRow) { columns = PostgresRowColumns(row) }

  /// What a column that is NULL was read as.
  @frozen @usableFromInline
  enum Absent: UInt8 {
    case nothing, bytes, real, integer, text, truth, date, uuid, decimal, list
  }

  /// The index of the column that is read next.
  @inlinable public var index: Int { columns.index }

  @inlinable @inline(__always)
  mutating func present<Value>(_ value: Value?, _ kind: Absent) -> Value? {
    if value == nil { absent = kind }
    return value
  }

  /// Decodes bytes: of `bytea`, of text, of a UUID.
  @inlinable
  public mutating func decode(_ columnType: [UInt8].Type) throws -> [UInt8]? {
    present(try columns.next(as: columnType), .bytes)
  }

  /// Decodes a floating-point number, or a decimal number; of a moment its Julian day.
  @inlinable @inline(__always)
  public mutating func decode(_ columnType: Double.Type) throws -> Double? {
    present(try columns.nextReal(), .real)
  }

  /// Decodes an integer, or a number without a fraction; of a moment the seconds since 1970.
  @inlinable @inline(__always)
  public mutating func decode(_ columnType: Int64.Type) throws -> Int64? {
    present(try columns.nextInteger(), .integer)
  }

  /// Decodes an integer that is not negative.
  @inlinable
  public mutating func decode(_ columnType: UInt64.Type) throws -> UInt64? {
    guard let value = try columns.nextInteger() else { return present(nil, .integer) }
    guard let value = UInt64(exactly: value) else {
      throw QueryDecodingError.typeMismatch(UInt64.self)
    }
    return value
  }

  /// Decodes text, and what is read as text: documents of JSON, decimal numbers, UUIDs, dates.
  @inlinable @inline(__always)
  public mutating func decode(_ columnType: String.Type) throws -> String? {
    present(try columns.nextText(), .text)
  }

  /// Decodes a truth value, or whether a number is not zero.
  @inlinable
  public mutating func decode(_ columnType: Bool.Type) throws -> Bool? {
    present(try columns.nextTruth(), .truth)
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

  /// Decodes a moment: of `timestamptz`, `timestamp`, `date`, of text, or of seconds since 1970.
  @inlinable
  public mutating func decode(_ columnType: Date.Type) throws -> Date? {
    present(try columns.nextMoment(), .date)
  }

  /// Decodes a UUID: of `uuid`, of text, or of 16 bytes.
  @inlinable
  public mutating func decode(_ columnType: UUID.Type) throws -> UUID? {
    present(try columns.nextIdentifier(), .uuid)
  }

  /// Decodes a decimal number with all its digits: of `numeric`, of an integer, of text.
  ///
  /// - Throws: `ConversionFailure` for NaN, infinities, and numbers of more than 38 digits.
  @inlinable
  public mutating func decode(_ columnType: Decimal.Type) throws -> Decimal? {
    present(try columns.nextDecimal(), .decimal)
  }

  /// Decodes an integer that counts parts of one.
  ///
  /// - Throws: `ConversionFailure` for a column that is no integer: there, 12 would be 0.12.
  @inlinable
  public mutating func _decodeUnits() throws -> Int64? {
    present(try columns.nextUnits(), .decimal)
  }

  /// Decodes a list: of an array of one dimension, or of a document or a text with an array of JSON.
  ///
  /// - Throws: `ConversionFailure` for other columns, and for arrays of several dimensions.
  public mutating func _decodeList() throws -> [DatabaseValue]? {
    switch try columns.nextArray() {
    case nil: return present(nil, .list)
    case .elements(let elements)?: return elements.map(\.listElement)
    case .other(let value)?:
      if case .text(let text) = value.databaseValue, let values = ListText.values(of: text) {
        return values
      }
      throw ConversionFailure(
        expectedType: Absent.list.typeName,
        found: nil,
        reason: "the column is no array, and no array of JSON with single values"
      )
    }
  }

  /// Takes the next columns if all of them are NULL.
  @inlinable
  public mutating func skipsNull(columns count: Int) throws -> Bool { columns.skipNull(count) }
}

extension PostgresQueryDecoder.Absent {
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
  /// The error to throw for one that decoding a row threw: with the place where it happened.
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
        reason: "the type's own initialiser failed with \(Swift.type(of: error))"
      )
    default: return error
    }
    let layout = RowLayout(columnNames: statement.columns.names)
    return DecodingFailure(failure, at: max(index - 1, 0), of: layout).with(sql: statement.sql)
  }
}

extension PostgresValue {
  /// The value as an element of a list, in the form of a column of SQLite's.
  fileprivate var listElement: DatabaseValue {
    switch self {
    case .uuid(let value): .text(UUIDText.text(for: value))
    case .timestamptz(let value) where value.isFinite, .timestamp(let value) where value.isFinite:
      DateText.text(for: value.date).map { .text($0) } ?? databaseValue
    case .date(let value): DateText.text(for: value.date).map { .text($0) } ?? databaseValue
    default: databaseValue
    }
  }
}
