/// The column of an enum's case whose value takes one column.
///
/// It is NULL in rows of other cases.
public struct CaseColumn<Root: Table, Payload: QueryBindable>: WritableTableColumnExpression {
  /// What the column's values are decoded as.
  public typealias Value = Payload?

  /// The type that the value is decoded as.
  public typealias QueryValue = Payload?

  /// The name.
  public let name: String

  /// Makes a column.
  @inlinable
  public init(_ name: String) { self.name = name }

  /// The columns that can be written.
  public var _writableTableColumns: [any WritableTableColumnExpression] { [self] }

  /// The column of an alias of the table.
  public func _aliased<Name: AliasName>(
    _ alias: Name.Type
  ) -> any TableColumnExpression<TableAlias<Root, Name>, Payload?> {
    CaseColumn<TableAlias<Root, Name>, Payload>(name)
  }

  /// The column of an alias of the table.
  public func _aliased<Name: AliasName>(
    _ alias: Name.Type
  ) -> any WritableTableColumnExpression<TableAlias<Root, Name>, Payload?> {
    CaseColumn<TableAlias<Root, Name>, Payload>(name)
  }
}

/// The columns of an enum's case whose value is a selection.
///
/// All of them are NULL in rows of other cases.
@dynamicMemberLookup
public struct CaseColumnGroup<Root: Table, Values: Table>: _TableColumnExpression {
  /// What the column's values are decoded as.
  public typealias Value = Values?

  /// The type that the value is decoded as.
  public typealias QueryValue = Values?

  /// The name of the case, which is no column's.
  public let _name: String

  /// Makes a group.
  @inlinable
  public init(_ name: String = "") { _name = name }

  var group: OptionalColumnGroup<Root, Values> { OptionalColumnGroup(_name) }

  /// The names of the columns.
  public var _names: [String] { group._names }

  /// How many columns it takes.
  public static var _columnWidth: Int { Values._columnWidth }

  /// Its columns, one by one.
  public var _allColumns: [any QueryExpression] { group._allColumns }

  /// The columns.
  public var _allTableColumns: [any TableColumnExpression] { group._allTableColumns }

  /// The columns that can be written.
  public var _writableTableColumns: [any WritableTableColumnExpression] {
    group._writableTableColumns
  }

  /// The columns: `"attachments"."videoURL", "attachments"."videoKind"`.
  public var queryFragment: QueryFragment { group.queryFragment }

  /// The SQL where it is selected or returned.
  public var _selectionFragment: QueryFragment { group._selectionFragment }

  /// A column, a group or a case of the group.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<OptionalColumnGroup<Root, Values>, Member>
  ) -> Member { group[keyPath: keyPath] }
}

/// Makes the column or columns of an enum's case by the type of its value.
public enum _CaseColumn<Root: Table, Payload: QueryRepresentable> {
  /// A column.
  @inlinable
  public static func `for`(_ name: String) -> CaseColumn<Root, Payload>
  where Payload: QueryBindable { CaseColumn(name) }

  /// A group of columns.
  @inlinable
  public static func `for`(_ name: String) -> CaseColumnGroup<Root, Payload>
  where Payload: Table { CaseColumnGroup(name) }
}

extension TableDefinition {
  /// Whether a row is of a case: `("attachments"."note") IS NOT (NULL)`.
  public func `is`<Payload>(
    _ kind: KeyPath<Self, CaseColumn<QueryValue, Payload>>
  ) -> SQLQueryExpression<Bool> { self[keyPath: kind]._isPresent }

  /// Whether a row is of a case: `("attachments"."videoURL", …) IS NOT (NULL, …)`.
  public func `is`<Payload>(
    _ kind: KeyPath<Self, CaseColumnGroup<QueryValue, Payload>>
  ) -> SQLQueryExpression<Bool> { self[keyPath: kind]._isPresent }
}

extension ColumnGroup {
  /// Whether a value is of a case: `("attachments"."note") IS NOT (NULL)`.
  public func `is`<Payload>(
    _ kind: KeyPath<Values.TableColumns, CaseColumn<Values, Payload>>
  ) -> SQLQueryExpression<Bool> { self[dynamicMember: kind]._isPresent }

  /// Whether a value is of a case: `("attachments"."videoURL", …) IS NOT (NULL, …)`.
  public func `is`<Payload>(
    _ kind: KeyPath<Values.TableColumns, CaseColumnGroup<Values, Payload>>
  ) -> SQLQueryExpression<Bool> { self[dynamicMember: kind]._isPresent }
}

extension OptionalColumnGroup {
  /// Whether there is a value, and of a case: `("attachments"."note") IS NOT (NULL)`.
  public func `is`<Payload>(
    _ kind: KeyPath<Values.TableColumns, CaseColumn<Values, Payload>>
  ) -> SQLQueryExpression<Bool> { self[dynamicMember: kind]._isPresent }

  /// Whether there is a value, and of a case: `("attachments"."videoURL", …) IS NOT (NULL, …)`.
  public func `is`<Payload>(
    _ kind: KeyPath<Values.TableColumns, CaseColumnGroup<Values, Payload>>
  ) -> SQLQueryExpression<Bool> { self[dynamicMember: kind]._isPresent }
}

extension _TableColumnExpression {
  /// Whether any of the columns has a value: `(a, b) IS NOT (NULL, NULL)`.
  fileprivate var _isPresent: SQLQueryExpression<Bool> {
    var fragment = QueryFragment()
    fragment.append(parenthesized: queryFragment)
    fragment.append(sql: MarkedSQL.isNot)
    fragment.append(sql: "(NULL")
    for _ in 1..<Swift.max(1, Self._columnWidth) { fragment.append(sql: ", NULL") }
    fragment.append(sql: ")")
    return SQLQueryExpression(fragment, as: Bool.self)
  }
}
