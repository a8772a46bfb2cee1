/// A row of a result: an immutable copy that outlives its statement.
///
/// ```swift
/// let rows = try database.read { try Row.fetchAll($0, sql: "SELECT id, title FROM reminders") }
/// for row in rows {
///   let id: Int = try row["id"]
///   let title = try row.decode(String.self, at: 1)
/// }
/// ```
///
/// Values are converted as listed at ``DatabaseValueConvertible``; a value that does not fit throws
/// a ``DecodingFailure``. Column names are looked up ignoring the case of ASCII letters, as SQL
/// does; if no column has the name, the case of all letters is ignored, so that `row["GRÖßE"]`
/// finds `größe`. Of several columns with one name, the first is found.
public struct Row: Sendable {
  /// The columns.
  public let layout: RowLayout
  /// The values, in the order of the columns.
  public let values: [DatabaseValue]
  /// The rows attached to this row; `nil` for most rows, which have none.
  package var related: RelatedRows?

  /// Creates a row.
  ///
  /// - Precondition: There are as many values as columns.
  public init(layout: RowLayout, values: [DatabaseValue]) {
    precondition(
      layout.columnNames.count == values.count,
      "A row has one value for each of its columns"
    )
    self.layout = layout
    self.values = values
  }

  /// Creates a row from names and values.
  public init(_ columns: KeyValuePairs<String, DatabaseValue>) {
    self.init(layout: RowLayout(columnNames: columns.map(\.key)), values: columns.map(\.value))
  }

  /// The number of columns.
  public var count: Int { values.count }

  /// The names of the columns, in order.
  public var columnNames: [String] { layout.columnNames }
}

extension Row {
  /// The value of a column, by its index from 0.
  ///
  /// - Throws: ``DecodingFailure`` for a value of another type, or if there is no such column.
  public subscript<Value: DatabaseValueConvertible>(index: Int) -> Value {
    get throws(DecodingFailure) { try decode(Value.self, at: index) }
  }

  /// The value of a column, by its name.
  ///
  /// - Throws: ``DecodingFailure`` for a value of another type, or if there is no such column.
  public subscript<Value: DatabaseValueConvertible>(column: String) -> Value {
    get throws(DecodingFailure) { try decode(Value.self, forColumn: column) }
  }

  /// Decodes the value of a column, by its index from 0.
  ///
  /// - Throws: ``DecodingFailure`` for a value of another type, or if there is no such column.
  public func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self,
    at index: Int
  ) throws(DecodingFailure) -> Value {
    guard values.indices.contains(index) else { throw .noColumn(at: index, of: layout, type: type) }
    do throws(ConversionFailure) {
      return try storedValue(Value.self, at: index)
    } catch {
      throw DecodingFailure(error, at: index, of: layout)
    }
  }

  /// Decodes the value of a column, by its name.
  ///
  /// - Throws: ``DecodingFailure`` for a value of another type, or if there is no such column.
  public func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self,
    forColumn column: String
  ) throws(DecodingFailure) -> Value {
    guard let index = layout.index(ofColumn: column) else {
      throw .noColumn(named: column, type: type)
    }
    return try decode(type, at: index)
  }

  /// Decodes the value of a column, by its name, like ``decode(_:forColumn:)``.
  ///
  /// - Throws: ``DecodingFailure`` for a value of another type, or if there is no such column.
  public func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self,
    forKey column: String
  ) throws(DecodingFailure) -> Value { try decode(type, forColumn: column) }

  /// Decodes the first value of several columns that is not NULL.
  ///
  /// ```swift
  /// let name: String? = try row.coalesce(["nickname", "name"])
  /// ```
  ///
  /// - Parameter columns: The names of columns; those that the row does not have are left out.
  /// - Returns: The value; `nil` if all are NULL.
  /// - Throws: ``DecodingFailure`` if the value has another type.
  public func coalesce<Value: DatabaseValueConvertible>(
    _ columns: some Sequence<String>
  ) throws(DecodingFailure) -> Value? {
    for column in columns {
      guard let index = layout.index(ofColumn: column), !values[index].isNull else { continue }
      return try decode(Value.self, at: index)
    }
    return nil
  }

  /// Decodes a column whose index has been checked.
  ///
  /// - Precondition: The index is that of a column.
  package func storedValue<Value: DatabaseValueConvertible>(
    _ type: Value.Type,
    at index: Int
  ) throws(ConversionFailure) -> Value {
    if let failure = layout.failures[index] { throw failure }
    return try Value(column: 0, of: values[index])
  }

  /// Returns the stored value of a column by name, or `nil` if there is no such column.
  public func value(named column: String) -> DatabaseValue? {
    layout.index(ofColumn: column).map { values[$0] }
  }

  /// Returns the stored value of the column whose name is the same in SQL; `nil` if there is none.
  package func value(ofExactColumn column: String) -> DatabaseValue? {
    layout.index(ofExactColumn: column).map { values[$0] }
  }
}

/// Rows are equal if their columns have the same names and values in the same order.
///
/// Their related rows have to be equal as well.
extension Row: Hashable {
  /// Returns whether the rows have the same names and values in the same order.
  public static func == (left: Row, right: Row) -> Bool {
    left.values == right.values && left.related == right.related
      && (left.layout === right.layout || left.columnNames == right.columnNames)
  }

  /// Hashes the values.
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension Row: CustomStringConvertible, CustomDebugStringConvertible {
  /// The names and storage classes.
  ///
  /// Values may be private, so only `debugDescription` shows them.
  public var description: String {
    zip(columnNames, values).map { "\($0): \($1.storageClass)" }.joined(separator: ", ")
  }

  /// The names and values.
  public var debugDescription: String {
    zip(columnNames, values).map { "\($0): \($1.sqlLiteral)" }.joined(separator: ", ")
  }
}
