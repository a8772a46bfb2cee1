public import DatabaseTypes

extension Row {
  /// The value of a column.
  ///
  /// ```swift
  /// init(row: Row) throws { name = try row[Columns.name] }
  /// ```
  ///
  /// - Throws: ``DecodingFailure`` for a value of another type, or where there is no such column.
  public subscript<Value: DatabaseValueConvertible>(column: Column) -> Value {
    get throws(DecodingFailure) { try self[column.name] }
  }

  /// The value of a column as a type.
  ///
  /// - Throws: ``DecodingFailure`` for a value of another type, or where there is no such column.
  public func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self,
    forColumn column: Column
  ) throws(DecodingFailure) -> Value { try decode(type, forColumn: column.name) }

  /// The stored value of a column; `nil` where there is no such column.
  public func value(of column: Column) -> DatabaseValue? { value(named: column.name) }
}
