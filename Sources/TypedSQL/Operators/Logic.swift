// One overload each, for all types: a second one, even a disfavoured one, multiplies the time for a chain of them.

extension QueryExpression where QueryValue: _OptionalPromotable<Bool?> {
  /// Whether both conditions hold: `(lhs) AND (rhs)`.
  ///
  /// ```swift
  /// Reminder.where { $0.isCompleted && $0.isFlagged }
  /// // … WHERE (("reminders"."isCompleted") AND ("reminders"."isFlagged"))
  /// ```
  public static func && <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable<Bool?> { lhs.and(rhs) }

  /// Whether both conditions hold: `(lhs) AND (rhs)`.
  public func and<O: QueryExpression>(_ other: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable<Bool?> {
    SQLQueryExpression(queryFragment.operated(" AND ", with: other.queryFragment))
  }

  /// Whether one of two conditions holds: `(lhs) OR (rhs)`.
  ///
  /// ```swift
  /// Reminder.where { $0.isCompleted || $0.isFlagged }
  /// // … WHERE (("reminders"."isCompleted") OR ("reminders"."isFlagged"))
  /// ```
  public static func || <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable<Bool?> { lhs.or(rhs) }

  /// Whether one of two conditions holds: `(lhs) OR (rhs)`.
  public func or<O: QueryExpression>(_ other: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable<Bool?> {
    SQLQueryExpression(queryFragment.operated(" OR ", with: other.queryFragment))
  }

  /// Whether a condition does not hold: `NOT (operand)`.
  public static prefix func ! (operand: Self) -> SQLQueryExpression<QueryValue> { operand.not() }

  /// Whether the condition does not hold: `NOT (operand)`.
  public func not() -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(queryFragment.prefixed("NOT "))
  }
}
