/// The table of statements that select from no table.
extension Never: Table {
  /// The type that the value is decoded as.
  public typealias QueryValue = Never

  /// The Swift type of a decoded value.
  public typealias QueryOutput = Never

  /// The table that the statement reads or writes.
  public typealias From = Never

  /// The type that inserts a row: none.
  public typealias Draft = Never

  /// The type of `all`.
  public typealias DefaultScope = Where<Never>

  /// The columns.
  public static var columns: TableColumns { TableColumns() }

  /// The number of columns that a value takes.
  public static var _columnWidth: Int { 0 }

  /// The name.
  public static var tableName: String { "nevers" }

  /// Always throws, since the table has no rows.
  public init(decoder: inout some QueryDecoder) throws {
    throw QueryDecodingError.typeMismatch(Never.self)
  }

  /// Encodes the value's columns, in order.
  public func _encode(into encoder: inout some QueryEncoder) {}

  /// An empty set of columns.
  public struct TableColumns: TableDefinition {
    /// The type that the value is decoded as.
    public typealias QueryValue = Never

    /// All columns, in order.
    public static var allColumns: [any TableColumnExpression] { [] }

    /// The columns that can be written.
    public static var writableColumns: [any WritableTableColumnExpression] { [] }
  }

  /// An empty list of expressions.
  public struct Selection: TableExpression {
    /// The type that the value is decoded as.
    public typealias QueryValue = Never

    /// All columns, in order.
    public var allColumns: [any QueryExpression] { [] }
  }
}
