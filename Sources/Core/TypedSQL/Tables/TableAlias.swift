/// A table under another name.
///
/// ```swift
/// enum R: AliasName {}
/// Reminder.as(R.self).where(\.isCompleted)
/// // SELECT … FROM "reminders" AS "rs" WHERE ("rs"."isCompleted")
/// ```
@dynamicMemberLookup
public struct TableAlias<Base: Table, Name: AliasName>: Table {
  /// The type that the value is decoded as.
  public typealias QueryValue = Self

  /// The table that the statement reads or writes.
  public typealias From = Never

  /// The type that inserts a row: none.
  public typealias Draft = Never

  /// The type of `all`.
  public typealias DefaultScope = SelectOf<Self>

  /// All rows of the table, or those of its default scope.
  public static var all: DefaultScope {
    var clauses = Base.all._selectClauses
    if clauses.scope == .default { clauses.scope = .unscoped }
    return Select(clauses: clauses.renamingTable(of: Base.self, to: Name.aliasName))
  }

  /// The Swift type of a decoded value.
  public typealias QueryOutput = Base.QueryOutput

  /// The optional counterpart.
  public typealias _Optionalized = Self?

  let base: Base

  /// Creates a row of the alias from a row of the table.
  public init(queryOutput: Base.QueryOutput) { base = Base(queryOutput: queryOutput) }

  /// The row.
  public var queryOutput: Base.QueryOutput { base.queryOutput }

  /// Decodes a row.
  @inlinable
  public init(decoder: inout some QueryDecoder) throws {
    self.init(queryOutput: try Base(decoder: &decoder).queryOutput)
  }

  /// Encodes the value's columns, in order.
  public func _encode(into encoder: inout some QueryEncoder) { base._encode(into: &encoder) }

  /// Returns whether two rows have the same values.
  public static func _isSame(_ left: Base.QueryOutput, _ right: Base.QueryOutput) -> Bool {
    Base._isSame(left, right)
  }

  /// The columns.
  public static var columns: TableColumns { TableColumns() }

  /// The number of columns that a value takes.
  public static var _columnWidth: Int { Base._columnWidth }

  /// The name.
  public static var tableName: String { Base.tableName }

  /// The alias by which statements refer to the table, if it has one.
  public static var tableAlias: String? { Name.aliasName }

  /// The schema of the table, if it is specified.
  public static var schemaName: String? { Base.schemaName }

  /// The SQL of the table in a `FROM` clause.
  public static var tableFragment: QueryFragment { Base.tableFragment }

  /// A value of the row.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Base, Member>) -> Member {
    base[keyPath: keyPath]
  }

  /// The columns of an alias.
  @dynamicMemberLookup
  public struct TableColumns: TableDefinition {
    /// The type that the value is decoded as.
    public typealias QueryValue = TableAlias

    package init() {}

    /// All columns, in order.
    public static var allColumns: [any TableColumnExpression] {
      Base.TableColumns.allColumns.map { $0._aliasedColumn(Name.self) }
    }

    /// The SQL that a `SELECT` lists for all columns.
    public static var _columnList: QueryFragment {
      Base.TableColumns._columnList.renamingTable(of: Base.self, to: Name.aliasName)
    }

    /// The columns that can be written.
    public static var writableColumns: [any WritableTableColumnExpression] {
      Base.TableColumns.writableColumns.map { $0._aliasedWritableColumn(Name.self) }
    }

    /// A column.
    public subscript<Member>(
      dynamicMember keyPath: KeyPath<Base.TableColumns, TableColumn<Base, Member>>
    ) -> TableColumn<TableAlias, Member> {
      TableColumn(Base.columns[keyPath: keyPath].name)
    }

    /// A generated column.
    public subscript<Member>(
      dynamicMember keyPath: KeyPath<Base.TableColumns, GeneratedColumn<Base, Member>>
    ) -> GeneratedColumn<TableAlias, Member> {
      GeneratedColumn(Base.columns[keyPath: keyPath].name)
    }

    /// A group of columns.
    public subscript<Member>(
      dynamicMember keyPath: KeyPath<Base.TableColumns, ColumnGroup<Base, Member>>
    ) -> ColumnGroup<TableAlias, Member> {
      ColumnGroup<TableAlias, Member>(Base.columns[keyPath: keyPath]._name)
    }

    /// An optional group of columns.
    public subscript<Member>(
      dynamicMember keyPath: KeyPath<Base.TableColumns, OptionalColumnGroup<Base, Member>>
    ) -> OptionalColumnGroup<TableAlias, Member> {
      OptionalColumnGroup<TableAlias, Member>(Base.columns[keyPath: keyPath]._name)
    }

    /// The column of an enum case.
    public subscript<Payload>(
      dynamicMember keyPath: KeyPath<Base.TableColumns, CaseColumn<Base, Payload>>
    ) -> CaseColumn<TableAlias, Payload> { CaseColumn(Base.columns[keyPath: keyPath].name) }

    /// The columns of an enum case.
    public subscript<Payload>(
      dynamicMember keyPath: KeyPath<Base.TableColumns, CaseColumnGroup<Base, Payload>>
    ) -> CaseColumnGroup<TableAlias, Payload> {
      CaseColumnGroup(Base.columns[keyPath: keyPath]._name)
    }

    /// A custom expression added to the table's columns.
    public subscript<Member: QueryExpression>(
      dynamicMember keyPath: KeyPath<Base.TableColumns, Member>
    ) -> SQLQueryExpression<Member.QueryValue> {
      let fragment = Base.columns[keyPath: keyPath].queryFragment
      return SQLQueryExpression(fragment.renamingTable(of: Base.self, to: Name.aliasName))
    }
  }

  /// The columns of an alias as expressions.
  public struct Selection: TableExpression {
    /// The type that the value is decoded as.
    public typealias QueryValue = TableAlias
    let base: Base.Selection

    /// Creates the expressions from those of the table.
    public init(_ base: Base.Selection) { self.base = base }

    /// An expression for each column.
    public var allColumns: [any QueryExpression] { base.allColumns }
  }
}

