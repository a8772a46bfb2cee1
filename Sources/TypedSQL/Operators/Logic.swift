extension _Operand where QueryValue: _OptionalPromotable<Bool?> {
  /// Whether both conditions hold: `(lhs) AND (rhs)`.
  ///
  /// ```swift
  /// Reminder.where { $0.isCompleted && $0.isFlagged }
  /// // … WHERE (("reminders"."isCompleted") AND ("reminders"."isFlagged"))
  /// ```
  public static func && <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue == Bool { lhs.and(rhs) }

  /// Whether one of two conditions holds: `(lhs) OR (rhs)`.
  ///
  /// ```swift
  /// Reminder.where { $0.isCompleted || $0.isFlagged }
  /// // … WHERE (("reminders"."isCompleted") OR ("reminders"."isFlagged"))
  /// ```
  public static func || <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue == Bool { lhs.or(rhs) }
}

// A condition that may be NULL on the right.
extension _Operand where QueryValue: _OptionalPromotable<Bool?> {
  /// Whether both conditions hold: `(lhs) AND (rhs)`.
  @_disfavoredOverload
  public static func && <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue == Bool? { lhs.and(rhs) }

  /// Whether one of two conditions holds: `(lhs) OR (rhs)`.
  @_disfavoredOverload
  public static func || <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue == Bool? { lhs.or(rhs) }
}

// What is a plain value on the left, or an expression of a type that is not known. Disfavoured, so that conditions of
// Swift are checked as quickly as ever.
extension QueryExpression where QueryValue: _OptionalPromotable<Bool?> {
  /// Whether both conditions hold: `(lhs) AND (rhs)`.
  @_disfavoredOverload
  public static func && <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable<Bool?> { lhs.and(rhs) }

  /// Whether one of two conditions holds: `(lhs) OR (rhs)`.
  @_disfavoredOverload
  public static func || <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable<Bool?> { lhs.or(rhs) }

  /// Whether a condition does not hold: `NOT (operand)`.
  @_disfavoredOverload
  public static prefix func ! (operand: Self) -> SQLQueryExpression<QueryValue> { operand.not() }

  /// Whether both conditions hold: `(lhs) AND (rhs)`.
  public func and<O: QueryExpression>(_ other: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable<Bool?> {
    SQLQueryExpression(queryFragment.operated(" AND ", with: other.queryFragment))
  }

  /// Whether one of two conditions holds: `(lhs) OR (rhs)`.
  public func or<O: QueryExpression>(_ other: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable<Bool?> {
    SQLQueryExpression(queryFragment.operated(" OR ", with: other.queryFragment))
  }

  /// Whether a condition and SQL both hold: `(lhs) AND (rhs)`.
  public func and(_ other: SQLQueryExpression<Bool>) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(queryFragment.operated(" AND ", with: other.queryFragment))
  }

  /// Whether a condition or SQL holds: `(lhs) OR (rhs)`.
  public func or(_ other: SQLQueryExpression<Bool>) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(queryFragment.operated(" OR ", with: other.queryFragment))
  }

  /// Whether the condition does not hold: `NOT (operand)`.
  public func not() -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(queryFragment.prefixed("NOT "))
  }
}

extension _Operand where QueryValue: _OptionalPromotable<Bool?> {
  /// Whether a condition does not hold: `NOT (operand)`.
  public static prefix func ! (operand: Self) -> SQLQueryExpression<QueryValue> { operand.not() }
}
