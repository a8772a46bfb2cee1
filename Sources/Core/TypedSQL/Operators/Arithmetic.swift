/// A type whose values `+` combines: it adds numbers and joins texts.
///
/// Conform a custom number type to it to calculate with its columns.
public protocol _Addable: _OptionalPromotable {
  /// Whether SQL joins its values by `||`.
  static var _isJoined: Bool { get }
}

extension _Addable where Self: Numeric {
  /// Whether SQL joins its values by `||`: no.
  public static var _isJoined: Bool { false }
}

extension Int: _Addable {}
extension Int8: _Addable {}
extension Int16: _Addable {}
extension Int32: _Addable {}
extension Int64: _Addable {}
extension UInt: _Addable {}
extension UInt8: _Addable {}
extension UInt16: _Addable {}
extension UInt32: _Addable {}
extension UInt64: _Addable {}
extension Float: _Addable {}
extension Double: _Addable {}

extension String: _Addable {
  /// Whether SQL joins its values by `||`: yes.
  public static var _isJoined: Bool { true }
}

extension QueryExpression
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: _Addable {
  func adding(_ other: QueryFragment) -> SQLQueryExpression<QueryValue> {
    let isJoined = QueryValue._Optionalized.Wrapped._isJoined
    return SQLQueryExpression(queryFragment.operated(isJoined ? " || " : " + ", with: other))
  }
}

// For a plain value on the left, see `PlainArithmetic.swift`.
extension _Operand
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: _Addable {
  /// Adds numbers or joins texts: `(lhs) + (rhs)`, `(lhs) || (rhs)`.
  public static func + <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    lhs.adding(rhs.queryFragment)
  }
}

extension _Operand
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: AdditiveArithmetic {
  /// Subtracts numbers: `(lhs) - (rhs)`.
  public static func - <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    SQLQueryExpression(lhs.queryFragment.operated(" - ", with: rhs.queryFragment))
  }
}

extension _Operand
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: Numeric {
  /// Multiplies numbers: `(lhs) * (rhs)`.
  public static func * <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    SQLQueryExpression(lhs.queryFragment.operated(" * ", with: rhs.queryFragment))
  }

  /// Divides numbers: `(lhs) / (rhs)`.
  ///
  /// Integers are divided without a remainder. Division by zero gives NULL.
  public static func / <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    SQLQueryExpression(lhs.queryFragment.operated(SQLOperator.divided.sql, with: rhs.queryFragment))
  }
}

// A literal next to a sized number has that number's type; on its own, it is an `Int` or a
// `Double`.
extension _Operand where QueryValue: _OptionalPromotable {
  /// Adds a number: `(lhs) + (1)`.
  public static func + <Number: _TypedByColumn & Numeric & _Addable>(
    lhs: Self,
    rhs: Number
  ) -> SQLQueryExpression<QueryValue> where QueryValue._Optionalized.Wrapped == Number {
    SQLQueryExpression(lhs.queryFragment.operated(" + ", with: rhs.queryFragment))
  }

  /// Subtracts a number: `(lhs) - (1)`.
  public static func - <Number: _TypedByColumn & Numeric & _Addable>(
    lhs: Self,
    rhs: Number
  ) -> SQLQueryExpression<QueryValue> where QueryValue._Optionalized.Wrapped == Number {
    SQLQueryExpression(lhs.queryFragment.operated(" - ", with: rhs.queryFragment))
  }

  /// Multiplies by a number: `(lhs) * (2)`.
  public static func * <Number: _TypedByColumn & Numeric & _Addable>(
    lhs: Self,
    rhs: Number
  ) -> SQLQueryExpression<QueryValue> where QueryValue._Optionalized.Wrapped == Number {
    SQLQueryExpression(lhs.queryFragment.operated(" * ", with: rhs.queryFragment))
  }

