public import DatabaseTypes
public import PostgreSQL
public import TypedSQL

/// A decoder of the columns of a row of PostgreSQL.
///
/// A column may have any server type that can hold such a value: a date is decoded from
/// `timestamptz`, `date`, text and numbers; a UUID from `uuid`, text and bytes; a JSON document
/// from `jsonb`, `json` and text; an integer also from `numeric`. So the columns of a type are
/// decoded whatever representation they declare for SQLite.
@usableFromInline
package typealias PostgresQueryDecoder = CursorDecoder<PostgresRowColumns>

extension PostgresRowColumns: ColumnCursor {
  @inlinable
  package mutating func nextUnsigned() throws(ConversionFailure) -> UInt64? {
    guard let value = try nextInteger() else { return nil }
    if let value = UInt64(exactly: value) { return value }
    throw .unrepresentable(UInt64.self, found: nil, reason: "the type has no such value")
  }

  @inlinable
  package mutating func nextBytes() throws(ConversionFailure) -> [UInt8]? {
    try next(as: [UInt8].self)
  }

  /// Reads a list: an array of one dimension, or a JSON document or text with an array.
  ///
  /// - Throws: `ConversionFailure` for other columns, and for arrays of several dimensions.
  @usableFromInline
  package mutating func nextList() throws -> [DatabaseValue]? {
    switch try nextArray() {
    case nil: return nil
    case .elements(let elements)?: return elements.map(\.listElement)
    case .other(let value)?:
      if case .text(let text) = value.databaseValue, let values = ListText.values(of: text) {
        return values
      }
      throw ConversionFailure(
        expectedType: "an array",
        found: nil,
        reason: "the column is neither an array nor a JSON array of single values"
      )
    }
  }
}

extension CursorDecoder where Columns == PostgresRowColumns {
  @inlinable @inline(__always)
  init(_ row: borrowing PostgresRow) { self.init(columns: PostgresRowColumns(row)) }

  /// Returns an error of decoding a row, with the column and the SQL added.
  @usableFromInline @inline(never)
  func decodingError(_ error: any Error, _ statement: PostgresStatement) -> any Error {
    let layout = RowLayout(columnNames: statement.columns.names)
    return decodingError(error, in: layout, sql: statement.sql)
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

extension PostgresRow {
  /// Decodes the first columns of the row as a typed statement would.
  ///
  /// - Throws: Any error of the values' types for values that do not fit them.
  package borrowing func decode<Shape: RowShape>(_ shape: Shape.Type) throws -> Shape.Row {
    var decoder = PostgresQueryDecoder(self)
    return try Shape.decode(&decoder)
  }
}
