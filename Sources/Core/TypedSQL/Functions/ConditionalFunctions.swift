import DatabaseTypes

/// The first of several expressions that is not NULL: `coalesce(a, b, c)`.
///
/// `??` and `coalesce` create it.
public struct CoalesceFunction<QueryValue>: _Operand, Sendable {
  let arguments: [QueryFragment]

  /// The SQL.
  public var queryFragment: QueryFragment { .aggregate(.coalesce, arguments) }
}

extension QueryExpression {
  /// Returns a `coalesce` of two expressions; one that is a `coalesce` contributes its arguments.
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
  /// Returns an expression, or another if it is NULL:
  /// `coalesce("reminders"."dueDate", "reminders"."updatedAt")`.
  ///
  /// `a ?? b ?? c` is `coalesce(a, b, c)`.
  public static func ?? <O: QueryExpression>(lhs: Self, rhs: O) -> CoalesceFunction<O.QueryValue>
  where O.QueryValue: _OptionalPromotable<QueryValue> { lhs.coalescing(with: rhs) }
}

// Swift's own operator also takes any two operands of one type, treating the first as optional. The
// type checker prefers it to an operator for any two expressions, and then `a ?? b` would be `a`.
// So the common combinations have operators of their own, which match more closely and are also
// quicker to check.

extension _Operand where QueryValue: _OptionalProtocol {
  /// Returns an expression, or another of its type if it is NULL: `coalesce("t"."a", "t"."b")`.
  public static func ?? (lhs: Self, rhs: Self) -> CoalesceFunction<QueryValue> {
    lhs.coalescing(with: rhs)
  }
}

extension _Operand
where
  QueryValue: _OptionalProtocol, QueryValue.Wrapped: _LiteralValue,
  QueryValue.Wrapped.QueryValue: _OptionalPromotable<QueryValue>
{
  /// Returns an expression, or a value if it is NULL: `coalesce("reminders"."notes", '')`.
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
  /// Returns an expression, or a case of an enumeration if it is NULL:
  /// `coalesce("reminders"."priority", 1)`.
  public static func ?? (
    lhs: Self,
    rhs: QueryValue.Wrapped
  ) -> CoalesceFunction<QueryValue.Wrapped.QueryValue> { lhs.coalescing(with: rhs) }
}

extension TableColumn where Value: _OptionalProtocol, Value.Wrapped: QueryBindable {
  /// Returns a column, or another one if it is NULL:
  /// `coalesce("reminders"."dueDate", "reminders"."updatedAt")`.
  public static func ?? <Other>(
    lhs: Self,
    rhs: TableColumn<Other, Value.Wrapped>
  ) -> CoalesceFunction<Value.Wrapped> { lhs.coalescing(with: rhs) }
}

extension _Operand where QueryValue: _LiteralValue {
  /// Returns an expression, which is never NULL.
  ///
  /// As in Swift, `??` is of no use there, which the compiler says. Without this overload, it would
  /// end in an error of its own.
  @available(
    *,
    deprecated,
    message: "The left side is never NULL, so the right side is never used."
  )
  public static func ?? (lhs: Self, rhs: QueryValue) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(lhs.queryFragment)
  }
}

// For an expression whose concrete type is not known; see `PlainComparisons.swift`.
extension QueryExpression where QueryValue: _OptionalProtocol {
  /// Returns an expression, or another if it is NULL: `coalesce(a, b)`.
  @_disfavoredOverload
  public static func ?? <O: QueryExpression>(lhs: Self, rhs: O) -> _OpaqueOperation<O.QueryValue>
  where O.QueryValue: _OptionalPromotable<QueryValue> {
    _OpaqueOperation(lhs.coalesce(rhs).queryFragment)
  }

  /// Returns an expression, or another if it is NULL: `coalesce(a, b)`.
  public func coalesce<O: QueryExpression>(_ other: O) -> CoalesceFunction<O.QueryValue>
  where O.QueryValue: _OptionalPromotable<QueryValue> { coalescing(with: other) }

  /// Returns the first of several expressions that is not NULL, or a last one if all are NULL:
  /// `coalesce(a, b, c)`.
  public func coalesce<O: QueryExpression>(
    _ others: any QueryExpression<QueryValue>...,
    default last: O
  ) -> CoalesceFunction<O.QueryValue> where O.QueryValue: _OptionalPromotable<QueryValue> {
    CoalesceFunction(
      arguments: [queryFragment] + others.map(\.queryFragment) + [last.queryFragment]
    )
  }

  /// Returns an expression, or another if it is NULL: `ifnull("reminders"."priority", 1)`.
  public func ifnull<O: QueryExpression>(_ other: O) -> SQLQueryExpression<O.QueryValue>
  where O.QueryValue: _OptionalPromotable<QueryValue> {
    SQLQueryExpression(.call(.ifnull, queryFragment, other.queryFragment))
  }
}

extension QueryExpression where QueryValue: _OptionalPromotable {
  /// Returns an expression, or NULL if it equals another: `nullif("reminders"."notes", '')`.
  public func nullif<O: QueryExpression>(
    _ other: O
  ) -> SQLQueryExpression<QueryValue._Optionalized>
  where
    O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized
  { SQLQueryExpression(.call(.nullif, queryFragment, other.queryFragment)) }
}

// Not for all expressions: in extensions of Swift's numbers, `max(self, 0)` must remain Swift's
// function.
extension _Operand where QueryValue: _OptionalPromotable {
  /// Returns the greatest of several expressions of a row, or NULL if one of them is NULL:
  /// `max("items"."price", 10.0)`.
  public func max<O: QueryExpression>(
    _ other: O,
    _ others: any QueryExpression<QueryValue>...
  ) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    SQLQueryExpression(
      .aggregate(.max, [queryFragment, other.queryFragment] + others.map(\.queryFragment))
    )
  }

  /// Returns the smallest of several expressions of a row, or NULL if one of them is NULL:
  /// `min("items"."price", 10.0)`.
  public func min<O: QueryExpression>(
    _ other: O,
    _ others: any QueryExpression<QueryValue>...
  ) -> SQLQueryExpression<QueryValue>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    SQLQueryExpression(
      .aggregate(.min, [queryFragment, other.queryFragment] + others.map(\.queryFragment))
    )
  }
}

extension QueryExpression where QueryValue: _OptionalPromotable<Bool?> {
  /// Returns one expression if the condition holds, and another otherwise:
  /// `iif("reminders"."isFlagged", 1, 2)`.
  public func iif<Value>(
    _ then: some QueryExpression<Value>,
    _ else: some QueryExpression<Value>
  ) -> SQLQueryExpression<Value> {
    SQLQueryExpression(
      .call(.iif, queryFragment, then.queryFragment, `else`.queryFragment)
    )
  }
}
