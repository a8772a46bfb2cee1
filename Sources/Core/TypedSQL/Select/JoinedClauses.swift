extension _SelectClauses {
  /// Returns the clauses with another table and the clauses of its statement.
  @usableFromInline
  consuming func joining<From: Table, S: SelectStatement>(
    _ kind: JoinKind,
    _ from: From.Type,
    _ other: S,
    on condition: QueryFragment
  ) -> Self {
    joining(kind, from, other, condition, isCondition: true)
  }

  /// Returns the clauses with another table and the clauses of its statement.
  consuming func joining<From: Table, S: SelectStatement>(
    _ kind: JoinKind,
    _ from: From.Type,
    _ statement: S,
    _ constraint: QueryFragment,
    isCondition: Bool = false
  ) -> Self {
    // The scopes are written out, because the result is a statement on other types.
    var clauses = scoped(by: from)
    if clauses.joins.isEmpty { clauses.joins.reserveCapacity(4) }
    if statement._selectsAll, S.From.all._selectsAll {
      clauses.joins.append(
        JoinClause(
          kind: kind,
          table: S.From.aliasedTableFragment,
          columns: S.From.TableColumns._columnList,
          constraint: constraint,
          isCondition: isCondition
        )
      )
      return clauses
    }
    var other = statement._selectClauses.scoped(by: S.From.self)
    clauses.joins.append(
      JoinClause(
        kind: kind,
        table: other.from ?? S.From.aliasedTableFragment,
        columns: S.From.TableColumns._columnList,
        constraint: constraint,
        isCondition: isCondition
      )
    )
    other.from = nil
    clauses.merge(other)
    return clauses
  }
}

extension QueryFragment {
  /// Returns the constraint that columns of the same name are equal: `USING ("id")`.
  static func using(_ column: some _TableColumnExpression) -> QueryFragment {
    var fragment: QueryFragment = "USING ("
    fragment.append(list: column._names.map { QueryFragment(quote: $0) })
    fragment.append(sql: ")")
    return fragment
  }
}
