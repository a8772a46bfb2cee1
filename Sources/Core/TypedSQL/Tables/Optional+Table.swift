/// A row that may be missing, as in an outer join.
extension Optional: Table, PartialSelectStatement, Statement where Wrapped: Table {
  /// The table that the statement reads or writes.
  public typealias From = Never

  /// The tables joined to it.
  public typealias Joins = ()

  /// The type that inserts a row: none.
  public typealias Draft = Never

  /// The type of `all`.
  public typealias DefaultScope = Where<Self>

  /// The columns.
  public static var columns: TableColumns { TableColumns() }

  /// The name.
  public static var tableName: String { Wrapped.tableName }

  /// The alias by which statements refer to the table, if it has one.
  public static var tableAlias: String? { Wrapped.tableAlias }

  /// The schema of the table, if it is specified.
  public static var schemaName: String? { Wrapped.schemaName }

  /// The SQL of the table in a `FROM` clause.
  public static var tableFragment: QueryFragment { Wrapped.tableFragment }

  /// The columns of a table whose row may be missing; all of them are optional.
  @dynamicMemberLookup
  public struct TableColumns: TableDefinition {
    /// The type that the value is decoded as.
    public typealias QueryValue = Optional<Wrapped>

    /// All columns, in order.
    public static var allColumns: [any TableColumnExpression] {
      Wrapped.TableColumns.allColumns.map { $0._optional(in: Optional<Wrapped>.self) }
    }

    /// The SQL that a `SELECT` lists for all columns.
    public static var _columnList: QueryFragment { Wrapped.TableColumns._columnList }

    /// The columns that can be written.
    public static var writableColumns: [any WritableTableColumnExpression] {
      Wrapped.TableColumns.writableColumns.map { $0._optionalWritable(in: Optional<Wrapped>.self) }
    }

    /// A column.
    public subscript<Member: QueryBindable>(
      dynamicMember keyPath: KeyPath<Wrapped.TableColumns, TableColumn<Wrapped, Member>>
    ) -> TableColumn<Optional<Wrapped>, Member?> {
      TableColumn(Wrapped.columns[keyPath: keyPath].name)
    }

    /// A column that is already optional.
    public subscript<Member: QueryBindable>(
      dynamicMember keyPath: KeyPath<Wrapped.TableColumns, TableColumn<Wrapped, Member?>>
    ) -> TableColumn<Optional<Wrapped>, Member?> {
      TableColumn(Wrapped.columns[keyPath: keyPath].name)
    }

    /// A generated column.
    public subscript<Member: QueryBindable>(
      dynamicMember keyPath: KeyPath<Wrapped.TableColumns, GeneratedColumn<Wrapped, Member>>
    ) -> GeneratedColumn<Optional<Wrapped>, Member?> {
      GeneratedColumn(Wrapped.columns[keyPath: keyPath].name)
    }

    /// A group of columns.
    public subscript<Member>(
      dynamicMember keyPath: KeyPath<Wrapped.TableColumns, ColumnGroup<Wrapped, Member>>
    ) -> OptionalColumnGroup<Optional<Wrapped>, Member> {
      OptionalColumnGroup(Wrapped.columns[keyPath: keyPath]._name)
    }

    /// An optional group of columns.
    public subscript<Member>(
      dynamicMember keyPath: KeyPath<Wrapped.TableColumns, OptionalColumnGroup<Wrapped, Member>>
    ) -> OptionalColumnGroup<Optional<Wrapped>, Member> {
      OptionalColumnGroup(Wrapped.columns[keyPath: keyPath]._name)
    }

    /// The column of an enum case.
    public subscript<Payload>(
      dynamicMember keyPath: KeyPath<Wrapped.TableColumns, CaseColumn<Wrapped, Payload>>
    ) -> CaseColumn<Optional<Wrapped>, Payload> {
      CaseColumn(Wrapped.columns[keyPath: keyPath].name)
    }

    /// The columns of an enum case.
    public subscript<Payload>(
      dynamicMember keyPath: KeyPath<Wrapped.TableColumns, CaseColumnGroup<Wrapped, Payload>>
    ) -> CaseColumnGroup<Optional<Wrapped>, Payload> {
      CaseColumnGroup(Wrapped.columns[keyPath: keyPath]._name)
    }

    /// A custom expression added to the table's columns.
    public subscript<Member: QueryExpression>(
      dynamicMember keyPath: KeyPath<Wrapped.TableColumns, Member>
    ) -> SQLQueryExpression<Member.QueryValue?> {
      SQLQueryExpression(Wrapped.columns[keyPath: keyPath].queryFragment)
    }

    /// A custom expression added to the table's columns that is already optional.
    public subscript<Member: QueryExpression>(
      dynamicMember keyPath: KeyPath<Wrapped.TableColumns, Member>
    ) -> SQLQueryExpression<Member.QueryValue> where Member.QueryValue: _OptionalProtocol {
      SQLQueryExpression(Wrapped.columns[keyPath: keyPath].queryFragment)
    }
  }

  /// The columns of a row that may be missing, as expressions.
  public struct Selection: TableExpression {
    /// The type that the value is decoded as.
    public typealias QueryValue = Optional<Wrapped>
    /// An expression for each column.
    public let allColumns: [any QueryExpression]

    /// Creates the expressions from those of the table.
    public init(_ base: Wrapped.Selection) { allColumns = base.allColumns }
  }
}

extension TableColumnExpression {
  fileprivate func _optional<Other: Table>(in root: Other.Type) -> any TableColumnExpression {
    if self is any WritableTableColumnExpression {
      TableColumn<Other, Value?>(name)
    } else {
      GeneratedColumn<Other, Value?>(name)
    }
  }
}

extension WritableTableColumnExpression {
  fileprivate func _optionalWritable<Other: Table>(
    in root: Other.Type
  ) -> any WritableTableColumnExpression { TableColumn<Other, Value?>(name) }
}
