public import DynamicColumns
public import TypedSQL

// `TableAlias` is a type of typed queries. Without generic arguments it is an alias of requests, as
// people know it from requests.

extension TableAlias where Base == _RequestedRow, Name == _RequestedRow.Name {
  /// Creates an alias for a table of a request, like ``RequestAlias``.
  ///
  /// ```swift
  /// let team = TableAlias()
  /// Player.joining(required: Player.team.aliased(team)).filter(team[Column("color")] == "red")
  /// ```
  ///
  /// ``RecordAlias`` has the columns of a record.
  ///
  /// - Parameter name: The name in the statement; unless given, the table's own name or one that
  ///   the request generates.
  public init(name: String? = nil) {
    self.init(queryOutput: _RequestedRow(alias: RequestAlias(name: name)))
  }

  /// The alias in the form that requests use.
  var requestAlias: RequestAlias { queryOutput.alias }

  /// Accesses a column of the table.
  public subscript(column: Column) -> Column { requestAlias[column] }

  /// Accesses a column of the table.
  public subscript(name: String) -> Column { requestAlias[name] }

  /// Accesses an expression of the columns of the table: `team[Column("price") * 2]`.
  public subscript(expression: some SQLExpressible) -> SQLExpression { requestAlias[expression] }

  /// Whether the table has a row, which an optional association may lack.
  public var exists: SQLExpression { requestAlias.exists }
}

/// An alias of requests.
@_documentation(visibility: internal)
public typealias _RequestTableAlias = TableAlias<_RequestedRow, _RequestedRow.Name>

extension TableRequest {
  /// Gives the request's table an alias, which distinguishes its columns from those of others.
  public func aliased(_ alias: _RequestTableAlias) -> Self {
    with { $0.aliases.append(alias.requestAlias) }
  }
}

extension TableRecord {
  /// Returns a request for all rows, with an alias for the table.
  public static func aliased(_ alias: _RequestTableAlias) -> QueryInterfaceRequest<Self> {
    all().aliased(alias)
  }
}

extension NamedTable {
  /// Returns a request for all rows, with an alias for the table.
  public func aliased(_ alias: _RequestTableAlias) -> QueryInterfaceRequest<RowDecoder> {
    all().aliased(alias)
  }
}

/// The table of an alias of requests, which is never queried by typed queries.
@_documentation(visibility: internal)
public struct _RequestedRow: Table, Sendable {
  let alias: RequestAlias

  /// The alias name of that table.
  public enum Name: AliasName {}

  /// The type that the value is decoded as.
  public typealias QueryValue = _RequestedRow

  /// The type that inserts a row, which does not exist.
  public typealias Draft = Never

  init(alias: RequestAlias) { self.alias = alias }

  /// The columns.
  public static var columns: TableColumns { TableColumns() }

  /// The number of columns, which is zero.
  public static var _columnWidth: Int { 0 }

  /// The name of the table.
  public static var tableName: String { "requestedRows" }

  /// Throws, because there is no row.
  public init(decoder: inout some QueryDecoder) throws {
    throw QueryDecodingError.typeMismatch(_RequestedRow.self)
  }

  /// Encodes no columns.
  public func _encode(into encoder: inout some QueryEncoder) {}

  /// The columns of the table: no columns.
  public struct TableColumns: TableDefinition {
    /// The type that the value is decoded as.
    public typealias QueryValue = _RequestedRow

    /// All columns: no columns.
    public static var allColumns: [any TableColumnExpression] { [] }

    /// The writable columns: no columns.
    public static var writableColumns: [any WritableTableColumnExpression] { [] }
  }

  /// A selection of no columns.
  public struct Selection: TableExpression {
    /// The type that the value is decoded as.
    public typealias QueryValue = _RequestedRow

    /// All columns: no columns.
    public var allColumns: [any QueryExpression] { [] }
  }
}
