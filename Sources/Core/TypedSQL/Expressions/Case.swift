/// The beginning of a `CASE` expression.
///
/// ```swift
/// Case()
///   .when($0.priority.eq(Priority.high), then: "!!!")
///   .when($0.isFlagged, then: "!")
///   .else("")
/// // CASE WHEN ("reminders"."priority") = (3) THEN '!!!'
/// // WHEN "reminders"."isFlagged" THEN '!' ELSE '' END
/// ```
public struct Case<Base, QueryValue: _OptionalProtocol>: Sendable {
  let base: QueryFragment?

  /// Begins a `CASE` that compares an expression:
  /// `CASE "reminders"."priority" WHEN 3 THEN …`.
  public init(_ base: some QueryExpression<Base>) { self.base = base.queryFragment }

  /// Begins a `CASE` with conditions: `CASE WHEN … THEN …`.
  public init() where Base == Bool { base = nil }

  /// Adds a value for when a condition holds, or when the base equals an expression.
  public func when<Condition: QueryExpression, Value: QueryExpression>(
    _ condition: Condition,
    then expression: Value
  ) -> Cases<Base, QueryValue>
  where
    Base: _OptionalPromotable, Condition.QueryValue: _OptionalPromotable<Base._Optionalized>,
    Value.QueryValue: _OptionalPromotable<QueryValue>
  {
    Cases(base: base, cases: [(condition.queryFragment, expression.queryFragment)])
  }

  /// Adds a value for when a condition in SQL text holds: `.when(#sql("…"), then: 1)`.
  @_disfavoredOverload  // An expression with a type uses the overload that checks it.
  public func when<Value: QueryExpression>(
    _ condition: SQLQueryExpression<Any>,
    then expression: Value
  ) -> Cases<Base, QueryValue> where Value.QueryValue: _OptionalPromotable<QueryValue> {
    Cases(base: base, cases: [(condition.queryFragment, expression.queryFragment)])
  }
}

/// A `CASE` expression, which is NULL if none of its conditions holds.
public struct Cases<Base, QueryValue: _OptionalProtocol>: _Operand, Sendable {
  var fragment: QueryFragment

  init(base: QueryFragment?, cases: [(QueryFragment, QueryFragment)]) {
    fragment = "CASE"
    if let base {
      fragment.append(sql: " ")
      fragment.append(base)
    }
    for (condition, value) in cases { append(condition, value) }
  }

  private mutating func append(_ condition: QueryFragment, _ value: QueryFragment) {
    fragment.append(sql: " WHEN ")
    fragment.append(condition)
    fragment.append(sql: " THEN ")
    fragment.append(value)
  }

  func adding(_ condition: QueryFragment, _ value: QueryFragment) -> Self {
    var copy = self
    copy.append(condition, value)
    return copy
  }

  /// Adds a value for when a further condition holds.
  public func when<Condition: QueryExpression, Value: QueryExpression>(
    _ condition: Condition,
    then expression: Value
  ) -> Self
  where
    Base: _OptionalPromotable, Condition.QueryValue: _OptionalPromotable<Base._Optionalized>,
    Value.QueryValue: _OptionalPromotable<QueryValue>
  {
    adding(condition.queryFragment, expression.queryFragment)
  }

  /// Adds a value for when a further condition in SQL text holds.
  @_disfavoredOverload  // As above.
  public func when<Value: QueryExpression>(
    _ condition: SQLQueryExpression<Any>,
    then expression: Value
  ) -> Self where Value.QueryValue: _OptionalPromotable<QueryValue> {
    adding(condition.queryFragment, expression.queryFragment)
  }

  /// Ends the expression with the value for when no condition holds: `… ELSE '' END`.
  public func `else`<Value: QueryExpression>(
    _ expression: Value
  ) -> SQLQueryExpression<Value.QueryValue>
  where Value.QueryValue: _OptionalPromotable<QueryValue> {
    SQLQueryExpression(ending(expression.queryFragment))
  }

  func ending(_ value: QueryFragment) -> QueryFragment {
    var fragment = fragment
    fragment.append(sql: " ELSE ")
    fragment.append(value)
    fragment.append(sql: " END")
    return fragment
  }

  /// The SQL.
  public var queryFragment: QueryFragment {
    var fragment = fragment
    fragment.append(sql: " END")
    return fragment
  }
}
