/// The values that an `UPDATE` or `ON CONFLICT DO UPDATE` sets columns to.
///
/// Columns are members that can be set to values, expressions and subqueries:
///
/// ```swift
/// Reminder.find(1).update {
///   $0.title += " Pro"
///   $0.isCompleted.toggle()
///   $0.dueDate = Date()
///   $0.remindersListID = $0.remindersListID + 1
/// }
/// ```
public struct Updates<Base: Table>: _ColumnUpdates {
  /// The table whose columns are set.
  public typealias Values = Base

  var columns: [ColumnUpdate] = []

  package init(_ update: (inout Self) -> Void) { update(&self) }

  /// Whether nothing is set.
  public var isEmpty: Bool { columns.isEmpty }

  /// Sets a column.
  public mutating func _set(_ name: String, to fragment: QueryFragment) {
    columns.set(name, to: fragment)
  }
}

/// The values that the columns of a group are set to.
public struct UpdatesGroup<Base: Table, Values: Table>: _ColumnUpdates {
  var columns: [ColumnUpdate] = []

  /// Sets a column.
  public mutating func _set(_ name: String, to fragment: QueryFragment) {
    columns.set(name, to: fragment)
  }
}

/// The members that accept plain values.
///
/// They are in a protocol of their own, so that an expression is preferred if both fit.
@dynamicMemberLookup
public protocol _ValueUpdates<Base, Values> {
  /// The table that is written.
  associatedtype Base: Table
  /// The table, or the type of a group of its columns, whose columns are the members.
  associatedtype Values: Table

  /// Sets a column.
  mutating func _set(_ name: String, to fragment: QueryFragment)
}

/// The members that accept and return expressions.
public protocol _ColumnUpdates<Base, Values>: _ValueUpdates {}

// Columns of numbers, texts and truth values have no such member: those values are expressions, and
// the standard library's own `+=` and `toggle()` would use such a member.
extension _ValueUpdates {
  /// Sets a column to a value or to NULL: `"dueDate" = '2040-02-14 23:31:30.000'`.
  @_disfavoredOverload
  public subscript<Value: QueryBindable>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, TableColumn<Values, Value?>>
  ) -> Value.QueryOutput? {
    @available(
      *,
      unavailable,
      message: "The value of a column is in the database. Use the column in SQL."
    )
    get { fatalError("It cannot be called.") }
    set { _set(Values.columns[keyPath: keyPath], toValue: newValue) }
  }

  /// Sets a column to a value: `"priority" = 3`.
  @_disfavoredOverload
  public subscript<Value: QueryBindable & RawRepresentable>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, TableColumn<Values, Value>>
  ) -> Value.QueryOutput {
    @available(
      *,
      unavailable,
      message: "The value of a column is in the database. Use the column in SQL."
    )
    get { fatalError("It cannot be called.") }
    set { _set(Values.columns[keyPath: keyPath], toValue: newValue) }
  }

  /// Sets a column to a value that is stored in another form: `"date" = 1771108891`.
  @_disfavoredOverload
  public subscript<Value: ValueRepresentation>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, TableColumn<Values, Value>>
  ) -> Value.QueryOutput {
    @available(
      *,
      unavailable,
      message: "The value of a column is in the database. Use the column in SQL."
    )
    get { fatalError("It cannot be called.") }
    set { _set(Values.columns[keyPath: keyPath], toValue: newValue) }
  }

  /// Sets the columns of a group to a value: `$0.kind = .note("Hello")`.
  ///
  /// It is optional, so that the members of the value are not members of this. `nil` sets NULL,
  /// which the database may reject.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, ColumnGroup<Values, Value>>
  ) -> Value.QueryOutput? {
    @available(
      *,
      unavailable,
      message: "The value of a column is in the database. Use the column in SQL."
    )
    get { fatalError("It cannot be called.") }
    set {
      let column = Values.columns[keyPath: keyPath]
      guard let newValue else { return _setNull(column) }
      _set(column, toValue: newValue)
    }
  }

  /// Sets the columns of an optional group to a value.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, OptionalColumnGroup<Values, Value>>
  ) -> Value.QueryOutput? {
    @available(
      *,
      unavailable,
      message: "The value of a column is in the database. Use the column in SQL."
    )
    get { fatalError("It cannot be called.") }
    set { _set(Values.columns[keyPath: keyPath], toValue: newValue) }
  }

  mutating func _setNull(_ column: some _TableColumnExpression) {
    for column in column._writableTableColumns { _set(column.name, to: "NULL") }
  }

  mutating func _set<Column: _TableColumnExpression>(
    _ column: Column,
    toValue value: Column.Value.QueryOutput
  ) {
    let values = Column.Value(queryOutput: value)._encodedColumns.filter { !$0.isGenerated }
    for (column, value) in zip(column._writableTableColumns, values) {
      _set(column.name, to: value.fragment)
    }
  }

  mutating func _set<Column: _TableColumnExpression>(
    _ column: Column,
    to expression: some QueryExpression
  ) {
    let columns = column._allTableColumns
    let values = expression._allColumns
    if values.count == columns.count {
      for (column, value) in zip(columns, values) where !column._writableTableColumns.isEmpty {
        _set(column.name, to: value.queryFragment)
      }
    }
  }
}

extension _ColumnUpdates {
  /// The column, which can be set to an expression that an operator or a function returns.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, TableColumn<Values, Value>>
  ) -> SQLQueryExpression<Value> {
    get {
      let name = Values.columns[keyPath: keyPath].name
      return SQLQueryExpression(TableColumn<Base, Value>(name).queryFragment)
    }
    set { _set(Values.columns[keyPath: keyPath].name, to: newValue.queryFragment) }
  }

  /// The column, which can be set to any expression or subquery.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, TableColumn<Values, Value>>
  ) -> any QueryExpression<Value> {
    get { TableColumn<Base, Value>(Values.columns[keyPath: keyPath].name) }
    set { _set(Values.columns[keyPath: keyPath].name, to: newValue.queryFragment) }
  }

  /// The column, which can be set to an expression that is never NULL.
  @_disfavoredOverload
  public subscript<Value: QueryBindable>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, TableColumn<Values, Value?>>
  ) -> any QueryExpression<Value> {
    @available(*, unavailable, message: "The column may be NULL.")
    get { fatalError("It cannot be called.") }
    set { _set(Values.columns[keyPath: keyPath].name, to: newValue.queryFragment) }
  }

  /// The columns of a group, which can be set one by one.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, ColumnGroup<Values, Value>>
  ) -> UpdatesGroup<Base, Value> {
    get { UpdatesGroup() }
    set { for update in newValue.columns { _set(update.name, to: update.fragment) } }
  }

  /// The columns of a group, which can be set to an expression or a subquery.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, ColumnGroup<Values, Value>>
  ) -> any QueryExpression<Value> {
    get { ColumnGroup<Base, Value>() }
    set { _set(Values.columns[keyPath: keyPath], to: newValue) }
  }

  /// The columns of an optional group, which can be set one by one.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, OptionalColumnGroup<Values, Value>>
  ) -> UpdatesGroup<Base, Value?> {
    get { UpdatesGroup() }
    set { for update in newValue.columns { _set(update.name, to: update.fragment) } }
  }

  /// The columns of an optional group, which can be set to an expression or a subquery.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, OptionalColumnGroup<Values, Value>>
  ) -> any QueryExpression<Value?> {
    get { OptionalColumnGroup<Base, Value>() }
    set { _set(Values.columns[keyPath: keyPath], to: newValue) }
  }
}
