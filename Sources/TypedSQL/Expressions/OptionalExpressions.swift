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
  /// It asks of each row by itself whether it is NULL, so what it makes is no aggregate: ``flatMap(_:)`` is for those.
  ///
  /// - Parameter transform: Makes the expression, of one that is not NULL.
  public func map<Value>(
    _ transform: (SQLQueryExpression<QueryValue.Wrapped>) -> some QueryExpression<Value>
  ) -> SQLQueryExpression<Value?> { SQLQueryExpression(transformed(transform)) }

  /// Makes an expression that may be NULL of this one: the closure's SQL as it is.
  ///
  /// What SQL makes of NULL is what it gives there. So aggregates see all rows:
  ///
  /// ```swift
  /// Reminder.select { $0.priority.flatMap { $0.sum() } }
  /// // SELECT sum("reminders"."priority") FROM "reminders"
  /// ```
  ///
  /// - Parameter transform: Makes the expression, of this one without its optional.
  public func flatMap<Value: _OptionalProtocol>(
    _ transform: (SQLQueryExpression<QueryValue.Wrapped>) -> some QueryExpression<Value>
  ) -> SQLQueryExpression<Value> {
    SQLQueryExpression(transform(SQLQueryExpression(queryFragment)).queryFragment)
  }

  private func transformed<Result: QueryExpression>(
    _ transform: (SQLQueryExpression<QueryValue.Wrapped>) -> Result
  ) -> QueryFragment {
    let base = queryFragment
    var fragment: QueryFragment = "CASE "
    fragment.append(base.operated(MarkedSQL.is, with: _NullLiteral.fragment(for: Self.self)))
    fragment.append(sql: MarkedSQL.whenTrue)
    fragment.append(sql: " THEN NULL ELSE ")
    fragment.append(transform(SQLQueryExpression(base)).queryFragment)
    fragment.append(sql: " END")
    return fragment
  }
}
