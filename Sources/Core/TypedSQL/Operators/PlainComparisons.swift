// Operators for operands of which the left is no `_Operand`. No overload accepts two plain values
// of which one is optional: in `path + "/"` with a `String!`, the type checker takes an operator
// that accepts the optional, whatever its rank, and never tries Swift's own.

/// The result of an operator between two expressions whose concrete types are not known.
///
/// Plain values are such expressions, too. So the result is no operand: otherwise, an operator next
/// to it would accept an optional.
public struct _OpaqueOperation<QueryValue>: QueryExpression, Sendable {
  /// The SQL.
  public let queryFragment: QueryFragment

  init(_ queryFragment: QueryFragment) { self.queryFragment = queryFragment }
}

// For a plain value on the left.
extension QueryExpression where QueryValue: _OptionalPromotable {
  /// Returns whether two expressions are equal: `(lhs) = (rhs)`, or `(lhs) IS (rhs)`.
  @_disfavoredOverload
  public static func == <O: _Operand>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    equality(lhs, rhs)
  }

  /// Returns whether two expressions are different: `(lhs) <> (rhs)`, or `(lhs) IS NOT (rhs)`.
  @_disfavoredOverload
  public static func != <O: _Operand>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    inequality(lhs, rhs)
  }

  /// Returns whether an expression is less than another: `(lhs) < (rhs)`.
  @_disfavoredOverload
  public static func < <O: _Operand>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(lhs, " < ", rhs)
  }

  /// Returns whether an expression is at most another: `(lhs) <= (rhs)`.
  @_disfavoredOverload
  public static func <= <O: _Operand>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(lhs, " <= ", rhs)
  }

  /// Returns whether an expression is greater than another: `(lhs) > (rhs)`.
  @_disfavoredOverload
  public static func > <O: _Operand>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(lhs, " > ", rhs)
  }

  /// Returns whether an expression is at least another: `(lhs) >= (rhs)`.
  @_disfavoredOverload
  public static func >= <O: _Operand>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(lhs, " >= ", rhs)
  }
}

// For two expressions whose concrete types are not known, such as `some QueryExpression<Int>`.
extension QueryExpression
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped == QueryValue {
  /// Returns whether two expressions are equal: `(lhs) = (rhs)`, or `(lhs) IS (rhs)`.
  @_disfavoredOverload
  public static func == <O: QueryExpression>(lhs: Self, rhs: O) -> _OpaqueOperation<Bool>
  where O.QueryValue == QueryValue {
    _OpaqueOperation(equality(lhs, rhs).queryFragment)
  }

  /// Returns whether two expressions are different: `(lhs) <> (rhs)`, or `(lhs) IS NOT (rhs)`.
  @_disfavoredOverload
  public static func != <O: QueryExpression>(lhs: Self, rhs: O) -> _OpaqueOperation<Bool>
  where O.QueryValue == QueryValue {
    _OpaqueOperation(inequality(lhs, rhs).queryFragment)
  }

  /// Returns whether an expression is less than another: `(lhs) < (rhs)`.
  @_disfavoredOverload
  public static func < <O: QueryExpression>(lhs: Self, rhs: O) -> _OpaqueOperation<Bool>
  where O.QueryValue == QueryValue {
    _OpaqueOperation(comparison(lhs, " < ", rhs).queryFragment)
  }

  /// Returns whether an expression is at most another: `(lhs) <= (rhs)`.
  @_disfavoredOverload
  public static func <= <O: QueryExpression>(lhs: Self, rhs: O) -> _OpaqueOperation<Bool>
  where O.QueryValue == QueryValue {
    _OpaqueOperation(comparison(lhs, " <= ", rhs).queryFragment)
  }

  /// Returns whether an expression is greater than another: `(lhs) > (rhs)`.
  @_disfavoredOverload
  public static func > <O: QueryExpression>(lhs: Self, rhs: O) -> _OpaqueOperation<Bool>
  where O.QueryValue == QueryValue {
    _OpaqueOperation(comparison(lhs, " > ", rhs).queryFragment)
  }

  /// Returns whether an expression is at least another: `(lhs) >= (rhs)`.
  @_disfavoredOverload
  public static func >= <O: QueryExpression>(lhs: Self, rhs: O) -> _OpaqueOperation<Bool>
  where O.QueryValue == QueryValue {
    _OpaqueOperation(comparison(lhs, " >= ", rhs).queryFragment)
  }
}
