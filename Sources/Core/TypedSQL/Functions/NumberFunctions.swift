import DatabaseTypes

// Not for all expressions: in extensions of Swift's numbers, `abs(self)` must remain Swift's
// function.

extension _Operand
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: Numeric {
  /// Returns the absolute value of a number: `abs("items"."quantity")`.
  public func abs() -> SQLQueryExpression<QueryValue> { SQLQueryExpression(called(.abs)) }

  /// Returns -1, 0 or 1 for a number below, equal to or above 0: `sign("items"."quantity")`.
  public func sign() -> SQLQueryExpression<QueryValue> { SQLQueryExpression(called(.sign)) }

  /// Returns the smallest integer that is not less than a number: `ceil("items"."price")`.
  public func ceil() -> SQLQueryExpression<QueryValue> { SQLQueryExpression(called(.ceil)) }

  /// Returns the greatest integer that is not greater than a number: `floor("items"."price")`.
  public func floor() -> SQLQueryExpression<QueryValue> { SQLQueryExpression(called(.floor)) }

  /// Returns a number without its fractional part: `trunc("items"."price")`.
  public func trunc() -> SQLQueryExpression<QueryValue> { SQLQueryExpression(called(.trunc)) }
}

extension _Operand
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: FloatingPoint {
  /// Rounds a number to an integer, or to some digits after the decimal point:
  /// `round("items"."price", 2)`.
  public func round(
    _ precision: (some QueryExpression<Int>)? = Int?.none
  ) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(.call(.round, optional: queryFragment, precision?.queryFragment))
  }
}

extension QueryExpression where QueryValue: _OptionalPromotable<Int?> {
  /// Returns the given number of random bytes: `randomblob(16)`.
  public func randomblob() -> SQLQueryExpression<[UInt8]> {
    SQLQueryExpression(called(.randomblob))
  }

  /// Returns the given number of zero bytes: `zeroblob(16)`.
  public func zeroblob() -> SQLQueryExpression<[UInt8]> {
    SQLQueryExpression(called(.zeroblob))
  }
}

extension QueryExpression where QueryValue: _OptionalPromotable<Bool?> {
  /// Returns a condition with a hint to the planner how often it holds:
  /// `likelihood("reminders"."isCompleted", 0.75)`.
  ///
  /// - Parameter probability: A number from 0 to 1.
  public func likelihood(_ probability: Double) -> SQLQueryExpression<QueryValue> {
    guard (0...1).contains(probability) else {
      let error = QueryBindingError("A probability must be a number from 0 to 1.")
      return SQLQueryExpression(
        .call(.likelihood, queryFragment, "\(QueryBinding.invalid(error))")
      )
    }
    // SQLite requires a literal here, not a bound value.
    return SQLQueryExpression(.call(.likelihood, queryFragment, "\(raw: probability)"))
  }

  /// Returns a condition with a hint to the planner that it usually holds:
  /// `likely("reminders"."isCompleted")`.
  public func likely() -> SQLQueryExpression<QueryValue> { SQLQueryExpression(called(.likely)) }

  /// Returns a condition with a hint to the planner that it usually does not hold:
  /// `unlikely("reminders"."isCompleted")`.
  public func unlikely() -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(called(.unlikely))
  }
}
