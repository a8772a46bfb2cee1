import DatabaseTypes
public import TypedSQL

/// The elements of an array or the entries of an object, as rows: `json_each(…)`.
///
/// The key of an array's element is its index.
public typealias JSONEach<Key: QueryBindable, Value: QueryBindable> = _JSONEach<
  _JSONEachText, Key, Value
>

/// The elements of an array or the entries of an object, as rows: `jsonb_each(…)`.
///
/// Objects and arrays among the values are blobs. Requires SQLite 3.51.
public typealias JSONBEach<Key: QueryBindable, Value: QueryBindable> = _JSONEach<
  _JSONEachBinary, Key, Value
>

/// An SQL function whose result is a table.
public protocol _JSONEachFunction: Sendable {
  /// The name of the function.
  static var name: String { get }
}

/// The function `json_each`.
public enum _JSONEachText: _JSONEachFunction {
  /// The name of the function.
  public static var name: String { "json_each" }
}

/// The function `jsonb_each`.
public enum _JSONEachBinary: _JSONEachFunction {
  /// The name of the function.
  public static var name: String { "jsonb_each" }
}

/// An element of an array or an entry of an object.
public struct _JSONEach<Function: _JSONEachFunction, Key: QueryBindable, Value: QueryBindable>:
  Table
{
  /// The type that the value is decoded as.
  public typealias QueryValue = Self

  /// The Swift type of a decoded value.
  public typealias QueryOutput = Self

  /// The table that the statement reads or writes.
  public typealias From = Never

  /// The index of an element, or the key of an entry.
  public let key: Key.QueryOutput

  /// The element, or the value of the entry.
  public let value: Value.QueryOutput

  /// Creates a row.
  public init(key: Key.QueryOutput, value: Value.QueryOutput) {
    self.key = key
    self.value = value
  }

  /// Decodes the next columns of a row.
  public init(decoder: inout some QueryDecoder) throws {
    key = try decoder.column(Key.self)
    value = try decoder.column(Value.self)
  }

  /// Encodes the value's columns, in order.
  public func _encode(into encoder: inout some QueryEncoder) {
    encoder.encode(key, as: Key.self)
    encoder.encode(value, as: Value.self)
  }

  /// The columns.
  public static var columns: TableColumns { TableColumns() }

  /// The number of columns that a value takes.
  public static var _columnWidth: Int { 2 }

  /// The name of the function.
  public static var tableName: String { Function.name }

  /// The columns of the rows that the function returns.
  public struct TableColumns: TableDefinition {
    /// The type that the value is decoded as.
    public typealias QueryValue = _JSONEach

    /// The index of an element, or the key of an entry.
    public let key = TableColumn<QueryValue, Key>("key")

    /// The element, or the value of the entry.
    public let value = TableColumn<QueryValue, Value>("value")

    /// The kind of JSON that the value is, such as `object`; it is not selected with the others.
    public var type: TableColumn<QueryValue, String> { TableColumn("type") }

    /// All columns, in order.
    public static var allColumns: [any TableColumnExpression] {
      [QueryValue.columns.key, QueryValue.columns.value]
    }

    /// The columns that can be written: none.
    public static var writableColumns: [any WritableTableColumnExpression] { [] }
  }

  /// The columns as expressions to select.
  public struct Selection: TableExpression {
    /// The type that the value is decoded as.
    public typealias QueryValue = _JSONEach

    /// All columns, in order.
    public let allColumns: [any QueryExpression]

    /// Creates the expressions.
    public init(key: some QueryExpression<Key>, value: some QueryExpression<Value>) {
      allColumns = [key, value]
    }
  }
}

extension _JSONEach: Sendable where Key.QueryOutput: Sendable, Value.QueryOutput: Sendable {}
extension _JSONEach: Equatable where Key.QueryOutput: Equatable, Value.QueryOutput: Equatable {}
extension _JSONEach: Hashable where Key.QueryOutput: Hashable, Value.QueryOutput: Hashable {}

extension QueryExpression where QueryValue: _JSONRepresentation {
  /// Returns the rows that a function makes from the expression:
  /// `FROM json_each("trips"."geofence", '$."points"')`.
  func each<Function: _JSONEachFunction, Key, Value>(
    at path: QueryFragment? = nil
  ) -> SelectOf<_JSONEach<Function, Key, Value>> {
    var from = QueryFragment()
    from.append(call: Function.self is _JSONEachBinary.Type ? .jsonbEach : .jsonEach)
    from.append(queryFragment)
    if let path {
      from.append(sql: ", ")
      from.append(path)
    }
    from.append(sql: ")")
    return Select(from: from)
  }
}
