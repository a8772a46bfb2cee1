import DatabaseTypes
public import Foundation

extension QueryExpression where QueryValue: _OptionalPromotable {
  /// Returns the average of fixed-point numbers, rounded to their last digit, if there is a value.
  ///
  /// ```swift
  /// Item.select { $0.price.avg(rounded: .toNearestOrEven) }   // 10.00 and 10.01 give 10.00
  /// ```
  ///
  /// Both databases calculate with integers, so the result is exact and the same:
  /// `sum(…) / count(…)`, corrected by the remainder. As with `sum()`, a sum that overflows is an
  /// error when the statement runs. It is an expression of aggregates, so it has no `over(…)`.
  ///
  /// - Parameters:
  ///   - rule: The way to round. An average just between two numbers becomes the even one by
  ///     `.toNearestOrEven`, and the one with the larger magnitude by `.toNearestOrAwayFromZero`.
  ///   - isDistinct: Whether equal values are included only once.
  ///   - filter: The rows to include.
  public func avg<Scale: DecimalScale>(
    rounded rule: FloatingPointRoundingRule,
    distinct isDistinct: Bool = false,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<Decimal.FixedPoint<Scale>?>
  where QueryValue._Optionalized.Wrapped == Decimal.FixedPoint<Scale> {
    let values = [queryFragment]
    let filter = filter?.queryFragment
    var sum = QueryFragment()
    sum.append(hint: .scaledInteger)
    sum.append(.aggregate(.sum, distinct: isDistinct, values, filter: filter))
    let count = QueryFragment.aggregate(.count, distinct: isDistinct, values, filter: filter)
    return SQLQueryExpression(RoundedQuotient(sum: sum, count: count).fragment(rule))
  }
}

/// A quotient of integers, rounded by integer arithmetic.
private struct RoundedQuotient {
  let sum: QueryFragment
  let count: QueryFragment

  /// The quotient without its fraction, which is rounded toward zero; NULL without values.
  private var quotient: QueryFragment { "\(sum) / \(count)" }

  /// The remainder, which has the sign of the sum.
  private var remainder: QueryFragment { "\(sum) % \(count)" }

  /// Returns the SQL of the rounded quotient.
  func fragment(_ rule: FloatingPointRoundingRule) -> QueryFragment {
    switch rule {
    case .towardZero: "(\(quotient))"
    case .up: corrected(up: "\(remainder) > 0", down: nil)
    case .down: corrected(up: nil, down: "\(remainder) < 0")
    case .awayFromZero: corrected(up: "\(remainder) > 0", down: "\(remainder) < 0")
    case .toNearestOrAwayFromZero:
      corrected(up: "\(remainder) * 2 >= \(count)", down: "\(remainder) * 2 <= -\(count)")
    case .toNearestOrEven:
      corrected(
        up: "\(remainder) * 2 > \(count) OR \(remainder) * 2 = \(count) AND \(quotient) % 2 <> 0",
        down:
          "\(remainder) * 2 < -\(count) OR \(remainder) * 2 = -\(count) AND \(quotient) % 2 <> 0"
      )
    @unknown default: "\(QueryBinding.invalid(.unknownRounding))"
    }
  }

  /// Returns the quotient plus or minus one if a condition is true.
  private func corrected(up: QueryFragment?, down: QueryFragment?) -> QueryFragment {
    let up: QueryFragment = up.map { "WHEN \($0) THEN 1 " } ?? ""
    let down: QueryFragment = down.map { "WHEN \($0) THEN -1 " } ?? ""
    return "(\(quotient) + CASE \(up)\(down)ELSE 0 END)"
  }
}

extension QueryBindingError {
  fileprivate static let unknownRounding = QueryBindingError(
    "This version of LiveSQL does not know the rounding rule. Use .toNearestOrEven, or round in Swift."
  )
}
