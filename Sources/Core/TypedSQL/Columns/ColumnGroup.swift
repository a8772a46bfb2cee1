/// The columns of a property whose type is a selection.
///
/// The columns belong to the table itself and have no prefix. They are members of the group.
@dynamicMemberLookup
public struct ColumnGroup<Root: Table, Values: Table>: _TableColumnExpression
where Values: QueryExpression {
  /// The type that the column's values are decoded as.
  public typealias Value = Values

  /// The type that the value is decoded as.
  public typealias QueryValue = Values

  /// The name of the property, which is not the name of a column.
  public let _name: String

  /// Creates a group.
  @inlinable
  public init(_ name: String = "") { _name = name }

  /// The names of the columns.
  public var _names: [String] { Values.TableColumns.allColumns.map(\.name) }

  /// The number of columns that a value takes.
  public static var _columnWidth: Int { Values._columnWidth }

  /// The individual columns.
  public var _allColumns: [any QueryExpression] { _allTableColumns.map { $0 } }

  /// The columns.
  public var _allTableColumns: [any TableColumnExpression] {
    Values.TableColumns.allColumns.map { $0._rooted(in: Root.self) }
  }

  /// The columns that can be written.
  public var _writableTableColumns: [any WritableTableColumnExpression] {
    Values.TableColumns.writableColumns.map { $0._rootedWritable(in: Root.self) }
  }

  /// The columns: `"items"."isOutOfStock", "items"."isOnBackOrder"`.
  public var queryFragment: QueryFragment {
    _allTableColumns.map(\.queryFragment).joined(separator: ", ")
  }

  /// The SQL of the expression in a `SELECT` or `RETURNING` list.
  public var _selectionFragment: QueryFragment {
    _allTableColumns.map(\._selectionFragment).joined(separator: ", ")
  }

  /// A column of the group.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, TableColumn<Values, Member>>
  ) -> TableColumn<Root, Member> {
    TableColumn(Values.columns[keyPath: keyPath].name)
  }

  /// A generated column of the group.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, GeneratedColumn<Values, Member>>
  ) -> GeneratedColumn<Root, Member> {
    GeneratedColumn(Values.columns[keyPath: keyPath].name)
  }

  /// A group in the group.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, ColumnGroup<Values, Member>>
  ) -> ColumnGroup<Root, Member> {
    ColumnGroup<Root, Member>(Values.columns[keyPath: keyPath]._name)
  }

  /// An optional group in the group.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, OptionalColumnGroup<Values, Member>>
  ) -> OptionalColumnGroup<Root, Member> {
    OptionalColumnGroup<Root, Member>(Values.columns[keyPath: keyPath]._name)
  }

  /// The column of an enum case.
  public subscript<Payload>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, CaseColumn<Values, Payload>>
  ) -> CaseColumn<Root, Payload> { CaseColumn(Values.columns[keyPath: keyPath].name) }

  /// The columns of an enum case.
  public subscript<Payload>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, CaseColumnGroup<Values, Payload>>
  ) -> CaseColumnGroup<Root, Payload> {
    CaseColumnGroup(Values.columns[keyPath: keyPath]._name)
  }
}

/// The columns of a property whose type is an optional selection.
///
/// All of them are NULL if the property is `nil`.
@dynamicMemberLookup
public struct OptionalColumnGroup<Root: Table, Values: Table>: _TableColumnExpression {
  /// The type that the column's values are decoded as.
  public typealias Value = Values?

  /// The type that the value is decoded as.
  public typealias QueryValue = Values?

  /// The name of the property, which is not the name of a column.
  public let _name: String

  /// Creates a group.
  @inlinable
  public init(_ name: String = "") { _name = name }

  private var group: ColumnGroup<Root, Values> { ColumnGroup(_name) }

  /// The names of the columns.
  public var _names: [String] { group._names }

  /// The number of columns that a value takes.
  public static var _columnWidth: Int { Values._columnWidth }

  /// The individual columns.
  public var _allColumns: [any QueryExpression] { group._allColumns }

  /// The columns.
  public var _allTableColumns: [any TableColumnExpression] {
    Values.TableColumns.allColumns.map { $0._optionallyRooted(in: Root.self) }
  }

  /// The columns that can be written.
  public var _writableTableColumns: [any WritableTableColumnExpression] {
    Values.TableColumns.writableColumns.map { $0._optionallyRootedWritable(in: Root.self) }
  }

  /// The columns: `"items"."isOutOfStock", "items"."isOnBackOrder"`.
  public var queryFragment: QueryFragment { group.queryFragment }

  /// The SQL of the expression in a `SELECT` or `RETURNING` list.
  public var _selectionFragment: QueryFragment { group._selectionFragment }

  /// A column of the group.
  public subscript<Member: QueryBindable>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, TableColumn<Values, Member>>
  ) -> TableColumn<Root, Member?> {
    TableColumn(Values.columns[keyPath: keyPath].name)
  }

  /// A column of the group that is already optional.
  public subscript<Member: QueryBindable>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, TableColumn<Values, Member?>>
  ) -> TableColumn<Root, Member?> {
    TableColumn(Values.columns[keyPath: keyPath].name)
  }

  /// A generated column of the group.
  public subscript<Member: QueryBindable>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, GeneratedColumn<Values, Member>>
  ) -> GeneratedColumn<Root, Member?> {
    GeneratedColumn(Values.columns[keyPath: keyPath].name)
  }

  /// A group in the group.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, ColumnGroup<Values, Member>>
  ) -> OptionalColumnGroup<Root, Member> {
    OptionalColumnGroup<Root, Member>(Values.columns[keyPath: keyPath]._name)
  }

  /// An optional group in the group.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, OptionalColumnGroup<Values, Member>>
  ) -> OptionalColumnGroup<Root, Member> {
    OptionalColumnGroup<Root, Member>(Values.columns[keyPath: keyPath]._name)
  }

  /// The column of an enum case.
  public subscript<Payload>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, CaseColumn<Values, Payload>>
  ) -> CaseColumn<Root, Payload> { CaseColumn(Values.columns[keyPath: keyPath].name) }

  /// The columns of an enum case.
  public subscript<Payload>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, CaseColumnGroup<Values, Payload>>
  ) -> CaseColumnGroup<Root, Payload> {
    CaseColumnGroup(Values.columns[keyPath: keyPath]._name)
  }
}

extension TableColumnExpression {
  /// Returns the column as one of the table that contains the group.
  fileprivate func _rooted<Other: Table>(in root: Other.Type) -> any TableColumnExpression {
    if self is any WritableTableColumnExpression {
      TableColumn<Other, Value>(name)
    } else {
      GeneratedColumn<Other, Value>(name)
    }
  }

  /// Returns the column as an optional one of the table that contains the group.
  fileprivate func _optionallyRooted<Other: Table>(
    in root: Other.Type
  ) -> any TableColumnExpression {
    if self is any WritableTableColumnExpression {
      TableColumn<Other, Value?>(name)
    } else {
      GeneratedColumn<Other, Value?>(name)
    }
  }
}

extension WritableTableColumnExpression {
  /// Returns the column as one of the table that contains the group.
  fileprivate func _rootedWritable<Other: Table>(
    in root: Other.Type
  ) -> any WritableTableColumnExpression { TableColumn<Other, Value>(name) }

  /// Returns the column as an optional one of the table that contains the group.
  fileprivate func _optionallyRootedWritable<Other: Table>(
    in root: Other.Type
  ) -> any WritableTableColumnExpression { TableColumn<Other, Value?>(name) }
}
