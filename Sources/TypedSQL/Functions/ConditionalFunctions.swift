/// The first of several expressions that has a value: `coalesce(a, b, c)`.
///
/// `??` and `coalesce` make it.
public struct CoalesceFunction<QueryValue>: _Operand, Sendable {
  let arguments: [QueryFragment]

  /// The SQL.
  public var queryFragment: QueryFragment { .aggregate("coalesce", arguments) }
}

extension QueryExpression {
  /// The arguments of a `coalesce` that this is, or itself.
  fileprivate func coalescing<Value, Other: QueryExpression>(
    with other: Other
  ) -> CoalesceFunction<Value> {
    CoalesceFunction(arguments: coalesced + other.coalesced)
  }

  private var coalesced: [QueryFragment] {
    (self as? CoalesceFunction<QueryValue>)?.arguments ?? [queryFragment]
  }
}

extension _Operand where QueryValue: _OptionalProtocol {
  /// An expression, or another where it is NULL: `coalesce("reminders"."dueDate", "reminders"."updatedAt")`.
  ///
  /// `a ?? b ?? c` is `coalesce(a, b, c)`.
  public static func ?? <O: QueryExpression>(lhs: Self, rhs: O) -> CoalesceFunction<O.QueryValue>
  where O.QueryValue: _OptionalPromotable<QueryValue> { lhs.coalescing(with: rhs) }
}

// Swift's own operator takes any two operands of one type too, the first of them as if it were optional. The type checker
// prefers it to an operator for any two expressions, and then `a ?? b` would be `a`. So there are operators for what
// people write, which fit more closely and are also quicker to check.

extension _Operand where QueryValue: _OptionalProtocol {
  /// An expression, or another of the same kind where it is NULL: `coalesce("t"."a", "t"."b")`.
  public static func ?? (lhs: Self, rhs: Self) -> CoalesceFunction<QueryValue> {
    lhs.coalescing(with: rhs)
  }
}

extension _Operand
where
  QueryValue: _OptionalProtocol, QueryValue.Wrapped: _LiteralValue,
  QueryValue.Wrapped.QueryValue: _OptionalPromotable<QueryValue>
{
  /// An expression, or a value where it is NULL: `coalesce("reminders"."notes", '')`.
  public static func ?? (
    lhs: Self,
    rhs: QueryValue.Wrapped
  ) -> CoalesceFunction<QueryValue.Wrapped.QueryValue> { lhs.coalescing(with: rhs) }
}

extension _Operand
where
  QueryValue: _OptionalProtocol, QueryValue.Wrapped: RawRepresentable & QueryBindable,
  QueryValue.Wrapped.QueryValue: _OptionalPromotable<QueryValue>
{
  /// An expression, or a case of an enumeration where it is NULL: `coalesce("reminders"."priority", 1)`.
  public static func ?? (
    lhs: Self,
    rhs: QueryValue.Wrapped
  ) -> CoalesceFunction<QueryValue.Wrapped.QueryValue> { lhs.coalescing(with: rhs) }
}

extension TableColumn where Value: _OptionalProtocol, Value.Wrapped: QueryBindable {
  /// A column, or another one where it is NULL: `coalesce("reminders"."dueDate", "reminders"."updatedAt")`.
  public static func ?? <Other>(
    lhs: Self,
    rhs: TableColumn<Other, Value.Wrapped>
  ) -> CoalesceFunction<Value.Wrapped> { lhs.coalescing(with: rhs) }
}

// An expression of a type that is not known.
extension QueryExpression where QueryValue: _OptionalProtocol {
  /// An expression, or another where it is NULL: `coalesce(a, b)`.
  @_disfavoredOverload
  public static func ?? <O: QueryExpression>(lhs: Self, rhs: O) -> CoalesceFunction<O.QueryValue>
  where O.QueryValue: _OptionalPromotable<QueryValue> { lhs.coalescing(with: rhs) }

  /// An expression, or another where it is NULL: `coalesce(a, b)`.
  public func coalesce<O: QueryExpression>(_ other: O) -> CoalesceFunction<O.QueryValue>
  where O.QueryValue: _OptionalPromotable<QueryValue> { coalescing(with: other) }

  /// The first of several expressions that is not NULL, and another if all are: `coalesce(a, b, c)`.
  public func coalesce<O: QueryExpression>(
    _ others: any QueryExpression<QueryValue>...,
    default last: O
  ) -> CoalesceFunction<O.QueryValue> where O.QueryValue: _OptionalPromotable<QueryValue> {
    CoalesceFunction(
      arguments: [queryFragment] + others.map(\.queryFragment) + [last.queryFragment]
    )
  }

  /// An expression, or another where it is NULL: `ifnull("reminders"."priority", 1)`.
  public func ifnull<O: QueryExpression>(_ other: O) -> SQLQueryExpression<O.QueryValue>
  where O.QueryValue: _OptionalPromotable<QueryValue> {
    SQLQueryExpression(.call("ifnull", queryFragment, other.queryFragment))
  }
}

extension QueryExpression where QueryValue: _OptionalPromotable {
  /// An expression, or NULL where it is equal to another: `nullif("reminders"."notes", '')`.
  public func nullif<O: QueryExpression>(
    _ other: O
  ) -> SQLQueryExpression<QueryValue._Optionalized>
  where
    O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized
  { SQLQueryExpression(.call("nullif", queryFragment, other.queryFragment)) }
}

// Not for all expressions: where a number of Swift is extended, `max(self, 0)` is the function of Swift.
extension _Operand where QueryValue: _OptionalPromotable {
  /// The greatest of several expressions of a row: `max("items"."price", 10.0)`; NULL if one of them is.
  public func max<O: QueryExpression>(
    _ other: O,
    _ others: any QueryExpression<QueryValue>...
  ) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    SQLQueryExpression(
      .aggregate("max", [queryFragment, other.queryFragment] + others.map(\.queryFragment))
    )
  }

  /// The smallest of several expressions of a row: `min("items"."price", 10.0)`; NULL if one of them is.
  public func min<O: QueryExpression>(
    _ other: O,
    _ others: any QueryExpression<QueryValue>...
  ) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    SQLQueryExpression(
      .aggregate("min", [queryFragment, other.queryFragment] + others.map(\.queryFragment))
    )
  }
}

extension QueryExpression where QueryValue: _OptionalPromotable<Bool?> {
  /// One expression where the condition holds, and another elsewhere: `iif("reminders"."isFlagged", 1, 2)`.
  public func iif<Value>(
    _ then: some QueryExpression<Value>,
    _ else: some QueryExpression<Value>
  ) -> SQLQueryExpression<Value> {
    SQLQueryExpression(
      .call("iif", queryFragment, then.queryFragment, `else`.queryFragment)
    )
  }
}
