public import DatabaseTypes

extension Row {
  /// The value of a column.
  ///
  /// ```swift
  /// init(row: Row) throws { name = try row[Columns.name] }
  /// ```
  ///
  /// - Throws: ``DecodingFailure`` for a value of another type, or if there is no such column.
  public subscript<Value: DatabaseValueConvertible>(column: Column) -> Value {
    get throws(DecodingFailure) { try self[column.name] }
  }

  /// Returns the value of a column as a type.
  ///
  /// - Throws: ``DecodingFailure`` for a value of another type, or if there is no such column.
  public func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self,
    forColumn column: Column
  ) throws(DecodingFailure) -> Value { try decode(type, forColumn: column.name) }

  /// Returns the stored value of a column, or `nil` if there is no such column.
  public func value(of column: Column) -> DatabaseValue? { value(named: column.name) }
}
