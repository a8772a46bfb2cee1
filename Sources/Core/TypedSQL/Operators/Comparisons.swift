extension QueryExpression where QueryValue: _OptionalPromotable {
  /// Returns whether the expression is equal to another: `(lhs) = (rhs)`.
  public func eq<O: QueryExpression>(_ other: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(self, " = ", other)
  }

  /// Returns whether the expression is different from another: `(lhs) <> (rhs)`.
  public func neq<O: QueryExpression>(_ other: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(self, " <> ", other)
  }

  /// Returns whether the expression equals another, where NULL equals NULL: `(lhs) IS (rhs)`.
  public func `is`<O: QueryExpression>(_ other: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(self, SQLOperator.is.sql, other)
  }

  /// Returns whether the expression differs from another, where NULL equals NULL:
  /// `(lhs) IS NOT (rhs)`.
  public func isNot<O: QueryExpression>(_ other: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(self, SQLOperator.isNot.sql, other)
  }

  /// Returns whether the expression is less than another: `(lhs) < (rhs)`.
  public func lt<O: QueryExpression>(_ other: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(self, " < ", other)
  }

  /// Returns whether the expression is at most another: `(lhs) <= (rhs)`.
  public func lte<O: QueryExpression>(_ other: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(self, " <= ", other)
  }

  /// Returns whether the expression is greater than another: `(lhs) > (rhs)`.
  public func gt<O: QueryExpression>(_ other: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(self, " > ", other)
  }

  /// Returns whether the expression is at least another: `(lhs) >= (rhs)`.
  public func gte<O: QueryExpression>(_ other: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(self, " >= ", other)
  }

  /// Returns whether the expression is NULL: `(lhs) IS (NULL)`.
  public func `is`(_ other: _NullLiteral) -> SQLQueryExpression<Bool> {
    SQLQueryExpression(
      queryFragment.operated(SQLOperator.is.sql, with: _NullLiteral.fragment(for: Self.self))
    )
  }

  /// Returns whether the expression is not NULL: `(lhs) IS NOT (NULL)`.
  public func isNot(_ other: _NullLiteral) -> SQLQueryExpression<Bool> {
    SQLQueryExpression(
      queryFragment.operated(SQLOperator.isNot.sql, with: _NullLiteral.fragment(for: Self.self))
    )
  }
}

// With the same type on both sides, the types of `#bind(date)` and `#sql("…")` are inferred.
extension QueryExpression {
  /// Returns whether the expression is equal to another: `(lhs) = (rhs)`.
  public func eq(_ other: some QueryExpression<QueryValue>) -> SQLQueryExpression<Bool> {
    comparison(self, " = ", other)
  }

  /// Returns whether the expression is different from another: `(lhs) <> (rhs)`.
  public func neq(_ other: some QueryExpression<QueryValue>) -> SQLQueryExpression<Bool> {
    comparison(self, " <> ", other)
  }

  /// Returns whether the expression equals another, where NULL equals NULL: `(lhs) IS (rhs)`.
  public func `is`(_ other: some QueryExpression<QueryValue>) -> SQLQueryExpression<Bool> {
    comparison(self, SQLOperator.is.sql, other)
  }

  /// Returns whether the expression differs from another, where NULL equals NULL:
  /// `(lhs) IS NOT (rhs)`.
  public func isNot(_ other: some QueryExpression<QueryValue>) -> SQLQueryExpression<Bool> {
    comparison(self, SQLOperator.isNot.sql, other)
  }

  /// Returns whether the expression is less than another: `(lhs) < (rhs)`.
  public func lt(_ other: some QueryExpression<QueryValue>) -> SQLQueryExpression<Bool> {
    comparison(self, " < ", other)
  }

  /// Returns whether the expression is at most another: `(lhs) <= (rhs)`.
  public func lte(_ other: some QueryExpression<QueryValue>) -> SQLQueryExpression<Bool> {
    comparison(self, " <= ", other)
  }

  /// Returns whether the expression is greater than another: `(lhs) > (rhs)`.
  public func gt(_ other: some QueryExpression<QueryValue>) -> SQLQueryExpression<Bool> {
    comparison(self, " > ", other)
  }

  /// Returns whether the expression is at least another: `(lhs) >= (rhs)`.
  public func gte(_ other: some QueryExpression<QueryValue>) -> SQLQueryExpression<Bool> {
    comparison(self, " >= ", other)
  }
}

// Plain values, bound in the form in which the expression stores them.
extension _Operand where QueryValue: QueryRepresentable & QueryExpression {
  /// Returns whether the expression is equal to a plain value: `(lhs) = (rhs)`.
  @_disfavoredOverload
  public func eq(_ other: QueryValue.QueryOutput) -> SQLQueryExpression<Bool> {
    comparison(self, " = ", QueryValue(queryOutput: other))
  }

