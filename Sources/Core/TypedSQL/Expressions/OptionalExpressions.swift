// Not for all expressions: Swift's optionals keep their own `map`, and so do statements.
extension _Operand where QueryValue: _OptionalProtocol {
  /// Returns an expression made from this one, or NULL if this one is NULL.
  ///
  /// ```swift
  /// Reminder.select { $0.priority.map { $0 < Priority.high } }
  /// // SELECT CASE ("reminders"."priority") IS (NULL) WHEN 1 THEN NULL
  /// // ELSE ("reminders"."priority") < (3) END
  /// // FROM "reminders"
  /// ```
  ///
  /// It checks each row for NULL, so the result cannot be an aggregate; use ``flatMap(_:)`` for
  /// aggregates.
  ///
  /// - Parameter transform: Returns an expression, given this one as an expression that is not
  ///   NULL.
  public func map<Value>(
    _ transform: (SQLQueryExpression<QueryValue.Wrapped>) -> some QueryExpression<Value>
  ) -> SQLQueryExpression<Value?> { SQLQueryExpression(transformed(transform)) }

  /// Returns an expression made from this one, which may be NULL, with the closure's SQL unchanged.
  ///
  /// If this one is NULL, the result is what SQL gives for NULL. So aggregates see all rows:
  ///
  /// ```swift
  /// Reminder.select { $0.priority.flatMap { $0.sum() } }
  /// // SELECT sum("reminders"."priority") FROM "reminders"
  /// ```
  ///
  /// - Parameter transform: Returns an expression, given this one without its optional.
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
    fragment.append(base.operated(SQLOperator.is.sql, with: _NullLiteral.fragment(for: Self.self)))
    fragment.append(sql: MarkedSQL.whenTrue)
    fragment.append(sql: " THEN NULL ELSE ")
    fragment.append(transform(SQLQueryExpression(base)).queryFragment)
    fragment.append(sql: " END")
    return fragment
  }
}
