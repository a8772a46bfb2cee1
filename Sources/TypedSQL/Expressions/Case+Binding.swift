// `#bind(.high)` learns its type from where it stands. These name that type, so that it is found; they are disfavoured, since the
// general ones take all that has a type of its own, and concrete, since generic ones would take the type checker ten times as long.

extension Case where Base: QueryRepresentable & QueryExpression {
  /// Adds what the value is where the base is equal to a value: `.when(#bind(.high), then: "!!!")`.
  @_disfavoredOverload
  public func when<Value: QueryExpression>(
    _ condition: BindQueryExpression<Base>,
    then expression: Value
  ) -> Cases<Base, QueryValue> where Value.QueryValue: _OptionalPromotable<QueryValue> {
    Cases(base: base, cases: [(condition.queryFragment, expression.queryFragment)])
  }
}

extension Case where QueryValue.Wrapped: QueryRepresentable & QueryExpression {
  /// Adds that it is a value where the base is equal to another: `.when(#bind(.high), then: #bind(.low))`.
  @_disfavoredOverload
  public func when(
    _ condition: BindQueryExpression<Base>,
    then expression: BindQueryExpression<QueryValue.Wrapped>
  ) -> Cases<Base, QueryValue> where Base: QueryRepresentable & QueryExpression {
    Cases(base: base, cases: [(condition.queryFragment, expression.queryFragment)])
  }

  /// Adds that it is a value where a condition holds: `.when($0.isFlagged, then: #bind(.high))`.
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
  /// Adds what the value is where the base is equal to a further value: `.when(#bind(.high), then: "!!!")`.
  @_disfavoredOverload
  public func when<Value: QueryExpression>(
    _ condition: BindQueryExpression<Base>,
    then expression: Value
  ) -> Self where Value.QueryValue: _OptionalPromotable<QueryValue> {
    adding(condition.queryFragment, expression.queryFragment)
  }
}

extension Cases where QueryValue.Wrapped: QueryRepresentable & QueryExpression {
  /// Adds that it is a value where the base is equal to a further one: `.when(#bind(.high), then: #bind(.low))`.
  @_disfavoredOverload
  public func when(
    _ condition: BindQueryExpression<Base>,
    then expression: BindQueryExpression<QueryValue.Wrapped>
  ) -> Self where Base: QueryRepresentable & QueryExpression {
    adding(condition.queryFragment, expression.queryFragment)
  }

  /// Adds that it is a value where a further condition holds: `.when($0.isFlagged, then: #bind(.high))`.
  @_disfavoredOverload
  public func when<Condition: QueryExpression>(
    _ condition: Condition,
    then expression: BindQueryExpression<QueryValue.Wrapped>
  ) -> Self
  where Base: _OptionalPromotable, Condition.QueryValue: _OptionalPromotable<Base._Optionalized> {
    adding(condition.queryFragment, expression.queryFragment)
  }

  /// Ends the expression with the value that it is where no condition holds: `.else(#bind(.low))`.
  @_disfavoredOverload
  public func `else`(
    _ expression: BindQueryExpression<QueryValue.Wrapped>
  ) -> SQLQueryExpression<QueryValue.Wrapped> {
    SQLQueryExpression(ending(expression.queryFragment))
  }
}
