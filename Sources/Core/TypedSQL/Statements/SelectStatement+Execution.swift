extension SelectStatement {
  /// The statement, limited to its first row.
  package var queryOfOne: QueryFragment {
    var clauses = asSelect().clauses
    if clauses.limit?.maxLength == nil { clauses.limit("1") }
    return clauses.query(from: From.self)
  }

  /// A statement that counts the rows.
  package var queryOfCount: QueryFragment {
    var clauses = asSelect().clauses
    guard clauses.scope != .empty else { return QueryFragment() }
    guard clauses.canCountDirectly else {
      let query = clauses.query(from: From.self).indented()
      var count: QueryFragment =
        "SELECT count(*)\(.newlineOrSpace)FROM (\(.newline)\(query)\(.newline))"
      count.append(hint: .unnamedRows)
      return count
    }
    clauses.columns = [SelectedColumn(SQLQueryExpression("count(*)", as: Int.self))]
    clauses.order = []
    return clauses.query(from: From.self)
  }
}

extension Select {
  /// Whether it selects whole rows of tables, and not columns.
  package var selectsWholeRows: Bool { clauses.columns.isEmpty }
}

extension SelectStatement where From: PrimaryKeyedTable {
  /// Returns the statement for the row with a key.
  package func query(ofKey key: QueryFragment) -> QueryFragment {
    var clauses = asSelect().clauses
    let column = From.columns.primaryKey.queryFragment
    clauses.where.append("(\(column)) IN ((\(key)))")
    return clauses.query(from: From.self)
  }
}

extension _SelectClauses {
  /// Whether `count(*)` in place of the columns counts the rows.
  ///
  /// A column that calls a function may be an aggregate, which makes one row of all.
  fileprivate var canCountDirectly: Bool {
    !distinct && group.isEmpty && having.isEmpty && limit == nil
      && !columns.contains { $0.expression.code.contains(UInt8(ascii: ")")) }
  }
}
