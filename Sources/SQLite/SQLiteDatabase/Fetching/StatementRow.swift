public import DatabaseTypes
public import SQLite

/// The current row of a statement, valid until its next step, for decoding rows by column names.
@frozen @usableFromInline
package struct StatementRow {
  @usableFromInline let columns: RowColumns

  @inlinable
  init(_ columns: RowColumns) { self.columns = columns }

  /// Decodes a column; returns `nil` for NULL.
  ///
  /// - Precondition: The index is that of a column.
  @inlinable @inline(__always)
  package func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type,
    at index: Int
  ) throws(ConversionFailure) -> Value? {
    try columns.decode(type, at: index)
  }

  /// Decodes a column.
  ///
  /// - Precondition: The index is that of a column.
  @inlinable @inline(__always)
  package func decodePresent<Value: DatabaseValueConvertible>(
    _ type: Value.Type,
    at index: Int
  ) throws(ConversionFailure) -> Value {
    try columns.decodePresent(type, at: index)
  }

  /// Returns a copy of the value of a column.
  ///
  /// - Precondition: The index is that of a column.
  package func value(at index: Int) throws(ConversionFailure) -> DatabaseValue {
    try columns.databaseValue(at: index)
  }

  /// Returns whether a column is NULL.
  ///
  /// - Precondition: The index is that of a column.
  @inlinable @inline(__always)
  package func isNull(at index: Int) -> Bool { columns.isNull(at: index) }
}

extension PreparedStatement {
  /// The statement's current row, valid until its next step.
  @inlinable @inline(__always)
  package var currentRow: StatementRow { StatementRow(statement.columns(&valueAddresses)) }
}
