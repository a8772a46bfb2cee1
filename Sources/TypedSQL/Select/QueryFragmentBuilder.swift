/// Builds the parts of a clause, with `if`, `switch` and `for` between them.
///
/// `Clause` is what the parts are: `Bool` for conditions, `()` for terms of an order, `Int` for a number of rows,
/// `any Statement` for statements that follow each other.
@resultBuilder
public enum QueryFragmentBuilder<Clause> {
  /// No part.
  public static func buildBlock() -> [QueryFragment] { [] }

  /// One part.
  public static func buildBlock(_ component: [QueryFragment]) -> [QueryFragment] { component }

  /// Several parts.
  public static func buildBlock(
    _ first: [QueryFragment],
    _ rest: [QueryFragment]...
  ) -> [QueryFragment] { first + rest.joined() }

  /// The part of a condition that holds.
  public static func buildEither(first component: [QueryFragment]) -> [QueryFragment] { component }

  /// The part of a condition that does not hold.
  public static func buildEither(second component: [QueryFragment]) -> [QueryFragment] { component }

  /// A part that may be missing.
  public static func buildOptional(_ component: [QueryFragment]?) -> [QueryFragment] {
    component ?? []
  }

  /// A part that needs a newer system.
  public static func buildLimitedAvailability(_ component: [QueryFragment]) -> [QueryFragment] {
    component
  }

  /// The parts of a loop.
  public static func buildArray(_ components: [[QueryFragment]]) -> [QueryFragment] {
    Array(components.joined())
  }

  /// No part: `nil`.
  @_disfavoredOverload
  public static func buildExpression(_ expression: Never?) -> [QueryFragment] { [] }
}

extension QueryFragmentBuilder<Bool> {
  /// A condition in SQL: `#sql("…")` finds its type by it.
  public static func buildExpression(_ expression: SQLQueryExpression<Bool>) -> [QueryFragment] {
    [expression.queryFragment]
  }

  /// A condition.
  public static func buildExpression<Condition: QueryExpression>(
    _ expression: Condition
  ) -> [QueryFragment] where Condition.QueryValue: _OptionalPromotable<Bool?> {
    [expression.queryFragment]
  }
}

extension QueryFragmentBuilder<Int> {
  /// A number.
  public static func buildExpression<Number: QueryExpression>(
    _ expression: Number
  ) -> [QueryFragment] where Number.QueryValue == Int { [expression.queryFragment] }
}

extension QueryFragmentBuilder<()> {
  /// A term, or several.
  public static func buildExpression<each C: QueryExpression>(
    _ expression: (repeat each C)
  ) -> [QueryFragment] {
    var fragments: [QueryFragment] = []
    fragments.reserveCapacity(4)
    for term in repeat each expression { fragments.append(term.queryFragment) }
    return fragments
  }
}

extension QueryFragmentBuilder<any Statement> {
  /// A statement.
  public static func buildExpression(_ expression: some Statement) -> [QueryFragment] {
    let query = expression.query
    return query.isEmpty ? [] : [query]
  }
}
