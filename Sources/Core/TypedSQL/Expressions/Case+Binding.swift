// `#bind(.high)` infers its type from its context. These overloads name that type, so that it can
// be inferred. They are disfavored, since the general ones accept everything that has a type of its
// own, and concrete, since generic ones would take the type checker ten times as long.

extension Case where Base: QueryRepresentable & QueryExpression {
  /// Adds a value for when the base equals a bound value: `.when(#bind(.high), then: "!!!")`.
  @_disfavoredOverload
  public func when<Value: QueryExpression>(
    _ condition: BindQueryExpression<Base>,
    then expression: Value
  ) -> Cases<Base, QueryValue> where Value.QueryValue: _OptionalPromotable<QueryValue> {
    Cases(base: base, cases: [(condition.queryFragment, expression.queryFragment)])
  }
}

extension Case where QueryValue.Wrapped: QueryRepresentable & QueryExpression {
  /// Adds a bound value for when the base equals another:
  /// `.when(#bind(.high), then: #bind(.low))`.
  @_disfavoredOverload
  public func when(
    _ condition: BindQueryExpression<Base>,
    then expression: BindQueryExpression<QueryValue.Wrapped>
  ) -> Cases<Base, QueryValue> where Base: QueryRepresentable & QueryExpression {
    Cases(base: base, cases: [(condition.queryFragment, expression.queryFragment)])
  }

  /// Adds a bound value for when a condition holds: `.when($0.isFlagged, then: #bind(.high))`.
  @_disfavoredOverload
  public func when<Condition: QueryExpression>(
    _ condition: Condition,
    then expression: BindQueryExpression<QueryValue.Wrapped>
  ) -> Cases<Base, QueryValue>
  where Base: _OptionalPromotable, Condition.QueryValue: _OptionalPromotable<Base._Optionalized> {
    Cases(base: base, cases: [(condition.queryFragment, expression.queryFragment)])
  }
}

extension Cases where Base: QueryRepresentable & QueryExpression {
  /// Adds a value for when the base equals a further bound value:
  /// `.when(#bind(.high), then: "!!!")`.
  @_disfavoredOverload
  public func when<Value: QueryExpression>(
    _ condition: BindQueryExpression<Base>,
    then expression: Value
  ) -> Self where Value.QueryValue: _OptionalPromotable<QueryValue> {
    adding(condition.queryFragment, expression.queryFragment)
  }
}

extension Cases where QueryValue.Wrapped: QueryRepresentable & QueryExpression {
  /// Adds a bound value for when the base equals a further one:
  /// `.when(#bind(.high), then: #bind(.low))`.
  @_disfavoredOverload
  public func when(
    _ condition: BindQueryExpression<Base>,
    then expression: BindQueryExpression<QueryValue.Wrapped>
  ) -> Self where Base: QueryRepresentable & QueryExpression {
    adding(condition.queryFragment, expression.queryFragment)
  }

  /// Adds a bound value for when a further condition holds:
  /// `.when($0.isFlagged, then: #bind(.high))`.
  @_disfavoredOverload
  public func when<Condition: QueryExpression>(
    _ condition: Condition,
    then expression: BindQueryExpression<QueryValue.Wrapped>
  ) -> Self
  where Base: _OptionalPromotable, Condition.QueryValue: _OptionalPromotable<Base._Optionalized> {
    adding(condition.queryFragment, expression.queryFragment)
  }

  /// Ends the expression with the value for when no condition holds: `.else(#bind(.low))`.
  @_disfavoredOverload
  public func `else`(
    _ expression: BindQueryExpression<QueryValue.Wrapped>
  ) -> SQLQueryExpression<QueryValue.Wrapped> {
    SQLQueryExpression(ending(expression.queryFragment))
  }
}
