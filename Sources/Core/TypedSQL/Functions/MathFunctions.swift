import DatabaseTypes

// SQLite has these functions if it is compiled with them, as it is in Debian and by Apple.
//
// The result is NULL if an argument is not a number or if there is no answer, as for the square
// root of -1 or the logarithm of 0.

extension _Operand
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: Numeric {
  /// Returns the square root: `sqrt("items"."price")`.
  public func sqrt() -> SQLQueryExpression<Double?> { SQLQueryExpression(called(.sqrt)) }

  /// Returns e to the power of a number: `exp("items"."price")`.
  public func exp() -> SQLQueryExpression<Double?> { SQLQueryExpression(called(.exp)) }

  /// Returns the natural logarithm: `ln("items"."price")`.
  public func ln() -> SQLQueryExpression<Double?> { SQLQueryExpression(called(.ln)) }

  /// Returns the logarithm to base 10: `log10("items"."price")`.
  public func log10() -> SQLQueryExpression<Double?> { SQLQueryExpression(called(.log10)) }

  /// Returns the logarithm to base 2: `log2("items"."price")`.
  public func log2() -> SQLQueryExpression<Double?> { SQLQueryExpression(called(.log2)) }

  /// Returns the sine: `sin("items"."price")`.
  public func sin() -> SQLQueryExpression<Double?> { SQLQueryExpression(called(.sin)) }

  /// Returns the cosine: `cos("items"."price")`.
  public func cos() -> SQLQueryExpression<Double?> { SQLQueryExpression(called(.cos)) }

  /// Returns the tangent: `tan("items"."price")`.
  public func tan() -> SQLQueryExpression<Double?> { SQLQueryExpression(called(.tan)) }

  /// Returns the angle with a given sine: `asin("items"."price")`.
  public func asin() -> SQLQueryExpression<Double?> { SQLQueryExpression(called(.asin)) }

  /// Returns the angle with a given cosine: `acos("items"."price")`.
  public func acos() -> SQLQueryExpression<Double?> { SQLQueryExpression(called(.acos)) }

  /// Returns the angle with a given tangent: `atan("items"."price")`.
  public func atan() -> SQLQueryExpression<Double?> { SQLQueryExpression(called(.atan)) }

  /// Returns the hyperbolic sine: `sinh("items"."price")`.
  public func sinh() -> SQLQueryExpression<Double?> { SQLQueryExpression(called(.sinh)) }

  /// Returns the hyperbolic cosine: `cosh("items"."price")`.
  public func cosh() -> SQLQueryExpression<Double?> { SQLQueryExpression(called(.cosh)) }

  /// Returns the hyperbolic tangent: `tanh("items"."price")`.
  public func tanh() -> SQLQueryExpression<Double?> { SQLQueryExpression(called(.tanh)) }

  /// Returns the inverse of the hyperbolic sine: `asinh("items"."price")`.
  public func asinh() -> SQLQueryExpression<Double?> { SQLQueryExpression(called(.asinh)) }

  /// Returns the inverse of the hyperbolic cosine: `acosh("items"."price")`.
  public func acosh() -> SQLQueryExpression<Double?> { SQLQueryExpression(called(.acosh)) }

  /// Returns the inverse of the hyperbolic tangent: `atanh("items"."price")`.
  public func atanh() -> SQLQueryExpression<Double?> { SQLQueryExpression(called(.atanh)) }

  /// Converts an angle from radians to degrees: `degrees("items"."price")`.
  public func degrees() -> SQLQueryExpression<Double?> { SQLQueryExpression(called(.degrees)) }

  /// Converts an angle from degrees to radians: `radians("items"."price")`.
  public func radians() -> SQLQueryExpression<Double?> { SQLQueryExpression(called(.radians)) }

  /// Returns the logarithm to a given base: `log(2.0, "items"."price")`.
  public func log<Base: QueryExpression>(base: Base) -> SQLQueryExpression<Double?>
  where Base.QueryValue: _OptionalPromotable, Base.QueryValue._Optionalized.Wrapped: Numeric {
    SQLQueryExpression(.call(.log, base.queryFragment, queryFragment))
  }

  /// Raises a number to a power: `pow("items"."price", 2)`.
  public func pow<Power: QueryExpression>(_ power: Power) -> SQLQueryExpression<Double?>
  where Power.QueryValue: _OptionalPromotable, Power.QueryValue._Optionalized.Wrapped: Numeric {
    SQLQueryExpression(.call(.pow, queryFragment, power.queryFragment))
  }

  /// Returns the remainder of a division, also of floating-point numbers:
  /// `mod("items"."price", 0.5)`.
  public func mod<Divisor: QueryExpression>(_ divisor: Divisor) -> SQLQueryExpression<Double?>
  where
    Divisor.QueryValue: _OptionalPromotable, Divisor.QueryValue._Optionalized.Wrapped: Numeric
  { SQLQueryExpression(.call(.mod, queryFragment, divisor.queryFragment)) }

  /// Returns the angle of a point whose y coordinate this is: `atan2("points"."y", "points"."x")`.
  public func atan2<X: QueryExpression>(_ x: X) -> SQLQueryExpression<Double?>
  where X.QueryValue: _OptionalPromotable, X.QueryValue._Optionalized.Wrapped: Numeric {
    SQLQueryExpression(.call(.atan2, queryFragment, x.queryFragment))
  }
}

extension QueryExpression where Self == SQLQueryExpression<Double> {
  /// The number π: `pi()`.
  public static var pi: Self { SQLQueryExpression(.call(.pi)) }

  /// Returns a random number from 0 up to 1: `(random() / 18446744073709551616.0 + 0.5)`.
  public static func random() -> Self {
    SQLQueryExpression("(\(QueryFragment.aggregate(.random, [])) / 18446744073709551616.0 + 0.5)")
  }
}
