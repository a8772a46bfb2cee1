extension QueryExpression where QueryValue: _OptionalPromotable {
  /// Whether the expression is equal to another: `(lhs) = (rhs)`.
  public func eq<O: QueryExpression>(_ other: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(self, " = ", other)
  }

  /// Whether the expression is different from another: `(lhs) <> (rhs)`.
  public func neq<O: QueryExpression>(_ other: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(self, " <> ", other)
  }

  /// Whether the expression is the same as another, also where both have no value: `(lhs) IS (rhs)`.
  public func `is`<O: QueryExpression>(_ other: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(self, MarkedSQL.is, other)
  }

  /// Whether the expression is not the same as another, also where one has no value: `(lhs) IS NOT (rhs)`.
  public func isNot<O: QueryExpression>(_ other: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(self, MarkedSQL.isNot, other)
  }

  /// Whether the expression is less than another: `(lhs) < (rhs)`.
  public func lt<O: QueryExpression>(_ other: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(self, " < ", other)
  }

  /// Whether the expression is at most another: `(lhs) <= (rhs)`.
  public func lte<O: QueryExpression>(_ other: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(self, " <= ", other)
  }

  /// Whether the expression is greater than another: `(lhs) > (rhs)`.
  public func gt<O: QueryExpression>(_ other: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(self, " > ", other)
  }

  /// Whether the expression is at least another: `(lhs) >= (rhs)`.
  public func gte<O: QueryExpression>(_ other: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(self, " >= ", other)
  }

  /// Whether the expression has no value: `(lhs) IS (NULL)`.
  public func `is`(_ other: _NullLiteral) -> SQLQueryExpression<Bool> {
    SQLQueryExpression(
      queryFragment.operated(MarkedSQL.is, with: _NullLiteral.fragment(for: Self.self))
    )
  }

  /// Whether the expression has a value: `(lhs) IS NOT (NULL)`.
  public func isNot(_ other: _NullLiteral) -> SQLQueryExpression<Bool> {
    SQLQueryExpression(
      queryFragment.operated(MarkedSQL.isNot, with: _NullLiteral.fragment(for: Self.self))
    )
  }
}

// The same type on both sides: `#bind(date)` and `#sql("…")` find theirs by it.
extension QueryExpression {
  /// Whether the expression is equal to another: `(lhs) = (rhs)`.
  public func eq(_ other: some QueryExpression<QueryValue>) -> SQLQueryExpression<Bool> {
    comparison(self, " = ", other)
  }

  /// Whether the expression is different from another: `(lhs) <> (rhs)`.
  public func neq(_ other: some QueryExpression<QueryValue>) -> SQLQueryExpression<Bool> {
    comparison(self, " <> ", other)
  }

  /// Whether the expression is the same as another, also where both have no value: `(lhs) IS (rhs)`.
  public func `is`(_ other: some QueryExpression<QueryValue>) -> SQLQueryExpression<Bool> {
    comparison(self, MarkedSQL.is, other)
  }

  /// Whether the expression is not the same as another, also where one has no value: `(lhs) IS NOT (rhs)`.
  public func isNot(_ other: some QueryExpression<QueryValue>) -> SQLQueryExpression<Bool> {
    comparison(self, MarkedSQL.isNot, other)
  }

  /// Whether the expression is less than another: `(lhs) < (rhs)`.
  public func lt(_ other: some QueryExpression<QueryValue>) -> SQLQueryExpression<Bool> {
    comparison(self, " < ", other)
  }

  /// Whether the expression is at most another: `(lhs) <= (rhs)`.
  public func lte(_ other: some QueryExpression<QueryValue>) -> SQLQueryExpression<Bool> {
    comparison(self, " <= ", other)
  }

  /// Whether the expression is greater than another: `(lhs) > (rhs)`.
  public func gt(_ other: some QueryExpression<QueryValue>) -> SQLQueryExpression<Bool> {
    comparison(self, " > ", other)
  }

  /// Whether the expression is at least another: `(lhs) >= (rhs)`.
  public func gte(_ other: some QueryExpression<QueryValue>) -> SQLQueryExpression<Bool> {
    comparison(self, " >= ", other)
  }
}

// Plain values, in the form in which the expression stores such values.
extension _Operand where QueryValue: QueryRepresentable & QueryExpression {
  /// Whether the expression is equal to a plain value: `(lhs) = (rhs)`.
  @_disfavoredOverload
  public func eq(_ other: QueryValue.QueryOutput) -> SQLQueryExpression<Bool> {
    comparison(self, " = ", QueryValue(queryOutput: other))
  }

