// Not for all expressions: where a number of Swift is extended, `abs(self)` is the function of Swift.

extension _Operand
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: Numeric {
  /// A number without its sign: `abs("items"."quantity")`.
  public func abs() -> SQLQueryExpression<QueryValue> { SQLQueryExpression(called("abs")) }

  /// -1, 0 or 1, as a number is below, equal to or above 0: `sign("items"."quantity")`.
  public func sign() -> SQLQueryExpression<QueryValue> { SQLQueryExpression(called("sign")) }

  /// The smallest integer that is not below a number: `ceil("items"."price")`.
  public func ceil() -> SQLQueryExpression<QueryValue> { SQLQueryExpression(called("ceil")) }

  /// The greatest integer that is not above a number: `floor("items"."price")`.
  public func floor() -> SQLQueryExpression<QueryValue> { SQLQueryExpression(called("floor")) }

  /// A number without what is after its point: `trunc("items"."price")`.
  public func trunc() -> SQLQueryExpression<QueryValue> { SQLQueryExpression(called("trunc")) }
}

extension _Operand
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: FloatingPoint {
  /// A number rounded to an integer, or to some digits after the point: `round("items"."price", 2)`.
  public func round(
    _ precision: (some QueryExpression<Int>)? = Int?.none
  ) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(.call("round", optional: queryFragment, precision?.queryFragment))
  }
}

extension QueryExpression where QueryValue: _OptionalPromotable<Int?> {
  /// So many random bytes: `randomblob(16)`.
  public func randomblob() -> SQLQueryExpression<[UInt8]> {
    SQLQueryExpression(called("randomblob"))
  }

  /// So many bytes that are 0: `zeroblob(16)`.
  public func zeroblob() -> SQLQueryExpression<[UInt8]> {
    SQLQueryExpression(called("zeroblob"))
  }
}

extension QueryExpression where QueryValue: _OptionalPromotable<Bool?> {
  /// A condition of which the planner is told how often it holds: `likelihood("reminders"."isCompleted", 0.75)`.
  ///
  /// - Parameter probability: From 0 to 1.
  public func likelihood(_ probability: Double) -> SQLQueryExpression<QueryValue> {
    guard (0...1).contains(probability) else {
      let error = QueryBindingError("A probability is a number from 0 to 1.")
      return SQLQueryExpression(
        .call("likelihood", queryFragment, "\(QueryBinding.invalid(error))")
      )
    }
    // SQLite takes a literal here, and no bound value.
    return SQLQueryExpression(.call("likelihood", queryFragment, "\(raw: probability)"))
  }

  /// A condition that mostly holds, as the planner is told: `likely("reminders"."isCompleted")`.
  public func likely() -> SQLQueryExpression<QueryValue> { SQLQueryExpression(called("likely")) }

  /// A condition that mostly does not hold, as the planner is told: `unlikely("reminders"."isCompleted")`.
  public func unlikely() -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(called("unlikely"))
  }
}
