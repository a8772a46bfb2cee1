// A value of an enum has one case: setting it sets the columns of all other cases to NULL.

extension _ValueUpdates {
  /// Sets an enum to a case with a value; the columns of other cases become NULL.
  @_disfavoredOverload
  public subscript<Payload>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, CaseColumn<Values, Payload>>
  ) -> Payload.QueryOutput {
    @available(
      *,
      unavailable,
      message: "The value of a column is in the database. Use the column in SQL."
    )
    get { fatalError("It cannot be called.") }
    set { _set(case: Values.columns[keyPath: keyPath], to: Payload(queryOutput: newValue)) }
  }

  /// Sets an enum to a case with a value; the columns of other cases become NULL.
  @_disfavoredOverload
  public subscript<Payload>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, CaseColumnGroup<Values, Payload>>
  ) -> Payload.QueryOutput {
    @available(
      *,
      unavailable,
      message: "The value of a column is in the database. Use the column in SQL."
    )
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
  /// The column of an enum case; setting it sets the columns of other cases to NULL.
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

  /// The column of an enum case; setting it sets the columns of other cases to NULL.
  public subscript<Payload>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, CaseColumn<Values, Payload>>
  ) -> SQLQueryExpression<Payload?> {
    get {
      let name = Values.columns[keyPath: keyPath].name
      return SQLQueryExpression(TableColumn<Base, Payload?>(name).queryFragment)
    }
    set { _set(case: Values.columns[keyPath: keyPath], to: newValue) }
  }

  /// The columns of an enum case; setting them sets the columns of other cases to NULL.
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
