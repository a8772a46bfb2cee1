public import DatabaseTypes

// Columns that a type of names stands for. A `Column` has forms of its own, since `row[.rowID]` tells no type.
extension Row {
  /// The value of a column: `try row[Columns.name]`.
  ///
  /// - Throws: ``DecodingFailure`` for a value of another type, or where there is no such column.
  @_disfavoredOverload
  public subscript<Value: DatabaseValueConvertible>(column: some ColumnExpression) -> Value {
    get throws(DecodingFailure) { try self[column.name] }
  }

  /// The value of a column as a type.
  ///
  /// - Throws: ``DecodingFailure`` for a value of another type, or where there is no such column.
  @_disfavoredOverload
  public func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self,
    forColumn column: some ColumnExpression
  ) throws(DecodingFailure) -> Value { try decode(type, forColumn: column.name) }

  /// The stored value of a column; `nil` where there is no such column.
  @_disfavoredOverload
  public func value(of column: some ColumnExpression) -> DatabaseValue? {
    value(named: column.name)
  }
}
