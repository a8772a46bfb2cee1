extension _SelectClauses {
  /// The clauses with another table and what its statement has of clauses.
  consuming func joining<From: Table, S: SelectStatement>(
    _ kind: JoinKind,
    _ from: From.Type,
    _ other: S,
    on condition: QueryFragment
  ) -> Self {
    var constraint = QueryFragment()
    constraint.code.reserveCapacity(condition.code.count + 3)
    constraint.append(sql: "ON ")
    constraint.append(condition)
    return joining(kind, from, other, constraint)
  }

  /// The clauses with another table and what its statement has of clauses.
  consuming func joining<From: Table, S: SelectStatement>(
    _ kind: JoinKind,
    _ from: From.Type,
    _ statement: S,
    _ constraint: QueryFragment
  ) -> Self {
    // The scopes are written out, for what follows is a statement on other types.
    var clauses = scoped(by: from)
    if statement._selectsAll, S.From.all._selectsAll {
      clauses.joins.append(
        JoinClause(
          kind: kind,
          table: S.From.aliasedTableFragment,
          columns: S.From.columns._selectionFragment,
          constraint: constraint
        )
      )
      return clauses
    }
    var other = statement._selectClauses.scoped(by: S.From.self)
    clauses.joins.append(
      JoinClause(
        kind: kind,
        table: other.from ?? S.From.aliasedTableFragment,
        columns: S.From.columns._selectionFragment,
        constraint: constraint
      )
    )
    other.from = nil
    clauses.merge(other)
    return clauses
  }
}

extension QueryFragment {
  /// The names of columns that are equal: `USING ("id")`.
  static func using(_ column: some _TableColumnExpression) -> QueryFragment {
    var fragment: QueryFragment = "USING ("
    fragment.append(list: column._names.map { QueryFragment(quote: $0) })
    fragment.append(sql: ")")
    return fragment
  }
}
