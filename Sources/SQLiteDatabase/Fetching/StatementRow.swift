public import DatabaseTypes
public import SQLite

/// The row on which a statement stands, until its next step: for whoever decodes rows by names.
@frozen @usableFromInline
package struct StatementRow {
  @usableFromInline let columns: RowColumns

  @inlinable
  init(_ columns: RowColumns) { self.columns = columns }

  /// The value of a column as a type; `nil` for NULL.
  ///
  /// - Precondition: The index is that of a column.
  @inlinable @inline(__always)
  package func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type,
    at index: Int
  ) throws(ConversionFailure) -> Value? {
    try columns.decode(type, at: index)
  }

  /// The value of a column as a type.
  ///
  /// - Precondition: The index is that of a column.
  @inlinable @inline(__always)
  package func decodePresent<Value: DatabaseValueConvertible>(
    _ type: Value.Type,
    at index: Int
  ) throws(ConversionFailure) -> Value {
    try columns.decodePresent(type, at: index)
  }

  /// A copy of the value of a column.
  ///
  /// - Precondition: The index is that of a column.
  package func value(at index: Int) throws(ConversionFailure) -> DatabaseValue {
    try columns.databaseValue(at: index)
  }

  /// Whether a column is NULL.
  ///
  /// - Precondition: The index is that of a column.
  @inlinable @inline(__always)
  package func isNull(at index: Int) -> Bool { columns.isNull(at: index) }
}

extension PreparedStatement {
  /// The row on which the statement stands, until its next step.
  @inlinable @inline(__always)
  package var currentRow: StatementRow { StatementRow(statement.columns(&valuePlaces)) }
}
