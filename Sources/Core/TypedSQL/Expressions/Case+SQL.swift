// A value in SQL text has the type of the whole expression: of the column to which it is assigned,
// or of the other values. These overloads name that type, so that `#sql("…")` can be inferred. They
// are disfavored and concrete for the same reasons as those for bound values.

extension Case {
  /// Adds a value in SQL text for when a condition holds: `.when($0.isFlagged, then: #sql("…"))`.
  ///
  /// ```swift
  /// Reminder.update { $0.title = Case().when($0.isFlagged, then: #sql("'!'")).else("") }
  /// ```
  @_disfavoredOverload
  public func when<Condition: QueryExpression>(
    _ condition: Condition,
    then expression: SQLQueryExpression<QueryValue.Wrapped>
  ) -> Cases<Base, QueryValue>
  where Base: _OptionalPromotable, Condition.QueryValue: _OptionalPromotable<Base._Optionalized> {
    Cases(base: base, cases: [(condition.queryFragment, expression.queryFragment)])
  }
}

extension Cases {
  /// Adds a value in SQL text for when a further condition holds:
  /// `.when($0.isFlagged, then: #sql("…"))`.
  @_disfavoredOverload
  public func when<Condition: QueryExpression>(
    _ condition: Condition,
    then expression: SQLQueryExpression<QueryValue.Wrapped>
  ) -> Self
  where Base: _OptionalPromotable, Condition.QueryValue: _OptionalPromotable<Base._Optionalized> {
    adding(condition.queryFragment, expression.queryFragment)
  }

  /// Ends the expression with SQL text for when no condition holds: `.else(#sql("…"))`.
  @_disfavoredOverload
  public func `else`(
    _ expression: SQLQueryExpression<QueryValue.Wrapped>
  ) -> SQLQueryExpression<QueryValue.Wrapped> {
    SQLQueryExpression(ending(expression.queryFragment))
  }
}
