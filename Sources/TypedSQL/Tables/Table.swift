/// A type whose values are rows of a table.
///
/// `@Table` makes a structure one.
@dynamicMemberLookup
public protocol Table: QueryRepresentable, PartialSelectStatement, SendableMetatype
where _Optionalized: Table {
  associatedtype QueryValue = Self
  associatedtype From = Never
  /// The columns, typed.
  associatedtype TableColumns: TableDefinition where TableColumns.QueryValue == Self
  /// The columns as expressions, to be selected.
  associatedtype Selection: TableExpression where Selection.QueryValue == Self
  /// What inserts a row whose key is not known yet.
  associatedtype Draft = Never
  /// The type of `all`.
  associatedtype DefaultScope: SelectStatement<(), Self, ()> = Where<Self>
  where DefaultScope.Shape == ValueRow<Self>

  /// The columns.
  static var columns: TableColumns { get }
  /// The name.
  static var tableName: String { get }
  /// The name by which a statement refers to it, if it is another.
  static var tableAlias: String? { get }
  /// The schema, if it is named.
  static var schemaName: String? { get }
  /// What stands in `FROM`: the name, unless the table is made by a function.
  static var tableFragment: QueryFragment { get }
  /// All rows, or those of a scope that holds for each query.
  static var all: DefaultScope { get }
  /// Where JSON of a row has what columns hold, for those whose names do not tell.
  static var _codingPaths: [String: [String]] { get }
}

extension Table {
  /// The name by which a statement refers to it, if it is another.
  public static var tableAlias: String? { nil }

  /// The schema, if it is named.
  public static var schemaName: String? { nil }

  /// Where JSON of a row has what columns hold, for those whose names do not tell: for none.
  public static var _codingPaths: [String: [String]] { [:] }

  /// What stands in `FROM`: the quoted name, after that of the schema.
  public static var tableFragment: QueryFragment {
    var fragment = QueryFragment()
    if let schemaName {
      fragment.append(identifier: schemaName)
      fragment.append(sql: ".")
    }
    if tableAlias == nil {
      fragment.append(source: tableName)
    } else {
      fragment.append(identifier: tableName)
    }
    return fragment
  }

  /// What stands in `FROM`, with the alias.
  static var aliasedTableFragment: QueryFragment {
    var fragment = tableFragment
    if let tableAlias {
      fragment.append(sql: " AS ")
      fragment.append(source: tableAlias)
    }
    return fragment
  }

  /// A column.
  public static subscript<Member>(dynamicMember keyPath: KeyPath<TableColumns, Member>) -> Member {
    columns[keyPath: keyPath]
  }

  /// A statement without the scope of `all`.
  @inlinable public static var unscoped: Where<Self> { Where(scope: .unscoped) }

  // Disfavoured for `Row?.none`, which by itself is an optional.
  /// A statement that has no rows and is not run.
  @_disfavoredOverload
  public static var none: Where<Self> { Where(scope: .empty) }

  /// Decodes the next columns of a row; `nil` where they are NULL.
  @inlinable
  public static func _decodeIfPresent(from decoder: inout some QueryDecoder) throws -> Self? {
    try decoder.skipsNull(columns: _columnWidth) ? nil : try Self(decoder: &decoder)
  }
}

extension Table where _Optionalized == Self? {
  /// A statement that has no rows and is not run.
  public static var none: Where<Self> { Where(scope: .empty) }
}

extension Table where DefaultScope == Where<Self> {
  /// All rows.
  @inlinable public static var all: DefaultScope { Where() }
}

extension Table where QueryOutput == Self {
  /// Makes a row of a row.
  @inlinable public init(queryOutput: Self) { self = queryOutput }

  /// The row.
  @inlinable public var queryOutput: Self { self }
}

extension Table {
  /// The row's values: `1, 'Personal'`.
  public var queryFragment: QueryFragment { _values.map(\.fragment).joined(separator: ", ") }

  /// The row's values, one by one.
  public var _allColumns: [any QueryExpression] {
    _values.map { SQLQueryExpression<Never>($0.fragment) }
  }

  /// The row as a statement: `SELECT 1 AS "id", 'Personal' AS "title"`.
  public var query: QueryFragment {
    var query: QueryFragment = "SELECT "
    query.append(
      zip(TableColumns.allColumns, _values).map { "\($1.fragment) AS \(quote: $0.name)" }.joined(
        separator: ", "
      )
    )
    return query
  }

  /// The values of all columns.
  var _values: [EncodedColumn] {
    var encoder = FragmentEncoder()
    _encode(into: &encoder)
    return encoder.columns
  }
}

/// The value of one column of a row that is written.
@usableFromInline struct EncodedColumn: Sendable {
  var fragment: QueryFragment
  var isGenerated = false
  var isUnset = false
}

/// Collects the values of a row as fragments.
struct FragmentEncoder: QueryEncoder {
  var columns: [EncodedColumn] = []

  mutating func encode(_ binding: QueryBinding) {
    var fragment = QueryFragment()
    fragment.append(binding)
    encode(fragment)
  }