  /// Divides by a number: `(lhs) / (2)`.
  public static func / <Number: _TypedByColumn & Numeric & _Addable>(
    lhs: Self,
    rhs: Number
  ) -> SQLQueryExpression<QueryValue> where QueryValue._Optionalized.Wrapped == Number {
    SQLQueryExpression(lhs.queryFragment.operated(SQLOperator.divided.sql, with: rhs.queryFragment))
  }
}

extension _Operand where QueryValue: _OptionalPromotable {
  /// Adds to a number: `(1) + (rhs)`.
  public static func + <Number: _TypedByColumn & Numeric & _Addable>(
    lhs: Number,
    rhs: Self
  ) -> SQLQueryExpression<QueryValue> where QueryValue._Optionalized.Wrapped == Number {
    SQLQueryExpression(lhs.queryFragment.operated(" + ", with: rhs.queryFragment))
  }

  /// Subtracts from a number: `(1) - (rhs)`.
  public static func - <Number: _TypedByColumn & Numeric & _Addable>(
    lhs: Number,
    rhs: Self
  ) -> SQLQueryExpression<QueryValue> where QueryValue._Optionalized.Wrapped == Number {
    SQLQueryExpression(lhs.queryFragment.operated(" - ", with: rhs.queryFragment))
  }

  /// Multiplies a number: `(2) * (rhs)`.
  public static func * <Number: _TypedByColumn & Numeric & _Addable>(
    lhs: Number,
    rhs: Self
  ) -> SQLQueryExpression<QueryValue> where QueryValue._Optionalized.Wrapped == Number {
    SQLQueryExpression(lhs.queryFragment.operated(" * ", with: rhs.queryFragment))
  }

  /// Divides a number: `(2) / (rhs)`.
  public static func / <Number: _TypedByColumn & Numeric & _Addable>(
    lhs: Number,
    rhs: Self
  ) -> SQLQueryExpression<QueryValue> where QueryValue._Optionalized.Wrapped == Number {
    SQLQueryExpression(lhs.queryFragment.operated(SQLOperator.divided.sql, with: rhs.queryFragment))
  }
}

extension _Operand
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: Numeric {
  /// Negates a number: `-(operand)`.
  public static prefix func - (operand: Self) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(operand.queryFragment.prefixed("-"))
  }

  /// Leaves a number as it is: `+(operand)`.
  public static prefix func + (operand: Self) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(operand.queryFragment.prefixed("+"))
  }
}

extension _Operand
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: BinaryInteger {
  /// Returns the remainder of a division: `(lhs) % (rhs)`; division by zero gives NULL.
  public static func % <O: QueryExpression>(
    lhs: Self,
    rhs: O
  ) -> SQLQueryExpression<QueryValue._Optionalized>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    SQLQueryExpression(
      lhs.queryFragment.operated(SQLOperator.remainder.sql, with: rhs.queryFragment)
    )
  }

  /// Returns the bits that are set in both numbers: `(lhs) & (rhs)`.
  public static func & <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    SQLQueryExpression(lhs.queryFragment.operated(" & ", with: rhs.queryFragment))
  }

  /// Returns the bits that are set in at least one of two numbers: `(lhs) | (rhs)`.
  public static func | <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    SQLQueryExpression(lhs.queryFragment.operated(" | ", with: rhs.queryFragment))
  }

  /// Shifts bits to the left: `(lhs) << (rhs)`.
  public static func << <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    SQLQueryExpression(
      lhs.queryFragment.operated(SQLOperator.shiftedLeft.sql, with: rhs.queryFragment)
    )
  }

  /// Shifts bits to the right: `(lhs) >> (rhs)`.
  public static func >> <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    SQLQueryExpression(
      lhs.queryFragment.operated(SQLOperator.shiftedRight.sql, with: rhs.queryFragment)
    )
  }

  /// Inverts the bits of a number: `~(operand)`.
  public static prefix func ~ (operand: Self) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(operand.queryFragment.prefixed("~"))
  }
}
