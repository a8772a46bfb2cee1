public import Foundation

// `$0.count += 1` sets the column to an expression of itself.

extension SQLQueryExpression {
  /// Applies a binary operator: `(a) + (b)`.
  fileprivate mutating func apply(_ sql: StaticString, _ other: QueryFragment) {
    var fragment = QueryFragment()
    fragment.append(parenthesized: queryFragment)
    fragment.append(sql: sql)
    fragment.append(parenthesized: other)
    self = SQLQueryExpression(fragment)
  }

  /// Applies a prefix operator: `NOT (a)`.
  fileprivate mutating func apply(_ sql: StaticString) {
    var fragment = QueryFragment()
    fragment.append(sql: sql)
    fragment.append(parenthesized: queryFragment)
    self = SQLQueryExpression(fragment)
  }
}

// For amounts too, which `*` and `/` would make another unit of.
extension SQLQueryExpression
where
  QueryValue: _OptionalPromotable,
  QueryValue._Optionalized.Wrapped: AdditiveArithmetic & QueryBindable
{
  /// Adds: `("items"."quantity") + ("items"."step")`.
  public static func += <Other: QueryExpression>(lhs: inout Self, rhs: Other)
  where Other.QueryValue: _OptionalPromotable<QueryValue._Optionalized> {
    lhs.apply(" + ", rhs.queryFragment)
  }

  /// Subtracts: `("items"."quantity") - ("items"."step")`.
  public static func -= <Other: QueryExpression>(lhs: inout Self, rhs: Other)
  where Other.QueryValue: _OptionalPromotable<QueryValue._Optionalized> {
    lhs.apply(" - ", rhs.queryFragment)
  }
}

extension SQLQueryExpression where QueryValue: _OptionalPromotable {
  /// Adds an amount: `("invoices"."total") + (1250)`.
  public static func += <Scale: DecimalScale>(lhs: inout Self, rhs: Decimal)
  where QueryValue._Optionalized.Wrapped == Decimal.FixedPoint<Scale> {
    lhs.apply(" + ", Decimal.FixedPoint<Scale>(queryOutput: rhs).queryFragment)
  }

  /// Subtracts an amount: `("invoices"."total") - (1250)`.
  public static func -= <Scale: DecimalScale>(lhs: inout Self, rhs: Decimal)
  where QueryValue._Optionalized.Wrapped == Decimal.FixedPoint<Scale> {
    lhs.apply(" - ", Decimal.FixedPoint<Scale>(queryOutput: rhs).queryFragment)
  }
}

extension SQLQueryExpression
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: Numeric & QueryBindable {
  /// The type of a value that is not NULL.
  public typealias _Number = QueryValue._Optionalized.Wrapped

  /// Adds: `("items"."quantity") + (1)`.
  public static func += (lhs: inout Self, rhs: _Number) { lhs.apply(" + ", rhs.queryFragment) }

  /// Subtracts: `("items"."quantity") - (1)`.
  public static func -= (lhs: inout Self, rhs: _Number) { lhs.apply(" - ", rhs.queryFragment) }

  /// Multiplies: `("items"."quantity") * (1)`.
  public static func *= (lhs: inout Self, rhs: _Number) { lhs.apply(" * ", rhs.queryFragment) }

  /// Multiplies: `("items"."quantity") * ("items"."step")`.
  public static func *= <Other: QueryExpression>(lhs: inout Self, rhs: Other)
  where Other.QueryValue: _OptionalPromotable<QueryValue._Optionalized> {
    lhs.apply(" * ", rhs.queryFragment)
  }

  /// Divides: `("items"."quantity") / (1)`.
  public static func /= (lhs: inout Self, rhs: _Number) {
    lhs.apply(MarkedSQL.divided, rhs.queryFragment)
  }

  /// Divides: `("items"."quantity") / ("items"."step")`.
  public static func /= <Other: QueryExpression>(lhs: inout Self, rhs: Other)
  where Other.QueryValue: _OptionalPromotable<QueryValue._Optionalized> {
    lhs.apply(MarkedSQL.divided, rhs.queryFragment)
  }

  /// Negates it: `-("items"."quantity")`.
  public mutating func negate() { apply("-") }
}

