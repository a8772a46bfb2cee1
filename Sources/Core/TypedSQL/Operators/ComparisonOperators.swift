// Each operator has exactly these overloads, for these types: more overloads, or more general ones,
// would take the type checker seconds for one condition. `Scripts/typecheck` measures it.

extension _Operand where QueryValue: _OptionalPromotable {
  /// Returns whether an expression is NULL: `(lhs) IS (NULL)`.
  public static func == (lhs: Self, rhs: _NullLiteral) -> SQLQueryExpression<Bool> {
    lhs.is(rhs)
  }

  /// Returns whether an expression is not NULL: `(lhs) IS NOT (NULL)`.
  public static func != (lhs: Self, rhs: _NullLiteral) -> SQLQueryExpression<Bool> {
    lhs.isNot(rhs)
  }
}

extension _Operand where QueryValue: _OptionalPromotable {
  /// Returns whether an expression equals an SQL expression.
  public static func == (lhs: Self, rhs: SQLQueryExpression<QueryValue>) -> SQLQueryExpression<Bool>
  {
    equality(lhs, rhs)
  }

  /// Returns whether an expression differs from an SQL expression.
  public static func != (lhs: Self, rhs: SQLQueryExpression<QueryValue>) -> SQLQueryExpression<Bool>
  {
    inequality(lhs, rhs)
  }

  /// Returns whether an expression is less than an SQL expression: `(lhs) < (rhs)`.
  public static func < (lhs: Self, rhs: SQLQueryExpression<QueryValue>) -> SQLQueryExpression<Bool>
  {
    comparison(lhs, " < ", rhs)
  }

  /// Returns whether an expression is at most an SQL expression: `(lhs) <= (rhs)`.
  public static func <= (lhs: Self, rhs: SQLQueryExpression<QueryValue>) -> SQLQueryExpression<Bool>
  {
    comparison(lhs, " <= ", rhs)
  }

  /// Returns whether an expression is greater than an SQL expression: `(lhs) > (rhs)`.
  public static func > (lhs: Self, rhs: SQLQueryExpression<QueryValue>) -> SQLQueryExpression<Bool>
  {
    comparison(lhs, " > ", rhs)
  }

  /// Returns whether an expression is at least an SQL expression: `(lhs) >= (rhs)`.
  public static func >= (lhs: Self, rhs: SQLQueryExpression<QueryValue>) -> SQLQueryExpression<Bool>
  {
    comparison(lhs, " >= ", rhs)
  }
}

extension _Operand where QueryValue: QueryRepresentable & QueryExpression {
  /// Returns whether an expression and a bound value are equal.
  public static func == (lhs: Self, rhs: BindQueryExpression<QueryValue>) -> SQLQueryExpression<
    Bool
  > {
    equality(lhs, rhs)
  }

  /// Returns whether an expression and a bound value are different.
  public static func != (lhs: Self, rhs: BindQueryExpression<QueryValue>) -> SQLQueryExpression<
    Bool
  > {
    inequality(lhs, rhs)
  }

  /// Returns whether an expression is less than a bound value: `(lhs) < (rhs)`.
  public static func < (lhs: Self, rhs: BindQueryExpression<QueryValue>) -> SQLQueryExpression<Bool>
  {
    comparison(lhs, " < ", rhs)
  }

  /// Returns whether an expression is at most a bound value: `(lhs) <= (rhs)`.
  public static func <= (lhs: Self, rhs: BindQueryExpression<QueryValue>) -> SQLQueryExpression<
    Bool
  > {
    comparison(lhs, " <= ", rhs)
  }

  /// Returns whether an expression is greater than a bound value: `(lhs) > (rhs)`.
  public static func > (lhs: Self, rhs: BindQueryExpression<QueryValue>) -> SQLQueryExpression<Bool>
  {
    comparison(lhs, " > ", rhs)
  }

  /// Returns whether an expression is at least a bound value: `(lhs) >= (rhs)`.
  public static func >= (lhs: Self, rhs: BindQueryExpression<QueryValue>) -> SQLQueryExpression<
    Bool
  > {
    comparison(lhs, " >= ", rhs)
  }
}

// A value of an enumeration, so that the type of `.high` is inferred from the other side.
extension _Operand
where
  QueryValue: QueryRepresentable & QueryExpression,
  QueryValue._Optionalized.Wrapped: RawRepresentable & QueryBindable,
  QueryValue._Optionalized.Wrapped.QueryValue._Optionalized == QueryValue._Optionalized
{
  /// Returns whether an expression and a value are equal: `(lhs) = (rhs)`, or `(lhs) IS (rhs)`.
  public static func == (lhs: Self, rhs: QueryValue._Optionalized.Wrapped) -> SQLQueryExpression<
    Bool
  > {
    equality(lhs, rhs)
  }

  /// Returns whether an expression and a value are different: `(lhs) <> (rhs)`, or
  /// `(lhs) IS NOT (rhs)`.
  public static func != (lhs: Self, rhs: QueryValue._Optionalized.Wrapped) -> SQLQueryExpression<
    Bool
  > {
    inequality(lhs, rhs)
  }

  /// Returns whether an expression is less than a value: `(lhs) < (rhs)`.
  public static func < (lhs: Self, rhs: QueryValue._Optionalized.Wrapped) -> SQLQueryExpression<
    Bool
  > {
    comparison(lhs, " < ", rhs)
  }

  /// Returns whether an expression is at most a value: `(lhs) <= (rhs)`.
  public static func <= (lhs: Self, rhs: QueryValue._Optionalized.Wrapped) -> SQLQueryExpression<
    Bool
  > {
    comparison(lhs, " <= ", rhs)
  }

  /// Returns whether an expression is greater than a value: `(lhs) > (rhs)`.
  public static func > (lhs: Self, rhs: QueryValue._Optionalized.Wrapped) -> SQLQueryExpression<
    Bool
  > {
    comparison(lhs, " > ", rhs)
  }

  /// Returns whether an expression is at least a value: `(lhs) >= (rhs)`.
  public static func >= (lhs: Self, rhs: QueryValue._Optionalized.Wrapped) -> SQLQueryExpression<
    Bool
  > {
    comparison(lhs, " >= ", rhs)
  }
}

