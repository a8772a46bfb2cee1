public import TypedSQL

extension _ColumnUpdates {
  // Preferred to plain values: `.now` would be Swift's date, which a trigger keeps for ever.
  /// The column of moments that are stored as numbers; sets it to one that SQL knows: `"date" = unixepoch('now')`.
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
