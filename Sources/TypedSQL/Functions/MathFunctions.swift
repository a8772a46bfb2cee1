// SQLite has these where it is compiled with them, as it is in Debian and by Apple.
//
// What is no number, or has no answer, is NULL: the square root of -1, the logarithm of 0.

extension _Operand
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: Numeric {
  /// The square root: `sqrt("items"."price")`.
  public func sqrt() -> SQLQueryExpression<Double?> { SQLQueryExpression(called("sqrt")) }

  /// e to the power of a number: `exp("items"."price")`.
  public func exp() -> SQLQueryExpression<Double?> { SQLQueryExpression(called("exp")) }

  /// The natural logarithm: `ln("items"."price")`.
  public func ln() -> SQLQueryExpression<Double?> { SQLQueryExpression(called("ln")) }

  /// The logarithm to base 10: `log10("items"."price")`.
  public func log10() -> SQLQueryExpression<Double?> { SQLQueryExpression(called("log10")) }

  /// The logarithm to base 2: `log2("items"."price")`.
  public func log2() -> SQLQueryExpression<Double?> { SQLQueryExpression(called("log2")) }

  /// The sine: `sin("items"."price")`.
  public func sin() -> SQLQueryExpression<Double?> { SQLQueryExpression(called("sin")) }

  /// The cosine: `cos("items"."price")`.
  public func cos() -> SQLQueryExpression<Double?> { SQLQueryExpression(called("cos")) }

  /// The tangent: `tan("items"."price")`.
  public func tan() -> SQLQueryExpression<Double?> { SQLQueryExpression(called("tan")) }

  /// The angle of a sine: `asin("items"."price")`.
  public func asin() -> SQLQueryExpression<Double?> { SQLQueryExpression(called("asin")) }

  /// The angle of a cosine: `acos("items"."price")`.
  public func acos() -> SQLQueryExpression<Double?> { SQLQueryExpression(called("acos")) }

  /// The angle of a tangent: `atan("items"."price")`.
  public func atan() -> SQLQueryExpression<Double?> { SQLQueryExpression(called("atan")) }

  /// The hyperbolic sine: `sinh("items"."price")`.
  public func sinh() -> SQLQueryExpression<Double?> { SQLQueryExpression(called("sinh")) }

  /// The hyperbolic cosine: `cosh("items"."price")`.
  public func cosh() -> SQLQueryExpression<Double?> { SQLQueryExpression(called("cosh")) }

  /// The hyperbolic tangent: `tanh("items"."price")`.
  public func tanh() -> SQLQueryExpression<Double?> { SQLQueryExpression(called("tanh")) }

  /// The inverse of the hyperbolic sine: `asinh("items"."price")`.
  public func asinh() -> SQLQueryExpression<Double?> { SQLQueryExpression(called("asinh")) }

  /// The inverse of the hyperbolic cosine: `acosh("items"."price")`.
  public func acosh() -> SQLQueryExpression<Double?> { SQLQueryExpression(called("acosh")) }

  /// The inverse of the hyperbolic tangent: `atanh("items"."price")`.
  public func atanh() -> SQLQueryExpression<Double?> { SQLQueryExpression(called("atanh")) }

  /// An angle in degrees: `degrees("items"."price")`.
  public func degrees() -> SQLQueryExpression<Double?> { SQLQueryExpression(called("degrees")) }

  /// An angle in radians: `radians("items"."price")`.
  public func radians() -> SQLQueryExpression<Double?> { SQLQueryExpression(called("radians")) }

  /// The logarithm to some base: `log(2.0, "items"."price")`.
  public func log<Base: QueryExpression>(base: Base) -> SQLQueryExpression<Double?>
  where Base.QueryValue: _OptionalPromotable, Base.QueryValue._Optionalized.Wrapped: Numeric {
    SQLQueryExpression(.call("log", base.queryFragment, queryFragment))
  }

  /// A power: `pow("items"."price", 2)`.
  public func pow<Power: QueryExpression>(_ power: Power) -> SQLQueryExpression<Double?>
  where Power.QueryValue: _OptionalPromotable, Power.QueryValue._Optionalized.Wrapped: Numeric {
    SQLQueryExpression(.call("pow", queryFragment, power.queryFragment))
  }

  /// The remainder of a division, of floating-point numbers too: `mod("items"."price", 0.5)`.
  public func mod<Divisor: QueryExpression>(_ divisor: Divisor) -> SQLQueryExpression<Double?>
  where
    Divisor.QueryValue: _OptionalPromotable, Divisor.QueryValue._Optionalized.Wrapped: Numeric
  { SQLQueryExpression(.call("mod", queryFragment, divisor.queryFragment)) }

  /// The angle of a point, of which this is the y: `atan2("points"."y", "points"."x")`.
  public func atan2<X: QueryExpression>(_ x: X) -> SQLQueryExpression<Double?>
  where X.QueryValue: _OptionalPromotable, X.QueryValue._Optionalized.Wrapped: Numeric {
    SQLQueryExpression(.call("atan2", queryFragment, x.queryFragment))
  }
}

extension QueryExpression where Self == SQLQueryExpression<Double> {
  /// The number π: `pi()`.
  public static var pi: Self { SQLQueryExpression("pi()") }

  /// A random number from 0 up to 1: `(random() / 18446744073709551616.0 + 0.5)`.
  public static func random() -> Self {
    SQLQueryExpression("(\(QueryFragment.aggregate("random", [])) / 18446744073709551616.0 + 0.5)")
  }
}