extension SQLQueryExpression
where
  QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: BinaryInteger & QueryBindable
{
  /// Takes the remainder: `("items"."quantity") % (1)`.
  public static func %= (lhs: inout Self, rhs: QueryValue._Optionalized.Wrapped) {
    lhs.apply(MarkedSQL.remainder, rhs.queryFragment)
  }

  /// Takes the remainder: `("items"."quantity") % ("items"."step")`.
  public static func %= <Other: QueryExpression>(lhs: inout Self, rhs: Other)
  where Other.QueryValue: _OptionalPromotable<QueryValue._Optionalized> {
    lhs.apply(MarkedSQL.remainder, rhs.queryFragment)
  }

  /// Keeps common bits: `("items"."quantity") & (1)`.
  public static func &= (lhs: inout Self, rhs: QueryValue._Optionalized.Wrapped) {
    lhs.apply(" & ", rhs.queryFragment)
  }

  /// Keeps common bits: `("items"."quantity") & ("items"."step")`.
  public static func &= <Other: QueryExpression>(lhs: inout Self, rhs: Other)
  where Other.QueryValue: _OptionalPromotable<QueryValue._Optionalized> {
    lhs.apply(" & ", rhs.queryFragment)
  }

  /// Sets bits: `("items"."quantity") | (1)`.
  public static func |= (lhs: inout Self, rhs: QueryValue._Optionalized.Wrapped) {
    lhs.apply(" | ", rhs.queryFragment)
  }

  /// Sets bits: `("items"."quantity") | ("items"."step")`.
  public static func |= <Other: QueryExpression>(lhs: inout Self, rhs: Other)
  where Other.QueryValue: _OptionalPromotable<QueryValue._Optionalized> {
    lhs.apply(" | ", rhs.queryFragment)
  }

  /// Moves bits to the left: `("items"."quantity") << (1)`.
  public static func <<= (lhs: inout Self, rhs: QueryValue._Optionalized.Wrapped) {
    lhs.apply(MarkedSQL.shiftedLeft, rhs.queryFragment)
  }

  /// Moves bits to the left: `("items"."quantity") << ("items"."step")`.
  public static func <<= <Other: QueryExpression>(lhs: inout Self, rhs: Other)
  where Other.QueryValue: _OptionalPromotable<QueryValue._Optionalized> {
    lhs.apply(MarkedSQL.shiftedLeft, rhs.queryFragment)
  }

  /// Moves bits to the right: `("items"."quantity") >> (1)`.
  public static func >>= (lhs: inout Self, rhs: QueryValue._Optionalized.Wrapped) {
    lhs.apply(MarkedSQL.shiftedRight, rhs.queryFragment)
  }

  /// Moves bits to the right: `("items"."quantity") >> ("items"."step")`.
  public static func >>= <Other: QueryExpression>(lhs: inout Self, rhs: Other)
  where Other.QueryValue: _OptionalPromotable<QueryValue._Optionalized> {
    lhs.apply(MarkedSQL.shiftedRight, rhs.queryFragment)
  }
}

extension SQLQueryExpression
where QueryValue: _OptionalPromotable, QueryValue._Optionalized == String? {
  /// Appends a text: `("reminders"."title") || (' Pro')`.
  public static func += (lhs: inout Self, rhs: String) { lhs.append(rhs) }

  /// Appends a text: `("reminders"."title") || ("reminders"."notes")`.
  public static func += <Other: QueryExpression>(lhs: inout Self, rhs: Other)
  where Other.QueryValue: _OptionalPromotable<String?> { lhs.append(rhs) }

  /// Appends a text: `("reminders"."title") || (' Pro')`.
  public mutating func append<Other: QueryExpression>(_ other: Other)
  where Other.QueryValue: _OptionalPromotable<String?> { apply(" || ", other.queryFragment) }

  /// Appends a text, in the spelling of Swift's texts: `("reminders"."title") || (' Pro')`.
  public mutating func append<Other: QueryExpression>(contentsOf other: Other)
  where Other.QueryValue: _OptionalPromotable<String?> { append(other) }
}

extension SQLQueryExpression
where QueryValue: _OptionalPromotable, QueryValue._Optionalized == Bool? {
  /// Turns it into its opposite: `NOT ("reminders"."isCompleted")`.
  public mutating func toggle() { apply("NOT ") }
}
