// Not for all expressions: optionals of Swift keep their own `map`, and statements theirs.
extension _Operand where QueryValue: _OptionalProtocol {
  /// Makes an expression of this one, and NULL where this one is NULL.
  ///
  /// ```swift
  /// Reminder.select { $0.priority.map { $0 < Priority.high } }
  /// // SELECT CASE ("reminders"."priority") IS (NULL) WHEN 1 THEN NULL ELSE ("reminders"."priority") < (3) END
  /// // FROM "reminders"
  /// ```
  ///
  /// - Parameter transform: Makes the expression, of one that is not NULL.
  public func map<Value>(
    _ transform: (SQLQueryExpression<QueryValue.Wrapped>) -> some QueryExpression<Value>
  ) -> SQLQueryExpression<Value?> { SQLQueryExpression(transformed(transform)) }

  /// Makes an expression that may be NULL of this one, and NULL where this one is NULL.
  ///
  /// - Parameter transform: Makes the expression, of one that is not NULL.
  public func flatMap<Value: _OptionalProtocol>(
    _ transform: (SQLQueryExpression<QueryValue.Wrapped>) -> some QueryExpression<Value>
  ) -> SQLQueryExpression<Value> { SQLQueryExpression(transformed(transform)) }

  private func transformed<Result: QueryExpression>(
    _ transform: (SQLQueryExpression<QueryValue.Wrapped>) -> Result
  ) -> QueryFragment {
    let base = queryFragment
    var fragment: QueryFragment = "CASE "
    fragment.append(base.operated(" IS ", with: _NullLiteral.fragment(for: Self.self)))
    fragment.append(sql: " WHEN 1 THEN NULL ELSE ")
    fragment.append(transform(SQLQueryExpression(base)).queryFragment)
    fragment.append(sql: " END")
    return fragment
  }
}