extension TableAlias.TableColumns where Base: PrimaryKeyedTable {
  /// The column or columns of the key.
  public var primaryKey: AliasedPrimaryKey<Base, Name> { AliasedPrimaryKey() }
}

/// The key of an alias of a table.
public struct AliasedPrimaryKey<Base: PrimaryKeyedTable, Name: AliasName>: _TableColumnExpression {
  /// The table's row type.
  public typealias Root = TableAlias<Base, Name>

  /// The type that the column's values are decoded as.
  public typealias Value = Base.PrimaryKey

  /// The type that the value is decoded as.
  public typealias QueryValue = Base.PrimaryKey

  private var base: Base.TableColumns.PrimaryColumn { Base.columns.primaryKey }

  /// The names of the columns.
  public var _names: [String] { base._names }

  /// The number of columns that a value takes.
  public static var _columnWidth: Int { Base.PrimaryKey._columnWidth }

  /// The individual columns.
  public var _allColumns: [any QueryExpression] { _allTableColumns.map { $0 } }

  /// The columns.
  public var _allTableColumns: [any TableColumnExpression] {
    base._allTableColumns.map { $0._aliasedColumn(Name.self) }
  }

  /// The columns that can be written.
  public var _writableTableColumns: [any WritableTableColumnExpression] {
    base._writableTableColumns.map { $0._aliasedWritableColumn(Name.self) }
  }

  /// The SQL.
  public var queryFragment: QueryFragment {
    _allTableColumns.map(\.queryFragment).joined(separator: ", ")
  }
}

extension TableColumnExpression {
  func _aliasedColumn<Name: AliasName>(_ name: Name.Type) -> any TableColumnExpression {
    _aliased(name) as any TableColumnExpression<TableAlias<Root, Name>, Value>
  }
}

extension WritableTableColumnExpression {
  func _aliasedWritableColumn<Name: AliasName>(
    _ name: Name.Type
  ) -> any WritableTableColumnExpression {
    _aliased(name) as any WritableTableColumnExpression<TableAlias<Root, Name>, Value>
  }
}

extension TableAlias: QueryExpression where Base: QueryExpression {
  /// The values of the row.
  public var queryFragment: QueryFragment { base.queryFragment }
}

extension TableAlias: Equatable where Base: Equatable {}
extension TableAlias: Hashable where Base: Hashable {}
extension TableAlias: Sendable where Base: Sendable {}

extension TableAlias: Decodable where Base: Decodable {
  /// Decodes a row in the same way as its table.
  public init(from decoder: any Decoder) throws { base = try Base(from: decoder) }
}

extension TableAlias: Encodable where Base: Encodable {
  /// Encodes the row in the same way as its table.
  public func encode(to encoder: any Encoder) throws { try base.encode(to: encoder) }
}
