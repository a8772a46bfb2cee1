public import DatabaseTypes

// Columns named by a type of names. `Column` has overloads of its own, since `row[.rowID]` does not
// determine a type.
extension Row {
  /// The value of a column: `try row[Columns.name]`.
  ///
  /// - Throws: ``DecodingFailure`` for a value of another type, or if there is no such column.
  @_disfavoredOverload
  public subscript<Value: DatabaseValueConvertible>(column: some ColumnExpression) -> Value {
    get throws(DecodingFailure) { try self[column.name] }
  }

  /// Returns the value of a column as a type.
  ///
  /// - Throws: ``DecodingFailure`` for a value of another type, or if there is no such column.
  @_disfavoredOverload
  public func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self,
    forColumn column: some ColumnExpression
  ) throws(DecodingFailure) -> Value { try decode(type, forColumn: column.name) }

  /// Decodes the first value of several columns that is not NULL; `nil` if all are NULL.
  ///
  /// - Throws: ``DecodingFailure`` if the value has another type.
  public func coalesce<Value: DatabaseValueConvertible>(
    _ columns: some Sequence<some ColumnExpression>
  ) throws(DecodingFailure) -> Value? { try coalesce(columns.map { $0.name }) }

  /// Returns the stored value of a column, or `nil` if there is no such column.
  @_disfavoredOverload
  public func value(of column: some ColumnExpression) -> DatabaseValue? {
    value(named: column.name)
  }
}
