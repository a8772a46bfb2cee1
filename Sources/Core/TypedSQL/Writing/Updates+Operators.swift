public import Foundation

// `$0.count += 1` sets the column to an expression that contains the column.

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

// These also apply to amounts, which `*` and `/` would convert to another unit.
extension SQLQueryExpression
where
  QueryValue: _OptionalPromotable,
  QueryValue._Optionalized.Wrapped: AdditiveArithmetic & QueryBindable
{
  /// Adds an expression: `("items"."quantity") + ("items"."step")`.
  public static func += <Other: QueryExpression>(lhs: inout Self, rhs: Other)
  where Other.QueryValue: _OptionalPromotable<QueryValue._Optionalized> {
    lhs.apply(" + ", rhs.queryFragment)
  }

  /// Subtracts an expression: `("items"."quantity") - ("items"."step")`.
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

  /// Adds a number: `("items"."quantity") + (1)`.
  public static func += (lhs: inout Self, rhs: _Number) { lhs.apply(" + ", rhs.queryFragment) }

  /// Subtracts a number: `("items"."quantity") - (1)`.
  public static func -= (lhs: inout Self, rhs: _Number) { lhs.apply(" - ", rhs.queryFragment) }

  /// Multiplies by a number: `("items"."quantity") * (1)`.
  public static func *= (lhs: inout Self, rhs: _Number) { lhs.apply(" * ", rhs.queryFragment) }

  /// Multiplies by an expression: `("items"."quantity") * ("items"."step")`.
  public static func *= <Other: QueryExpression>(lhs: inout Self, rhs: Other)
  where Other.QueryValue: _OptionalPromotable<QueryValue._Optionalized> {
    lhs.apply(" * ", rhs.queryFragment)
  }

  /// Divides by a number: `("items"."quantity") / (1)`.
  public static func /= (lhs: inout Self, rhs: _Number) {
    lhs.apply(SQLOperator.divided.sql, rhs.queryFragment)
  }

  /// Divides by an expression: `("items"."quantity") / ("items"."step")`.
  public static func /= <Other: QueryExpression>(lhs: inout Self, rhs: Other)
  where Other.QueryValue: _OptionalPromotable<QueryValue._Optionalized> {
    lhs.apply(SQLOperator.divided.sql, rhs.queryFragment)
  }

  /// Negates the number: `-("items"."quantity")`.
  public mutating func negate() { apply("-") }
}

extension SQLQueryExpression
where
  QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: BinaryInteger & QueryBindable
{
  /// Replaces the number by a remainder: `("items"."quantity") % (1)`.
  public static func %= (lhs: inout Self, rhs: QueryValue._Optionalized.Wrapped) {
    lhs.apply(SQLOperator.remainder.sql, rhs.queryFragment)
  }

  /// Replaces the number by a remainder: `("items"."quantity") % ("items"."step")`.
  public static func %= <Other: QueryExpression>(lhs: inout Self, rhs: Other)
  where Other.QueryValue: _OptionalPromotable<QueryValue._Optionalized> {
    lhs.apply(SQLOperator.remainder.sql, rhs.queryFragment)
  }

  /// Keeps the bits that are set in both numbers: `("items"."quantity") & (1)`.
  public static func &= (lhs: inout Self, rhs: QueryValue._Optionalized.Wrapped) {
    lhs.apply(" & ", rhs.queryFragment)
  }

  /// Keeps the bits that are set in both numbers: `("items"."quantity") & ("items"."step")`.
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

  /// Shifts bits to the left: `("items"."quantity") << (1)`.
  public static func <<= (lhs: inout Self, rhs: QueryValue._Optionalized.Wrapped) {
    lhs.apply(SQLOperator.shiftedLeft.sql, rhs.queryFragment)
  }

  /// Shifts bits to the left: `("items"."quantity") << ("items"."step")`.
  public static func <<= <Other: QueryExpression>(lhs: inout Self, rhs: Other)
  where Other.QueryValue: _OptionalPromotable<QueryValue._Optionalized> {
    lhs.apply(SQLOperator.shiftedLeft.sql, rhs.queryFragment)
  }

  /// Shifts bits to the right: `("items"."quantity") >> (1)`.
  public static func >>= (lhs: inout Self, rhs: QueryValue._Optionalized.Wrapped) {
    lhs.apply(SQLOperator.shiftedRight.sql, rhs.queryFragment)
  }

  /// Shifts bits to the right: `("items"."quantity") >> ("items"."step")`.
  public static func >>= <Other: QueryExpression>(lhs: inout Self, rhs: Other)
  where Other.QueryValue: _OptionalPromotable<QueryValue._Optionalized> {
    lhs.apply(SQLOperator.shiftedRight.sql, rhs.queryFragment)
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

  /// Appends a text, spelled as for Swift's strings: `("reminders"."title") || (' Pro')`.
  public mutating func append<Other: QueryExpression>(contentsOf other: Other)
  where Other.QueryValue: _OptionalPromotable<String?> { append(other) }
}

extension SQLQueryExpression
where QueryValue: _OptionalPromotable, QueryValue._Optionalized == Bool? {
  /// Inverts the truth value: `NOT ("reminders"."isCompleted")`.
  public mutating func toggle() { apply("NOT ") }
}