  mutating func encode(_ fragment: QueryFragment) {
    columns.append(EncodedColumn(fragment: fragment))
  }

  mutating func encodeGenerated<Value: QueryRepresentable>(_ value: Value) {
    let count = columns.count
    value._encode(into: &self)
    for index in count..<columns.count { columns[index].isGenerated = true }
  }

  mutating func encodeUnset(columns count: Int) {
    for _ in 0..<count { columns.append(EncodedColumn(fragment: "NULL", isUnset: true)) }
  }
}

/// A selection of columns, which is decoded as a type but is no table.
///
/// `@Selection` makes a structure one.
public protocol _Selection: Table {}

/// A table whose rows are told apart by a key.
public protocol PrimaryKeyedTable<PrimaryKey>: Table
where
  TableColumns: PrimaryKeyedTableDefinition<PrimaryKey>, Draft: TableDraft,
  Draft.SourceTable == Self
{
  /// The type of the key, of one column or several.
  associatedtype PrimaryKey: QueryRepresentable & QueryExpression
  where PrimaryKey.QueryValue == PrimaryKey

  /// The key of the row.
  ///
  /// ```swift
  /// try Reminder.find(reminder.primaryKey).update { $0.isCompleted = true }.execute(db)
  /// ```
  var primaryKey: PrimaryKey.QueryOutput { get }
}

/// A row that is not in its table yet.
public protocol TableDraft: Table where DefaultScope == SelectOf<Self> {
  /// The table.
  associatedtype SourceTable: Table

  /// Makes a draft of a row.
  init(_ source: SourceTable)
}

extension TableDraft {
  /// The name.
  public static var tableName: String { SourceTable.tableName }

  /// The schema, if it is named.
  public static var schemaName: String? { SourceTable.schemaName }
}

/// The columns of a table.
public protocol TableDefinition<QueryValue>: _Operand, Sendable where QueryValue: Table {
  /// All columns, in their order.
  static var allColumns: [any TableColumnExpression] { get }
  /// The columns that can be written: all but generated ones.
  static var writableColumns: [any WritableTableColumnExpression] { get }
  /// What a `SELECT` lists for all columns.
  static var _columnList: QueryFragment { get }
}

/// What a `SELECT` lists for columns.
public func _columnList(of columns: [any TableColumnExpression]) -> QueryFragment {
  var list = QueryFragment()
  for (index, column) in columns.enumerated() {
    if index > 0 { list.append(sql: ", ") }
    list.append(column._selectionFragment)
  }
  return list
}

extension TableDefinition {
  /// The SQL.
  public var queryFragment: QueryFragment {
    Self.allColumns.map(\.queryFragment).joined(separator: ", ")
  }

  /// The SQL where it is selected or returned.
  public var _selectionFragment: QueryFragment { Self._columnList }

  /// What a `SELECT` lists for all columns.
  public static var _columnList: QueryFragment { TypedSQL._columnList(of: allColumns) }

  /// How many columns it takes.
  public static var _columnWidth: Int { QueryValue._columnWidth }

  /// Its columns, one by one.
  public var _allColumns: [any QueryExpression] { Self.allColumns.map { $0 } }

  /// The number by which SQLite knows the row: `"reminders"."rowid"`.
  public var rowid: SQLQueryExpression<Int> {
    SQLQueryExpression(.rowid(of: QueryValue.self))
  }
}

/// The columns of a table that has a key.
public protocol PrimaryKeyedTableDefinition<PrimaryKey>: TableDefinition
where QueryValue: PrimaryKeyedTable, PrimaryColumn.Value == PrimaryKey {
  /// The type of the key.
  associatedtype PrimaryKey: QueryRepresentable & QueryExpression
  where PrimaryKey.QueryValue == PrimaryKey
  /// The type of the column or columns of the key.
  associatedtype PrimaryColumn: _TableColumnExpression where PrimaryColumn.Root == QueryValue

  /// The column or columns of the key.
  var primaryKey: PrimaryColumn { get }
}

/// The columns of a table as expressions.
public protocol TableExpression<QueryValue>: QueryExpression where QueryValue: Table {
  /// An expression for each column.
  var allColumns: [any QueryExpression] { get }
}

extension TableExpression {
  /// The SQL.
  public var queryFragment: QueryFragment {
    allColumns.map(\.queryFragment).joined(separator: ", ")
  }

  /// The SQL where it is selected or returned.
  public var _selectionFragment: QueryFragment {
    zip(allColumns, QueryValue.TableColumns.allColumns)
      .map { "\($0._selectionFragment) AS \(quote: $1.name)" }
      .joined(separator: ", ")
  }

  /// How many columns it takes.
  public static var _columnWidth: Int { QueryValue._columnWidth }

  /// Its columns, one by one.
  public var _allColumns: [any QueryExpression] { allColumns }
}

extension Table {
  /// The columns as expressions: `Reminder.Columns(id: …)`.
  public typealias Columns = Selection
}

/// The name of an alias of a table.
public protocol AliasName {
  /// The name; that of the type in lower camel case and plural, unless written otherwise.
  static var aliasName: String { get }
}
