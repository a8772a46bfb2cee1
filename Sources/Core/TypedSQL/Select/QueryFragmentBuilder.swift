/// A result builder for the parts of a clause, with `if`, `switch` and `for`.
///
/// `Clause` stands for the kind of part: `Bool` for conditions, `()` for ordering terms, `Int` for
/// a number of rows, `any Statement` for consecutive statements.
@resultBuilder
public enum QueryFragmentBuilder<Clause> {
  /// Builds no parts.
  public static func buildBlock() -> [QueryFragment] { [] }

  /// Builds one part.
  public static func buildBlock(_ component: [QueryFragment]) -> [QueryFragment] { component }

  /// Builds several parts.
  public static func buildBlock(
    _ first: [QueryFragment],
    _ rest: [QueryFragment]...
  ) -> [QueryFragment] { first + rest.joined() }

  /// Builds the part for a condition that holds.
  public static func buildEither(first component: [QueryFragment]) -> [QueryFragment] { component }

  /// Builds the part for a condition that does not hold.
  public static func buildEither(second component: [QueryFragment]) -> [QueryFragment] { component }

  /// Builds a part that may be missing.
  public static func buildOptional(_ component: [QueryFragment]?) -> [QueryFragment] {
    component ?? []
  }

  /// Builds a part that requires a newer system.
  public static func buildLimitedAvailability(_ component: [QueryFragment]) -> [QueryFragment] {
    component
  }

  /// Builds the parts of a loop.
  public static func buildArray(_ components: [[QueryFragment]]) -> [QueryFragment] {
    Array(components.joined())
  }

  /// Builds no part from `nil`.
  @_disfavoredOverload
  public static func buildExpression(_ expression: Never?) -> [QueryFragment] { [] }
}

extension QueryFragmentBuilder<Bool> {
  /// Builds a condition in SQL, which gives `#sql("…")` its type.
  public static func buildExpression(_ expression: SQLQueryExpression<Bool>) -> [QueryFragment] {
    [expression.queryFragment]
  }

  /// Builds a condition.
  public static func buildExpression<Condition: QueryExpression>(
    _ expression: Condition
  ) -> [QueryFragment] where Condition.QueryValue: _OptionalPromotable<Bool?> {
    [expression.queryFragment]
  }
}

extension QueryFragmentBuilder<Int> {
  /// Builds a number.
  public static func buildExpression<Number: QueryExpression>(
    _ expression: Number
  ) -> [QueryFragment] where Number.QueryValue == Int { [expression.queryFragment] }
}

extension QueryFragmentBuilder<()> {
  /// Builds one or more ordering terms.
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
  /// Builds a statement.
  public static func buildExpression(_ expression: some Statement) -> [QueryFragment] {
    let query = expression.query
    return query.isEmpty ? [] : [query]
  }
}