// A plain value next to an integer of fixed width, or next to a value stored in another form.
// Disfavored, so that `.now` is SQL's.
extension _Operand
where
  QueryValue: QueryRepresentable & QueryExpression,
  QueryValue._Optionalized.Wrapped: _TypedByColumn
{
  /// Returns whether an expression and a plain value are equal: `(lhs) = (rhs)`, or
  /// `(lhs) IS (rhs)`.
  @_disfavoredOverload
  public static func == (lhs: Self, rhs: QueryValue._Optionalized.Wrapped.QueryOutput)
    -> SQLQueryExpression<Bool>
  {
    equality(lhs, QueryValue._Optionalized.Wrapped(queryOutput: rhs))
  }

  /// Returns whether an expression and a plain value are different: `(lhs) <> (rhs)`, or
  /// `(lhs) IS NOT (rhs)`.
  @_disfavoredOverload
  public static func != (lhs: Self, rhs: QueryValue._Optionalized.Wrapped.QueryOutput)
    -> SQLQueryExpression<Bool>
  {
    inequality(lhs, QueryValue._Optionalized.Wrapped(queryOutput: rhs))
  }

  /// Returns whether an expression is less than a plain value: `(lhs) < (rhs)`.
  @_disfavoredOverload
  public static func < (lhs: Self, rhs: QueryValue._Optionalized.Wrapped.QueryOutput)
    -> SQLQueryExpression<Bool>
  {
    comparison(lhs, " < ", QueryValue._Optionalized.Wrapped(queryOutput: rhs))
  }

  /// Returns whether an expression is at most a plain value: `(lhs) <= (rhs)`.
  @_disfavoredOverload
  public static func <= (lhs: Self, rhs: QueryValue._Optionalized.Wrapped.QueryOutput)
    -> SQLQueryExpression<Bool>
  {
    comparison(lhs, " <= ", QueryValue._Optionalized.Wrapped(queryOutput: rhs))
  }

  /// Returns whether an expression is greater than a plain value: `(lhs) > (rhs)`.
  @_disfavoredOverload
  public static func > (lhs: Self, rhs: QueryValue._Optionalized.Wrapped.QueryOutput)
    -> SQLQueryExpression<Bool>
  {
    comparison(lhs, " > ", QueryValue._Optionalized.Wrapped(queryOutput: rhs))
  }

  /// Returns whether an expression is at least a plain value: `(lhs) >= (rhs)`.
  @_disfavoredOverload
  public static func >= (lhs: Self, rhs: QueryValue._Optionalized.Wrapped.QueryOutput)
    -> SQLQueryExpression<Bool>
  {
    comparison(lhs, " >= ", QueryValue._Optionalized.Wrapped(queryOutput: rhs))
  }
}

extension _Operand where QueryValue: _OptionalPromotable {
  /// Returns whether two expressions are equal, where NULL equals NULL.
  ///
  /// The SQL is `(lhs) = (rhs)` if neither side can be NULL, and `(lhs) IS (rhs)` otherwise, so
  /// that it is true or false in each row.
  ///
  /// ```swift
  /// Reminder.where { $0.isCompleted == true && $0.assignedUserID == userID }
  /// // … WHERE (("reminders"."isCompleted") = (1)) AND (("reminders"."assignedUserID") IS (42))
  /// ```
  public static func == <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    equality(lhs, rhs)
  }

  /// Returns whether two expressions are different: `(lhs) <> (rhs)`, or `(lhs) IS NOT (rhs)` if
  /// one may be NULL.
  public static func != <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    inequality(lhs, rhs)
  }

  /// Returns whether an expression is less than another: `(lhs) < (rhs)`.
  public static func < <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(lhs, " < ", rhs)
  }

  /// Returns whether an expression is at most another: `(lhs) <= (rhs)`.
  public static func <= <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(lhs, " <= ", rhs)
  }

  /// Returns whether an expression is greater than another: `(lhs) > (rhs)`.
  public static func > <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(lhs, " > ", rhs)
  }

  /// Returns whether an expression is at least another: `(lhs) >= (rhs)`.
  public static func >= <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(lhs, " >= ", rhs)
  }
}
