public import DatabaseTypes
public import Foundation

/// A decoder of typed values from the columns of one row.
///
/// A column may have any type of the database that can hold such a value; see ``ColumnCursor``.
@frozen @usableFromInline
package struct CursorDecoder<Columns: ColumnCursor>: QueryDecoder {
  @usableFromInline package var columns: Columns
  /// The type that was last requested from a column that was NULL.
  @usableFromInline var absent = RequestedType.nothing

  /// Creates a decoder of the columns from a reader's next one on.
  @inlinable @inline(__always)
  package init(columns: Columns) { self.columns = columns }

  @inlinable @inline(__always)
  mutating func recordingRequest<Value>(_ value: Value?, _ kind: RequestedType) -> Value? {
    if value == nil { absent = kind }
    return value
  }

  @inlinable
  package mutating func decode(_ columnType: [UInt8].Type) throws -> [UInt8]? {
    recordingRequest(try columns.nextBytes(), .bytes)
  }

  @inlinable @inline(__always)
  package mutating func decode(_ columnType: Double.Type) throws -> Double? {
    recordingRequest(try columns.nextReal(), .real)
  }

  @inlinable @inline(__always)
  package mutating func decode(_ columnType: Int64.Type) throws -> Int64? {
    recordingRequest(try columns.nextInteger(), .integer)
  }

  @inlinable
  package mutating func decode(_ columnType: UInt64.Type) throws -> UInt64? {
    recordingRequest(try columns.nextUnsigned(), .integer)
  }

  @inlinable @inline(__always)
  package mutating func decode(_ columnType: String.Type) throws -> String? {
    recordingRequest(try columns.nextText(), .text)
  }

  @inlinable
  package mutating func decode(_ columnType: Bool.Type) throws -> Bool? {
    recordingRequest(try columns.nextTruth(), .truth)
  }

  @inlinable @inline(__always)
  package mutating func decode(_ columnType: Int.Type) throws -> Int? {
    guard let value = try columns.nextInteger() else {
      absent = .integer
      return nil
    }
    return Int(truncatingIfNeeded: value)
  }

  @inlinable
  package mutating func decode(_ columnType: Date.Type) throws -> Date? {
    recordingRequest(try columns.nextDate(), .date)
  }

  @inlinable
  package mutating func decode(_ columnType: UUID.Type) throws -> UUID? {
    recordingRequest(try columns.nextUUID(), .uuid)
  }

  @inlinable
  package mutating func decode(_ columnType: Decimal.Type) throws -> Decimal? {
    recordingRequest(try columns.nextDecimal(), .decimal)
  }

  @inlinable
  package mutating func _decodeScaledInteger() throws -> Int64? {
    recordingRequest(try columns.nextScaledInteger(), .decimal)
  }

  @inlinable
  package mutating func _decodeList() throws -> [DatabaseValue]? {
    recordingRequest(try columns.nextList(), .list)
  }

  @inlinable
  package mutating func skipsNull(columns count: Int) throws -> Bool { columns.skipNull(count) }
}

/// A type that was requested from a column, as an error names it.
@frozen @usableFromInline
enum RequestedType: UInt8 {
  case nothing, bytes, real, integer, text, truth, date, uuid, decimal, list

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

extension CursorDecoder {
  /// Returns the error to throw for an error of decoding a row, with the column in which it
  /// occurred.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - layout: The names of the row's columns.
  ///   - sql: The statement that the row comes from.
  ///   - storageClass: A function that returns the storage class of a column, if it is known.
  @inline(never)
  package func decodingError(
    _ error: any Error,
    in layout: RowLayout,
    sql: String,
    storageClass: (Int) -> StorageClass? = { _ in nil }
  ) -> any Error {
    let index = max(columns.index - 1, 0)
    let isColumn = index < layout.columnNames.count
    guard let failure = failure(for: error, found: isColumn ? storageClass(index) : .null) else {
      return error
    }
    let located =
      isColumn
      ? DecodingFailure(failure, at: index, of: layout)
      : DecodingFailure.noColumn(at: index, failure, of: layout)
    return located.with(sql: sql)
  }

  private func failure(for error: any Error, found: StorageClass?) -> ConversionFailure? {
    switch error {
    case let error as ConversionFailure: error
    case QueryDecodingError.missingRequiredColumn:
      ConversionFailure(expectedType: absent.typeName, found: .null)
    case QueryDecodingError.typeMismatch(let type):
      .unrepresentable(type, found: found, reason: "the type has no such value")
    case QueryDecodingError.other(let error):
      ConversionFailure(
        expectedType: absent.typeName,
        found: found,
        reason: initializerFailureReason(error)
      )
    default: nil
    }
  }
}