  /// Whether the expression is different from a plain value: `(lhs) <> (rhs)`.
  @_disfavoredOverload
  public func neq(_ other: QueryValue.QueryOutput) -> SQLQueryExpression<Bool> {
    comparison(self, " <> ", QueryValue(queryOutput: other))
  }

  /// Whether the expression is the same as a plain value, also where both have no value: `(lhs) IS (rhs)`.
  @_disfavoredOverload
  public func `is`(_ other: QueryValue.QueryOutput) -> SQLQueryExpression<Bool> {
    comparison(self, MarkedSQL.is, QueryValue(queryOutput: other))
  }

  /// Whether the expression is not the same as a plain value, also where one has no value: `(lhs) IS NOT (rhs)`.
  @_disfavoredOverload
  public func isNot(_ other: QueryValue.QueryOutput) -> SQLQueryExpression<Bool> {
    comparison(self, MarkedSQL.isNot, QueryValue(queryOutput: other))
  }

  /// Whether the expression is less than a plain value: `(lhs) < (rhs)`.
  @_disfavoredOverload
  public func lt(_ other: QueryValue.QueryOutput) -> SQLQueryExpression<Bool> {
    comparison(self, " < ", QueryValue(queryOutput: other))
  }

  /// Whether the expression is at most a plain value: `(lhs) <= (rhs)`.
  @_disfavoredOverload
  public func lte(_ other: QueryValue.QueryOutput) -> SQLQueryExpression<Bool> {
    comparison(self, " <= ", QueryValue(queryOutput: other))
  }

  /// Whether the expression is greater than a plain value: `(lhs) > (rhs)`.
  @_disfavoredOverload
  public func gt(_ other: QueryValue.QueryOutput) -> SQLQueryExpression<Bool> {
    comparison(self, " > ", QueryValue(queryOutput: other))
  }

  /// Whether the expression is at least a plain value: `(lhs) >= (rhs)`.
  @_disfavoredOverload
  public func gte(_ other: QueryValue.QueryOutput) -> SQLQueryExpression<Bool> {
    comparison(self, " >= ", QueryValue(queryOutput: other))
  }
}

/// `(lhs) = (?)`, or `(lhs) IS (?)` where it may be NULL.
package func equality<L: QueryExpression>(
  _ lhs: L,
  value: L.QueryValue.QueryOutput
) -> SQLQueryExpression<Bool> where L.QueryValue: QueryRepresentable & QueryExpression {
  let operation: StaticString = L.QueryValue._isOptional ? MarkedSQL.is : " = "
  return SQLQueryExpression(QueryFragment(lhs, operation, L.QueryValue(queryOutput: value)))
}

/// `(lhs) <> (?)`, or `(lhs) IS NOT (?)` where it may be NULL.
package func inequality<L: QueryExpression>(
  _ lhs: L,
  value: L.QueryValue.QueryOutput
) -> SQLQueryExpression<Bool> where L.QueryValue: QueryRepresentable & QueryExpression {
  let operation: StaticString = L.QueryValue._isOptional ? MarkedSQL.isNot : " <> "
  return SQLQueryExpression(QueryFragment(lhs, operation, L.QueryValue(queryOutput: value)))
}

/// `(lhs) < (rhs)`.
package func comparison(
  _ lhs: some QueryExpression,
  _ operation: StaticString,
  _ rhs: some QueryExpression
) -> SQLQueryExpression<Bool> {
  SQLQueryExpression(QueryFragment(lhs, operation, rhs))
}

/// `(lhs) = (rhs)`, or `(lhs) IS (rhs)` where one may be NULL.
package func equality<L: QueryExpression, R: QueryExpression>(
  _ lhs: L,
  _ rhs: R
) -> SQLQueryExpression<Bool>
where L.QueryValue: _OptionalPromotable, R.QueryValue: _OptionalPromotable {
  let mayBeNull = L.QueryValue._isOptional || R.QueryValue._isOptional
  return comparison(lhs, mayBeNull ? MarkedSQL.is : " = ", rhs)
}

/// `(lhs) <> (rhs)`, or `(lhs) IS NOT (rhs)` where one may be NULL.
package func inequality<L: QueryExpression, R: QueryExpression>(
  _ lhs: L,
  _ rhs: R
) -> SQLQueryExpression<Bool>
where L.QueryValue: _OptionalPromotable, R.QueryValue: _OptionalPromotable {
  let mayBeNull = L.QueryValue._isOptional || R.QueryValue._isOptional
  return comparison(lhs, mayBeNull ? MarkedSQL.isNot : " <> ", rhs)
}
