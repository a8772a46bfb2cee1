public import DatabaseTypes
public import Foundation
public import SQLite
public import SQLiteDatabase
public import TypedSQL

/// A decoder of the columns in the current row of a statement.
///
/// Values are converted by the table of ``DatabaseValueConvertible``; any other conversion
/// throws. A `UUID` may be text of 36 characters or 16 bytes; a date is text such as
/// `2026-11-21 08:30:00.000`, in UTC or as ISO 8601, or the seconds since 1970.
@usableFromInline
package typealias SQLiteQueryDecoder = CursorDecoder<RowColumns>

extension RowColumns: ColumnCursor {
  @inlinable
  package mutating func nextUnsigned() throws(ConversionFailure) -> UInt64? {
    try next(as: UInt64.self)
  }

  @inlinable
  package mutating func nextBytes() throws(ConversionFailure) -> [UInt8]? {
    try next(as: [UInt8].self)
  }

  @inlinable
  package mutating func nextTruth() throws(ConversionFailure) -> Bool? { try next(as: Bool.self) }

  @inlinable
  package mutating func nextDate() throws(ConversionFailure) -> Date? { try next(as: Date.self) }

  @inlinable
  package mutating func nextUUID() throws(ConversionFailure) -> UUID? {
    if let uuid = nextText(UUIDText.uuid(from:)) { return uuid }
    return try next(as: UUID.self)
  }

  /// Throws an error that says what to write instead: SQLite has no decimal numbers.
  @usableFromInline
  package mutating func nextDecimal() throws(ConversionFailure) -> Decimal? { throw .noDecimal }

  @inlinable
  package mutating func nextScaledInteger() throws(ConversionFailure) -> Int64? {
    try nextInteger()
  }

  @usableFromInline
  package mutating func nextList() throws -> [DatabaseValue]? {
    try nextText().map { text in try ListText.list(of: text) }
  }
}

extension CursorDecoder where Columns == RowColumns {
  @inlinable @inline(__always)
  init(_ statement: PreparedStatement) {
    self.init(columns: statement.statement.columns(&statement.valueAddresses))
  }
}

extension PreparedStatement {
  /// Returns an error of decoding a row, with the column and the SQL added.
  @usableFromInline @inline(never)
  func decodingError(_ error: any Error, _ decoder: SQLiteQueryDecoder) -> any Error {
    decoder.decodingError(error, in: layout, sql: sql) { statement.storageClass(at: $0) }
  }
}
