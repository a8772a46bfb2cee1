/// No table: what statements without one select from.
extension Never: Table {
  /// The type that the value is decoded as.
  public typealias QueryValue = Never

  /// The Swift type.
  public typealias QueryOutput = Never

  /// The table that it reads or writes.
  public typealias From = Never

  /// What inserts a row whose key is not known yet.
  public typealias Draft = Never

  /// The type of `all`.
  public typealias DefaultScope = Where<Never>

  /// The columns.
  public static var columns: TableColumns { TableColumns() }

  /// How many columns it takes.
  public static var _columnWidth: Int { 0 }

  /// The name.
  public static var tableName: String { "nevers" }

  /// Fails: there is no row.
  public init(decoder: inout some QueryDecoder) throws {
    throw QueryDecodingError.typeMismatch(Never.self)
  }

  /// Hands the value's columns to an encoder, in their order.
  public func _encode(into encoder: inout some QueryEncoder) {}

  /// No columns.
  public struct TableColumns: TableDefinition {
    /// The type that the value is decoded as.
    public typealias QueryValue = Never

    /// All columns, in their order.
    public static var allColumns: [any TableColumnExpression] { [] }

    /// The columns that can be written.
    public static var writableColumns: [any WritableTableColumnExpression] { [] }
  }

  /// No columns.
  public struct Selection: TableExpression {
    /// The type that the value is decoded as.
    public typealias QueryValue = Never

    /// All columns, in their order.
    public var allColumns: [any QueryExpression] { [] }
  }
}
