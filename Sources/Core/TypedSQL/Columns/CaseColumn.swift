/// The column of an enum case whose value takes one column.
///
/// It is NULL in rows of other cases.
public struct CaseColumn<Root: Table, Payload: QueryBindable>: WritableTableColumnExpression {
  /// The type that the column's values are decoded as.
  public typealias Value = Payload?

  /// The type that the value is decoded as.
  public typealias QueryValue = Payload?

  /// The name.
  public let name: String

  /// Creates a column.
  @inlinable
  public init(_ name: String) { self.name = name }

  /// The columns that can be written.
  public var _writableTableColumns: [any WritableTableColumnExpression] { [self] }

  /// Returns the column of an alias of the table.
  public func _aliased<Name: AliasName>(
    _ alias: Name.Type
  ) -> any TableColumnExpression<TableAlias<Root, Name>, Payload?> {
    CaseColumn<TableAlias<Root, Name>, Payload>(name)
  }

  /// Returns the column of an alias of the table.
  public func _aliased<Name: AliasName>(
    _ alias: Name.Type
  ) -> any WritableTableColumnExpression<TableAlias<Root, Name>, Payload?> {
    CaseColumn<TableAlias<Root, Name>, Payload>(name)
  }
}

/// The columns of an enum case whose value is a selection.
///
/// All of them are NULL in rows of other cases.
@dynamicMemberLookup
public struct CaseColumnGroup<Root: Table, Values: Table>: _TableColumnExpression {
  /// The type that the column's values are decoded as.
  public typealias Value = Values?

  /// The type that the value is decoded as.
  public typealias QueryValue = Values?

  /// The name of the case, which is not the name of a column.
  public let _name: String

  /// Creates a group.
  @inlinable
  public init(_ name: String = "") { _name = name }

  var group: OptionalColumnGroup<Root, Values> { OptionalColumnGroup(_name) }

  /// The names of the columns.
  public var _names: [String] { group._names }

  /// The number of columns that a value takes.
  public static var _columnWidth: Int { Values._columnWidth }

  /// The individual columns.
  public var _allColumns: [any QueryExpression] { group._allColumns }

  /// The columns.
  public var _allTableColumns: [any TableColumnExpression] { group._allTableColumns }

  /// The columns that can be written.
  public var _writableTableColumns: [any WritableTableColumnExpression] {
    group._writableTableColumns
  }

  /// The columns: `"attachments"."videoURL", "attachments"."videoKind"`.
  public var queryFragment: QueryFragment { group.queryFragment }

  /// The SQL of the expression in a `SELECT` or `RETURNING` list.
  public var _selectionFragment: QueryFragment { group._selectionFragment }

  /// A column, a group or a case of the group.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<OptionalColumnGroup<Root, Values>, Member>
  ) -> Member { group[keyPath: keyPath] }
}

/// A factory for the column or columns of an enum case, chosen by the type of its value.
public enum _CaseColumn<Root: Table, Payload: QueryRepresentable> {
  /// Returns a column.
  @inlinable
  public static func `for`(_ name: String) -> CaseColumn<Root, Payload>
  where Payload: QueryBindable { CaseColumn(name) }

  /// Returns a group of columns.
  @inlinable
  public static func `for`(_ name: String) -> CaseColumnGroup<Root, Payload>
  where Payload: Table { CaseColumnGroup(name) }
}

extension TableDefinition {
  /// Returns whether a row is of a case: `("attachments"."note") IS NOT (NULL)`.
  public func `is`<Payload>(
    _ kind: KeyPath<Self, CaseColumn<QueryValue, Payload>>
  ) -> SQLQueryExpression<Bool> { self[keyPath: kind]._isPresent }

  /// Returns whether a row is of a case: `("attachments"."videoURL", …) IS NOT (NULL, …)`.
  public func `is`<Payload>(
    _ kind: KeyPath<Self, CaseColumnGroup<QueryValue, Payload>>
  ) -> SQLQueryExpression<Bool> { self[keyPath: kind]._isPresent }
}

extension ColumnGroup {
  /// Returns whether a value is of a case: `("attachments"."note") IS NOT (NULL)`.
  public func `is`<Payload>(
    _ kind: KeyPath<Values.TableColumns, CaseColumn<Values, Payload>>
  ) -> SQLQueryExpression<Bool> { self[dynamicMember: kind]._isPresent }

  /// Returns whether a value is of a case: `("attachments"."videoURL", …) IS NOT (NULL, …)`.
  public func `is`<Payload>(
    _ kind: KeyPath<Values.TableColumns, CaseColumnGroup<Values, Payload>>
  ) -> SQLQueryExpression<Bool> { self[dynamicMember: kind]._isPresent }
}

extension OptionalColumnGroup {
  /// Returns whether there is a value of a case: `("attachments"."note") IS NOT (NULL)`.
  public func `is`<Payload>(
    _ kind: KeyPath<Values.TableColumns, CaseColumn<Values, Payload>>
  ) -> SQLQueryExpression<Bool> { self[dynamicMember: kind]._isPresent }

  /// Returns whether there is a value of a case: `("attachments"."videoURL", …) IS NOT (NULL, …)`.
  public func `is`<Payload>(
    _ kind: KeyPath<Values.TableColumns, CaseColumnGroup<Values, Payload>>
  ) -> SQLQueryExpression<Bool> { self[dynamicMember: kind]._isPresent }
}

extension _TableColumnExpression {
  /// Whether any of the columns has a value: `(a, b) IS NOT (NULL, NULL)`.
  fileprivate var _isPresent: SQLQueryExpression<Bool> {
    var fragment = QueryFragment()
    fragment.append(parenthesized: queryFragment)
    fragment.append(sql: SQLOperator.isNot.sql)
    fragment.append(sql: "(NULL")
    for _ in 1..<Swift.max(1, Self._columnWidth) { fragment.append(sql: ", NULL") }
    fragment.append(sql: ")")
    return SQLQueryExpression(fragment, as: Bool.self)
  }
}
