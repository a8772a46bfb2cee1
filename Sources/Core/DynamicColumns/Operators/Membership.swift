public import DatabaseTypes
import TypedSQL

extension Sequence where Element: DatabaseValueConvertible {
  /// Returns whether an expression is one of the values: `("item"."id") IN ((1), (2))`.
  ///
  /// There may be any number of values: more than a few hundred are bound as one value.
  public func contains(_ element: some SQLExpressible) -> SQLExpression {
    .membership(of: element.sqlExpression, in: map { _DynamicValue($0) })
  }
}

extension Sequence where Element: SQLExpressible {
  /// Returns whether an expression is one of several:
  /// `("item"."id") IN (("item"."a"), ("item"."b"))`.
  public func contains(_ element: some SQLExpressible) -> SQLExpression {
    let (element, members) = (element.sqlExpression, map(\.sqlExpression))
    return SQLExpression { context in
      .membership(
        of: try element._fragment(in: context),
        in: try members.map { try $0.fragment(in: context, nextTo: element) }
      )
    }
  }
}

extension SQLExpression {
  /// Returns whether an expression is one of several values.
  package static func membership(
    of element: SQLExpression,
    in values: [_DynamicValue]
  ) -> SQLExpression {
    let members = values.map { SQLExpression($0) }
    return SQLExpression { context in
      .membership(
        of: try element._fragment(in: context),
        in: try members.map { try $0.fragment(in: context, nextTo: element) }
      )
    }
  }

  fileprivate func isBetween(
    _ lower: some DatabaseValueConvertible,
    _ upper: some DatabaseValueConvertible
  ) -> SQLExpression {
    SQLExpression([
      .operand(self), " BETWEEN ", .operand(SQLExpression(lower), nextTo: self), " AND ",
      .operand(SQLExpression(upper), nextTo: self),
    ])
  }
}

extension ClosedRange where Bound: DatabaseValueConvertible {
  /// Returns whether an expression is in the range: `("item"."quantity") BETWEEN (1) AND (10)`.
  public func contains(_ element: some SQLExpressible) -> SQLExpression {
    element.sqlExpression.isBetween(lowerBound, upperBound)
  }
}

extension Range where Bound: DatabaseValueConvertible {
  /// Returns whether an expression is in the range:
  /// `(("item"."quantity") >= (1)) AND (("item"."quantity") < (10))`.
  public func contains(_ element: some SQLExpressible) -> SQLExpression {
    let element = element.sqlExpression
    return SQLExpression(
      SQLExpression(element, " >= ", SQLExpression(lowerBound)),
      " AND ",
      SQLExpression(element, " < ", SQLExpression(upperBound))
    )
  }
}

extension PartialRangeFrom where Bound: DatabaseValueConvertible {
  /// Returns whether an expression is in the range: `("item"."quantity") >= (1)`.
  public func contains(_ element: some SQLExpressible) -> SQLExpression {
    SQLExpression(element.sqlExpression, " >= ", SQLExpression(lowerBound))
  }
}

extension PartialRangeThrough where Bound: DatabaseValueConvertible {
  /// Returns whether an expression is in the range: `("item"."quantity") <= (10)`.
  public func contains(_ element: some SQLExpressible) -> SQLExpression {
    SQLExpression(element.sqlExpression, " <= ", SQLExpression(upperBound))
  }
}

extension PartialRangeUpTo where Bound: DatabaseValueConvertible {
  /// Returns whether an expression is in the range: `("item"."quantity") < (10)`.
  public func contains(_ element: some SQLExpressible) -> SQLExpression {
    SQLExpression(element.sqlExpression, " < ", SQLExpression(upperBound))
  }
}

extension SQLExpressible {
  /// Returns whether the expression is between two values, inclusive.
  public func between(
    _ lowerBound: some DatabaseValueConvertible,
    and upperBound: some DatabaseValueConvertible
  ) -> SQLExpression { sqlExpression.isBetween(lowerBound, upperBound) }
}
