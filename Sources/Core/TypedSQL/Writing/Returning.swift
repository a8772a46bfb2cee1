extension Insert {
  /// Returns a value of each inserted row: `RETURNING "id"`; `\.self` for all columns.
  public func returning<E: QueryExpression>(
    _ selection: (Into.TableColumns) -> E
  ) -> Insert<Into, E.QueryValue> {
    returning([selection(Into.columns)._returned(by: Into.self)])
  }

  /// Returns values of each inserted row: `RETURNING "id", "title"`.
  public func returning<each E: QueryExpression>(
    _ selection: (Into.TableColumns) -> (repeat each E)
  ) -> Insert<Into, (repeat (each E).QueryValue)> {
    returning(returned(by: Into.self, selection))
  }

  private func returning<Value>(_ fragments: [QueryFragment]) -> Insert<Into, Value> {
    Insert<Into, Value>(
      resolution: resolution,
      columns: columns.changingResult(),
      source: source.changingResult(),
      conflict: conflict?.changingResult(),
      returning: fragments
    )
  }
}

extension Insert.Columns {
  fileprivate func changingResult<Value>() -> Insert<Into, Value>.Columns {
    switch self {
    case .writable: .writable
    case .named(let names): .named(names)
    }
  }
}

extension Insert.Conflict {
  fileprivate func changingResult<Value>() -> Insert<Into, Value>.Conflict {
    switch self {
    case .clause(let clause): .clause(clause)
    case .upsert(let makeClause): .upsert(makeClause)
    }
  }
}

extension Insert.Source {
  fileprivate func changingResult<Value>() -> Insert<Into, Value>.Source {
    if let rows { return .rows(rows) }
    return Insert<Into, Value>.Source(select: select)
  }
}

extension Update {
  /// Returns a value of each updated row: `RETURNING "id"`; `\.self` for all columns.
  public func returning<E: QueryExpression>(
    _ selection: (From.TableColumns) -> E
  ) -> Update<From, E.QueryValue> {
    returning([selection(From.columns)._returned(by: From.self)])
  }

  /// Returns values of each updated row: `RETURNING "id", "title"`.
  public func returning<each E: QueryExpression>(
    _ selection: (From.TableColumns) -> (repeat each E)
  ) -> Update<From, (repeat (each E).QueryValue)> {
    returning(returned(by: From.self, selection))
  }

  private func returning<Value>(_ fragments: [QueryFragment]) -> Update<From, Value> {
    Update<From, Value>(
      resolution: resolution,
      assignments: assignments,
      sources: sources,
      filter: filter,
      returning: fragments
    )
  }
}

extension Delete {
  /// Returns a value of each deleted row: `RETURNING "id"`; `\.self` for all columns.
  public func returning<E: QueryExpression>(
    _ selection: (From.TableColumns) -> E
  ) -> Delete<From, E.QueryValue> {
    Delete<From, E.QueryValue>(
      filter: filter,
      returning: [selection(From.columns)._returned(by: From.self)]
    )
  }

  /// Returns values of each deleted row: `RETURNING "id", "title"`.
  public func returning<each E: QueryExpression>(
    _ selection: (From.TableColumns) -> (repeat each E)
  ) -> Delete<From, (repeat (each E).QueryValue)> {
    Delete<From, (repeat (each E).QueryValue)>(
      filter: filter,
      returning: returned(by: From.self, selection)
    )
  }
}

private func returned<each E: QueryExpression, T: Table>(
  by table: T.Type,
  _ selection: (T.TableColumns) -> (repeat each E)
) -> [QueryFragment] {
  let expressions = selection(T.columns)
  var fragments: [QueryFragment] = []
  for expression in repeat each expressions { fragments.append(expression._returned(by: table)) }
  return fragments
}

extension QueryExpression {
  /// Returns the SQL in a `RETURNING` clause, where SQLite does not know the table's alias and
  /// schema; PostgreSQL knows the alias alone.
  fileprivate func _returned<T: Table>(by table: T.Type) -> QueryFragment {
    guard T.tableAlias != nil || T.schemaName != nil else { return _returningFragment }
    return _returningFragment.renamingTable(of: table, to: T.tableName, elsewhere: T.tableAlias)
  }
}

extension TableColumnExpression {
  /// The SQL in a `RETURNING` clause: `"title"`.
  public var _returningFragment: QueryFragment {
    var fragment = QueryFragment()
    fragment.append(identifier: name)
    return Value._selection(of: fragment)
  }
}

extension _TableColumnExpression {
  /// The SQL in a `RETURNING` clause: `"id", "title"`.
  public var _returningFragment: QueryFragment {
    _allTableColumns.map(\._returningFragment).joined(separator: ", ")
  }
}

extension TableDefinition {
  /// The SQL in a `RETURNING` clause: `"id", "title"`.
  public var _returningFragment: QueryFragment {
    Self.allColumns.map(\._returningFragment).joined(separator: ", ")
  }
}
