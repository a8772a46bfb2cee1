extension _Operand where QueryValue: _OptionalPromotable<Bool?> {
  /// Returns whether both conditions hold: `(lhs) AND (rhs)`.
  ///
  /// ```swift
  /// Reminder.where { $0.isCompleted && $0.isFlagged }
  /// // … WHERE (("reminders"."isCompleted") AND ("reminders"."isFlagged"))
  /// ```
  @_disfavoredOverload
  public static func && <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue == Bool { lhs.and(rhs) }

  /// Returns whether one of two conditions holds: `(lhs) OR (rhs)`.
  ///
  /// ```swift
  /// Reminder.where { $0.isCompleted || $0.isFlagged }
  /// // … WHERE (("reminders"."isCompleted") OR ("reminders"."isFlagged"))
  /// ```
  @_disfavoredOverload
  public static func || <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue == Bool { lhs.or(rhs) }
}

// For the result of a comparison. Only these overloads are for exactly its type, so the type
// checker tries no others: a condition with arithmetic on both sides takes a tenth of the time.
extension SQLQueryExpression<Bool> {
  /// Returns whether both conditions hold: `(lhs) AND (rhs)`.
  public static func && <O: QueryExpression>(lhs: Self, rhs: O) -> Self where O.QueryValue == Bool {
    lhs.and(rhs)
  }

  /// Returns whether one of two conditions holds: `(lhs) OR (rhs)`.
  public static func || <O: QueryExpression>(lhs: Self, rhs: O) -> Self where O.QueryValue == Bool {
    lhs.or(rhs)
  }
}

// For a condition on the right that may be NULL.
extension _Operand where QueryValue: _OptionalPromotable<Bool?> {
  /// Returns whether both conditions hold: `(lhs) AND (rhs)`.
  @_disfavoredOverload
  public static func && <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue == Bool? { lhs.and(rhs) }

  /// Returns whether one of two conditions holds: `(lhs) OR (rhs)`.
  @_disfavoredOverload
  public static func || <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue == Bool? { lhs.or(rhs) }
}

// For a plain value on the left. Disfavored, so that Swift's own conditions are type-checked as
// quickly as before.
extension QueryExpression where QueryValue: _OptionalPromotable<Bool?> {
  /// Returns whether both conditions hold: `(lhs) AND (rhs)`.
  @_disfavoredOverload
  public static func && <O: _Operand>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable<Bool?> { lhs.and(rhs) }

  /// Returns whether one of two conditions holds: `(lhs) OR (rhs)`.
  @_disfavoredOverload
  public static func || <O: _Operand>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable<Bool?> { lhs.or(rhs) }
}

// For two expressions whose concrete types are not known; see `PlainComparisons.swift`.
extension QueryExpression<Bool> {
  /// Returns whether both conditions hold: `(lhs) AND (rhs)`.
  @_disfavoredOverload
  public static func && <O: QueryExpression<Bool>>(lhs: Self, rhs: O) -> _OpaqueOperation<Bool> {
    _OpaqueOperation(lhs.and(rhs).queryFragment)
  }

  /// Returns whether one of two conditions holds: `(lhs) OR (rhs)`.
  @_disfavoredOverload
  public static func || <O: QueryExpression<Bool>>(lhs: Self, rhs: O) -> _OpaqueOperation<Bool> {
    _OpaqueOperation(lhs.or(rhs).queryFragment)
  }

  /// Returns whether a condition does not hold: `NOT (operand)`.
  @_disfavoredOverload
  public static prefix func ! (operand: Self) -> _OpaqueOperation<Bool> {
    _OpaqueOperation(operand.not().queryFragment)
  }
}

extension QueryExpression where QueryValue: _OptionalPromotable<Bool?> {
  /// Returns whether both conditions hold: `(lhs) AND (rhs)`.
  public func and<O: QueryExpression>(_ other: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable<Bool?> {
    SQLQueryExpression(queryFragment.operated(" AND ", with: other.queryFragment))
  }

  /// Returns whether one of two conditions holds: `(lhs) OR (rhs)`.
  public func or<O: QueryExpression>(_ other: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable<Bool?> {
    SQLQueryExpression(queryFragment.operated(" OR ", with: other.queryFragment))
  }

  /// Returns whether a condition and an SQL condition both hold: `(lhs) AND (rhs)`.
  public func and(_ other: SQLQueryExpression<Bool>) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(queryFragment.operated(" AND ", with: other.queryFragment))
  }

  /// Returns whether a condition or an SQL condition holds: `(lhs) OR (rhs)`.
  public func or(_ other: SQLQueryExpression<Bool>) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(queryFragment.operated(" OR ", with: other.queryFragment))
  }

  /// Returns whether the condition does not hold: `NOT (operand)`.
  public func not() -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(queryFragment.prefixed("NOT "))
  }
}

extension _Operand where QueryValue: _OptionalPromotable<Bool?> {
  /// Returns whether a condition does not hold: `NOT (operand)`.
  public static prefix func ! (operand: Self) -> SQLQueryExpression<QueryValue> { operand.not() }
}
