// An enum's value is of one case: setting that sets the columns of all others to NULL.

extension _ValueUpdates {
  /// Sets the value of an enum's case to a value; the columns of other cases become NULL.
  @_disfavoredOverload
  public subscript<Payload>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, CaseColumn<Values, Payload>>
  ) -> Payload.QueryOutput {
    @available(*, unavailable, message: "A column's value is in the database: use it in SQL.")
    get { fatalError("It cannot be called.") }
    set { _set(case: Values.columns[keyPath: keyPath], to: Payload(queryOutput: newValue)) }
  }

  /// Sets the value of an enum's case to a value; the columns of other cases become NULL.
  @_disfavoredOverload
  public subscript<Payload>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, CaseColumnGroup<Values, Payload>>
  ) -> Payload.QueryOutput {
    @available(*, unavailable, message: "A column's value is in the database: use it in SQL.")
    get { fatalError("It cannot be called.") }
    set { _set(case: Values.columns[keyPath: keyPath], to: Payload(queryOutput: newValue)) }
  }

  mutating func _set<Column: _TableColumnExpression>(
    case column: Column,
    to expression: some QueryExpression
  ) {
    let values = Dictionary(
      zip(column._names, expression._allColumns),
      uniquingKeysWith: { first, _ in first }
    )
    for column in Values.TableColumns.writableColumns {
      _set(column.name, to: values[column.name]?.queryFragment ?? "NULL")
    }
  }
}

extension _ColumnUpdates {
  /// The column of an enum's case; setting it makes the columns of other cases NULL.
  @_disfavoredOverload
  public subscript<Payload>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, CaseColumn<Values, Payload>>
  ) -> any QueryExpression<Payload> {
    get {
      let name = Values.columns[keyPath: keyPath].name
      return SQLQueryExpression<Payload>(TableColumn<Base, Payload>(name).queryFragment)
    }
    set { _set(case: Values.columns[keyPath: keyPath], to: newValue) }
  }

  /// The column of an enum's case; setting it makes the columns of other cases NULL.
  public subscript<Payload>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, CaseColumn<Values, Payload>>
  ) -> SQLQueryExpression<Payload?> {
    get {
      let name = Values.columns[keyPath: keyPath].name
      return SQLQueryExpression(TableColumn<Base, Payload?>(name).queryFragment)
    }
    set { _set(case: Values.columns[keyPath: keyPath], to: newValue) }
  }

  /// The columns of an enum's case; setting them makes the columns of other cases NULL.
  @_disfavoredOverload
  public subscript<Payload>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, CaseColumnGroup<Values, Payload>>
  ) -> any QueryExpression<Payload> where Payload: QueryExpression {
    get {
      SQLQueryExpression<Payload>(ColumnGroup<Base, Payload>().queryFragment)
    }
    set { _set(case: Values.columns[keyPath: keyPath], to: newValue) }
  }
}
