/// A type whose values are rows of a table.
///
/// Apply `@Table` to a structure to make it one.
@dynamicMemberLookup
public protocol Table: QueryRepresentable, PartialSelectStatement, SendableMetatype
where _Optionalized: Table {
  /// The type of a row.
  associatedtype QueryValue = Self
  /// The table that a row, used as a statement, reads: none.
  associatedtype From = Never
  /// The type of the columns.
  associatedtype TableColumns: TableDefinition where TableColumns.QueryValue == Self
  /// The type of the columns as expressions to select.
  associatedtype Selection: TableExpression where Selection.QueryValue == Self
  /// The type that inserts a row whose key is not known yet.
  associatedtype Draft = Never
  /// The type of `all`.
  associatedtype DefaultScope: SelectStatement<(), Self, ()> = Where<Self>
  where DefaultScope.Shape == ValueRow<Self>

  /// The columns.
  static var columns: TableColumns { get }
  /// The name of the table in SQL.
  static var tableName: String { get }
  /// The alias by which statements refer to the table, if it has one.
  static var tableAlias: String? { get }
  /// The schema of the table, if it is specified.
  static var schemaName: String? { get }
  /// The SQL of the table in a `FROM` clause: its name, unless a function makes the table.
  static var tableFragment: QueryFragment { get }
  /// A statement for all rows, or for those of a default scope that applies to every query.
  static var all: DefaultScope { get }
  /// The paths to columns' values in the JSON of a row, if they are not just the columns' names.
  static var _codingPaths: [String: [String]] { get }
}

extension Table {
  /// The alias by which statements refer to the table, if it has one.
  public static var tableAlias: String? { nil }

  /// The schema of the table, if it is specified.
  public static var schemaName: String? { nil }

  /// The paths to columns' values in the JSON of a row: none by default.
  public static var _codingPaths: [String: [String]] { [:] }

  /// The SQL of the table in a `FROM` clause: the quoted name, after that of the schema.
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

  /// The SQL of the table in a `FROM` clause, with its alias.
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

  /// A statement that ignores the default scope of `all`.
  @inlinable public static var unscoped: Where<Self> { Where(scope: .unscoped) }

  // Disfavored so that `Row?.none` on its own means the optional.
  /// A statement that has no rows and is never run.
  @_disfavoredOverload
  public static var none: Where<Self> { Where(scope: .empty) }

  /// Decodes the next columns of a row, or returns `nil` if they are NULL.
  @inlinable
  public static func _decodeIfPresent(from decoder: inout some QueryDecoder) throws -> Self? {
    try decoder.skipsNull(columns: _columnWidth) ? nil : try Self(decoder: &decoder)
  }
}

extension Table where _Optionalized == Self? {
  /// A statement that has no rows and is never run.
  public static var none: Where<Self> { Where(scope: .empty) }
}

extension Table where DefaultScope == Where<Self> {
  /// All rows.
  @inlinable public static var all: DefaultScope { Where() }
}

extension Table where QueryOutput == Self {
  /// Creates a row from its Swift value, which is the row itself.
  @inlinable public init(queryOutput: Self) { self = queryOutput }

  /// The row itself.
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

/// The value of one column of a row to be written.
@usableFromInline struct EncodedColumn: Sendable {
  var fragment: QueryFragment
  var isGenerated = false
  var isUnset = false
}

/// An encoder that collects the values of a row as fragments.
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

/// A selection of columns that is decoded as one type but is not a table.
///
/// Apply `@Selection` to a structure to make it one.
public protocol _Selection: Table {}

/// A table whose rows are identified by a key.
public protocol PrimaryKeyedTable<PrimaryKey>: Table
where
  TableColumns: PrimaryKeyedTableDefinition<PrimaryKey>, Draft: TableDraft,
  Draft.SourceTable == Self
{
  /// The type of the key, which has one column or several.
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

  /// Creates a draft from a row.
  init(_ source: SourceTable)
}

extension TableDraft {
  /// The name of the draft's table.
  public static var tableName: String { SourceTable.tableName }

  /// The schema of the table, if it is specified.
  public static var schemaName: String? { SourceTable.schemaName }
}

/// The columns of a table.
public protocol TableDefinition<QueryValue>: _Operand, Sendable where QueryValue: Table {
  /// All columns, in order.
  static var allColumns: [any TableColumnExpression] { get }
  /// The columns that can be written: all except generated ones.
  static var writableColumns: [any WritableTableColumnExpression] { get }
  /// The SQL that a `SELECT` lists for all columns.
  static var _columnList: QueryFragment { get }
}

/// Returns the SQL that a `SELECT` lists for columns.
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

  /// The SQL of the expression in a `SELECT` or `RETURNING` list.
  public var _selectionFragment: QueryFragment { Self._columnList }

  /// The SQL that a `SELECT` lists for all columns.
  public static var _columnList: QueryFragment { TypedSQL._columnList(of: allColumns) }

  /// The number of columns that a value takes.
  public static var _columnWidth: Int { QueryValue._columnWidth }

  /// The individual columns.
  public var _allColumns: [any QueryExpression] { Self.allColumns.map { $0 } }

  /// The number by which SQLite identifies the row: `"reminders"."rowid"`.
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
  /// The type of the key's column or columns.
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

  /// The SQL of the expression in a `SELECT` or `RETURNING` list.
  public var _selectionFragment: QueryFragment {
    zip(allColumns, QueryValue.TableColumns.allColumns)
      .map { "\($0._selectionFragment) AS \(quote: $1.name)" }
      .joined(separator: ", ")
  }

  /// The number of columns that a value takes.
  public static var _columnWidth: Int { QueryValue._columnWidth }

  /// The individual columns.
  public var _allColumns: [any QueryExpression] { allColumns }
}

extension Table {
  /// The columns as expressions: `Reminder.Columns(id: …)`.
  public typealias Columns = Selection
}

/// The name of an alias of a table.
public protocol AliasName {
  /// The name: by default, the plural of the type's name in lower camel case.
  static var aliasName: String { get }
}
