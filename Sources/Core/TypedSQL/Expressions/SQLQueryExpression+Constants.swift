public import Foundation

// Constants of Swift's types, so that `{ $0.dueDate < .distantFuture }` means what it says.

extension SQLQueryExpression where QueryValue: _OptionalPromotable<Date?> {
  /// A date in the distant future, as a parameter.
  public static var distantFuture: Self { Self(Date.distantFuture.queryFragment) }
  /// A date in the distant past, as a parameter.
  public static var distantPast: Self { Self(Date.distantPast.queryFragment) }
}

extension SQLQueryExpression where QueryValue: _OptionalPromotable<Double?> {
  /// Zero, as a parameter.
  public static var zero: Self { Self(Double.zero.queryFragment) }
  /// Infinity, as a parameter.
  public static var infinity: Self { Self(Double.infinity.queryFragment) }
  /// The largest finite number, as a parameter.
  public static var greatestFiniteMagnitude: Self {
    Self(Double.greatestFiniteMagnitude.queryFragment)
  }
  /// The ratio of a circle's circumference to its diameter, as a parameter.
  public static var pi: Self { Self(Double.pi.queryFragment) }
}

extension SQLQueryExpression where QueryValue: _OptionalPromotable<Int?> {
  /// Zero, as a parameter.
  public static var zero: Self { Self(Int.zero.queryFragment) }
  /// The smallest integer, as a parameter.
  public static var min: Self { Self(Int.min.queryFragment) }
  /// The largest integer, as a parameter.
  public static var max: Self { Self(Int.max.queryFragment) }
}
