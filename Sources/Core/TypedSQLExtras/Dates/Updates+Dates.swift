public import TypedSQL

extension _ColumnUpdates {
  // Preferred to plain values: `.now` would be Swift's date, which a trigger would keep forever.
  /// A column of dates that are stored as numbers, which can be set to a date computed by SQL:
  /// `"date" = unixepoch('now')`.
  public subscript<Value: ValueRepresentation & _SQLiteDateRepresentation>(
    dynamicMember keyPath: KeyPath<Values.TableColumns, TableColumn<Values, Value>>
  ) -> _ModifiedDate<Value> where Value._Optionalized.Wrapped: _SQLiteDateRepresentation {
    get {
      let name = Values.columns[keyPath: keyPath].name
      return _ModifiedDate(column: TableColumn<Base, Value>(name).queryFragment)
    }
    set { _set(Values.columns[keyPath: keyPath].name, to: newValue.queryFragment) }
  }
}
