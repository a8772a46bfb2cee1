public import DynamicColumns
public import TypedSQL

// `TableAlias` is a type of typed queries. Without its arguments it is an alias of requests, as people know it from there.

extension TableAlias where Base == _RequestedRow, Name == _RequestedRow.Name {
  /// Makes an alias for a table of a request: the same as ``RequestAlias``.
  ///
  /// ```swift
  /// let team = TableAlias()
  /// Player.joining(required: Player.team.aliased(team)).filter(team[Column("color")] == "red")
  /// ```
  ///
  /// ``RecordAlias`` has the columns of a record.
  ///
  /// - Parameter name: The name in the statement; the table's own, or one that the request makes, unless given.
  public init(name: String? = nil) {
    self.init(queryOutput: _RequestedRow(alias: RequestAlias(name: name)))
  }

  /// The alias as requests know it.
  var requestAlias: RequestAlias { queryOutput.alias }

  /// A column of the table.
  public subscript(column: Column) -> Column { requestAlias[column] }

  /// A column of the table.
  public subscript(name: String) -> Column { requestAlias[name] }

  /// An expression of the columns of the table: `team[Column("price") * 2]`.
  public subscript(expression: some SQLExpressible) -> SQLExpression { requestAlias[expression] }

  /// Whether there is a row of the table, as there may be none of an optional association.
  public var exists: SQLExpression { requestAlias.exists }
}

/// An alias of requests.
@_documentation(visibility: internal)
public typealias _RequestTableAlias = TableAlias<_RequestedRow, _RequestedRow.Name>

extension TableRequest {
  /// Gives the request's table an alias, by which columns are told from those of others.
  public func aliased(_ alias: _RequestTableAlias) -> Self {
    with { $0.aliases.append(alias.requestAlias) }
  }
}

extension TableRecord {
  /// All rows, with an alias for the table.
  public static func aliased(_ alias: _RequestTableAlias) -> QueryInterfaceRequest<Self> {
    all().aliased(alias)
  }
}

extension NamedTable {
  /// All rows, with an alias for the table.
  public func aliased(_ alias: _RequestTableAlias) -> QueryInterfaceRequest<RowDecoder> {
    all().aliased(alias)
  }
}

/// The table of an alias of requests, which no typed query has.
@_documentation(visibility: internal)
public struct _RequestedRow: Table, Sendable {
  let alias: RequestAlias

  /// The alias of that table.
  public enum Name: AliasName {}

  /// The type that the value is decoded as.
  public typealias QueryValue = _RequestedRow

  /// What inserts a row whose key is not known yet.
  public typealias Draft = Never

  init(alias: RequestAlias) { self.alias = alias }

  /// The columns.
  public static var columns: TableColumns { TableColumns() }

  /// How many columns it takes.
  public static var _columnWidth: Int { 0 }

  /// The name.
  public static var tableName: String { "requestedRows" }

  /// Fails: there is no row.
  public init(decoder: inout some QueryDecoder) throws {
    throw QueryDecodingError.typeMismatch(_RequestedRow.self)
  }

  /// Hands the value's columns to an encoder, in their order.
  public func _encode(into encoder: inout some QueryEncoder) {}

  /// No columns.
  public struct TableColumns: TableDefinition {
    /// The type that the value is decoded as.
    public typealias QueryValue = _RequestedRow

    /// All columns, in their order.
    public static var allColumns: [any TableColumnExpression] { [] }

    /// The columns that can be written.
    public static var writableColumns: [any WritableTableColumnExpression] { [] }
  }

  /// No columns.
  public struct Selection: TableExpression {
    /// The type that the value is decoded as.
    public typealias QueryValue = _RequestedRow

    /// All columns, in their order.
    public var allColumns: [any QueryExpression] { [] }
  }
}
