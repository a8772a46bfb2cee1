// Operators for operands of which the left is no `_Operand`; see `PlainComparisons.swift`.

// For a plain value on the left.

extension QueryExpression
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: _Addable {
  /// Adds numbers or joins texts: `(lhs) + (rhs)`, `(lhs) || (rhs)`.
  @_disfavoredOverload
  public static func + <O: _Operand>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    lhs.adding(rhs.queryFragment)
  }
}

extension QueryExpression
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: AdditiveArithmetic {
  /// Subtracts numbers: `(lhs) - (rhs)`.
  @_disfavoredOverload
  public static func - <O: _Operand>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    SQLQueryExpression(lhs.queryFragment.operated(" - ", with: rhs.queryFragment))
  }
}

extension QueryExpression
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: Numeric {
  /// Multiplies numbers: `(lhs) * (rhs)`.
  @_disfavoredOverload
  public static func * <O: _Operand>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    SQLQueryExpression(lhs.queryFragment.operated(" * ", with: rhs.queryFragment))
  }

  /// Divides numbers: `(lhs) / (rhs)`; integers without a remainder, and by zero to NULL.
  @_disfavoredOverload
  public static func / <O: _Operand>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    SQLQueryExpression(lhs.queryFragment.operated(SQLOperator.divided.sql, with: rhs.queryFragment))
  }
}

extension QueryExpression
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: BinaryInteger {
  /// Returns the remainder of a division: `(lhs) % (rhs)`; division by zero gives NULL.
  @_disfavoredOverload
  public static func % <O: _Operand>(lhs: Self, rhs: O) -> SQLQueryExpression<
    QueryValue._Optionalized
  >
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    SQLQueryExpression(
      lhs.queryFragment.operated(SQLOperator.remainder.sql, with: rhs.queryFragment)
    )
  }

  /// Returns the bits that are set in both numbers: `(lhs) & (rhs)`.
  @_disfavoredOverload
  public static func & <O: _Operand>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    SQLQueryExpression(lhs.queryFragment.operated(" & ", with: rhs.queryFragment))
  }

  /// Returns the bits that are set in at least one of two numbers: `(lhs) | (rhs)`.
  @_disfavoredOverload
  public static func | <O: _Operand>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    SQLQueryExpression(lhs.queryFragment.operated(" | ", with: rhs.queryFragment))
  }

  /// Shifts bits to the left: `(lhs) << (rhs)`.
  @_disfavoredOverload
  public static func << <O: _Operand>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    SQLQueryExpression(
      lhs.queryFragment.operated(SQLOperator.shiftedLeft.sql, with: rhs.queryFragment)
    )
  }

  /// Shifts bits to the right: `(lhs) >> (rhs)`.
  @_disfavoredOverload
  public static func >> <O: _Operand>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    SQLQueryExpression(
      lhs.queryFragment.operated(SQLOperator.shiftedRight.sql, with: rhs.queryFragment)
    )
  }
}

// For an expression whose concrete type is not known, such as `some QueryExpression<Int>`.
// Operators with two operands would multiply the type checker's time for each operator of a chain
// by five; `SQLQueryExpression(expression) * 2` is the way there.

extension QueryExpression
where QueryValue: _OptionalPromotable & Numeric, QueryValue._Optionalized.Wrapped == QueryValue {
  /// Negates a number: `-(operand)`.
  @_disfavoredOverload
  public static prefix func - (operand: Self) -> _OpaqueOperation<QueryValue> {
    _OpaqueOperation(operand.queryFragment.prefixed("-"))
  }

  /// Leaves a number as it is: `+(operand)`.
  @_disfavoredOverload
  public static prefix func + (operand: Self) -> _OpaqueOperation<QueryValue> {
    _OpaqueOperation(operand.queryFragment.prefixed("+"))
  }
}

extension QueryExpression
where
  QueryValue: _OptionalPromotable & BinaryInteger, QueryValue._Optionalized.Wrapped == QueryValue
{
  /// Inverts the bits of a number: `~(operand)`.
  @_disfavoredOverload
  public static prefix func ~ (operand: Self) -> _OpaqueOperation<QueryValue> {
    _OpaqueOperation(operand.queryFragment.prefixed("~"))
  }
}