  /// Returns whether the expression is different from a plain value: `(lhs) <> (rhs)`.
  @_disfavoredOverload
  public func neq(_ other: QueryValue.QueryOutput) -> SQLQueryExpression<Bool> {
    comparison(self, " <> ", QueryValue(queryOutput: other))
  }

  /// Returns whether the expression equals a plain value, where NULL equals NULL: `(lhs) IS (rhs)`.
  @_disfavoredOverload
  public func `is`(_ other: QueryValue.QueryOutput) -> SQLQueryExpression<Bool> {
    comparison(self, SQLOperator.is.sql, QueryValue(queryOutput: other))
  }

  /// Returns whether the expression differs from a plain value, where NULL equals NULL:
  /// `(lhs) IS NOT (rhs)`.
  @_disfavoredOverload
  public func isNot(_ other: QueryValue.QueryOutput) -> SQLQueryExpression<Bool> {
    comparison(self, SQLOperator.isNot.sql, QueryValue(queryOutput: other))
  }

  /// Returns whether the expression is less than a plain value: `(lhs) < (rhs)`.
  @_disfavoredOverload
  public func lt(_ other: QueryValue.QueryOutput) -> SQLQueryExpression<Bool> {
    comparison(self, " < ", QueryValue(queryOutput: other))
  }

  /// Returns whether the expression is at most a plain value: `(lhs) <= (rhs)`.
  @_disfavoredOverload
  public func lte(_ other: QueryValue.QueryOutput) -> SQLQueryExpression<Bool> {
    comparison(self, " <= ", QueryValue(queryOutput: other))
  }

  /// Returns whether the expression is greater than a plain value: `(lhs) > (rhs)`.
  @_disfavoredOverload
  public func gt(_ other: QueryValue.QueryOutput) -> SQLQueryExpression<Bool> {
    comparison(self, " > ", QueryValue(queryOutput: other))
  }

  /// Returns whether the expression is at least a plain value: `(lhs) >= (rhs)`.
  @_disfavoredOverload
  public func gte(_ other: QueryValue.QueryOutput) -> SQLQueryExpression<Bool> {
    comparison(self, " >= ", QueryValue(queryOutput: other))
  }
}

/// Returns `(lhs) = (?)`, or `(lhs) IS (?)` if it may be NULL.
package func equality<L: QueryExpression>(
  _ lhs: L,
  value: L.QueryValue.QueryOutput
) -> SQLQueryExpression<Bool> where L.QueryValue: QueryRepresentable & QueryExpression {
  let operation: StaticString = L.QueryValue._isOptional ? SQLOperator.is.sql : " = "
  return SQLQueryExpression(QueryFragment(lhs, operation, L.QueryValue(queryOutput: value)))
}

/// Returns `(lhs) <> (?)`, or `(lhs) IS NOT (?)` if it may be NULL.
package func inequality<L: QueryExpression>(
  _ lhs: L,
  value: L.QueryValue.QueryOutput
) -> SQLQueryExpression<Bool> where L.QueryValue: QueryRepresentable & QueryExpression {
  let operation: StaticString = L.QueryValue._isOptional ? SQLOperator.isNot.sql : " <> "
  return SQLQueryExpression(QueryFragment(lhs, operation, L.QueryValue(queryOutput: value)))
}

/// Returns a comparison: `(lhs) < (rhs)`.
package func comparison(
  _ lhs: some QueryExpression,
  _ operation: StaticString,
  _ rhs: some QueryExpression
) -> SQLQueryExpression<Bool> {
  SQLQueryExpression(QueryFragment(lhs, operation, rhs))
}

/// Returns `(lhs) = (rhs)`, or `(lhs) IS (rhs)` if one side may be NULL.
package func equality<L: QueryExpression, R: QueryExpression>(
  _ lhs: L,
  _ rhs: R
) -> SQLQueryExpression<Bool>
where L.QueryValue: _OptionalPromotable, R.QueryValue: _OptionalPromotable {
  let mayBeNull = L.QueryValue._isOptional || R.QueryValue._isOptional
  return comparison(lhs, mayBeNull ? SQLOperator.is.sql : " = ", rhs)
}

/// Returns `(lhs) <> (rhs)`, or `(lhs) IS NOT (rhs)` if one side may be NULL.
package func inequality<L: QueryExpression, R: QueryExpression>(
  _ lhs: L,
  _ rhs: R
) -> SQLQueryExpression<Bool>
where L.QueryValue: _OptionalPromotable, R.QueryValue: _OptionalPromotable {
  let mayBeNull = L.QueryValue._isOptional || R.QueryValue._isOptional
  return comparison(lhs, mayBeNull ? SQLOperator.isNot.sql : " <> ", rhs)
}
