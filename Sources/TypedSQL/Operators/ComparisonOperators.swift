// Each operator is declared so often and no oftener, and for those types: more overloads, or more general ones, take
// the type checker seconds for one condition. `Scripts/typecheck` measures it.

extension _Operand where QueryValue: _OptionalPromotable {
  /// Whether an expression has no value: `(lhs) IS (NULL)`.
  public static func == (lhs: Self, rhs: _NullLiteral) -> SQLQueryExpression<Bool> {
    lhs.is(rhs)
  }

  /// Whether an expression has a value: `(lhs) IS NOT (NULL)`.
  public static func != (lhs: Self, rhs: _NullLiteral) -> SQLQueryExpression<Bool> {
    lhs.isNot(rhs)
  }
}

extension _Operand where QueryValue: _OptionalPromotable {
  /// Whether an expression and SQL are equal.
  public static func == (lhs: Self, rhs: SQLQueryExpression<QueryValue>) -> SQLQueryExpression<Bool>
  {
    equality(lhs, rhs)
  }

  /// Whether an expression and SQL are different.
  public static func != (lhs: Self, rhs: SQLQueryExpression<QueryValue>) -> SQLQueryExpression<Bool>
  {
    inequality(lhs, rhs)
  }

  /// Whether an expression is less than SQL: `(lhs) < (rhs)`.
  public static func < (lhs: Self, rhs: SQLQueryExpression<QueryValue>) -> SQLQueryExpression<Bool>
  {
    comparison(lhs, " < ", rhs)
  }

  /// Whether an expression is at most SQL: `(lhs) <= (rhs)`.
  public static func <= (lhs: Self, rhs: SQLQueryExpression<QueryValue>) -> SQLQueryExpression<Bool>
  {
    comparison(lhs, " <= ", rhs)
  }

  /// Whether an expression is greater than SQL: `(lhs) > (rhs)`.
  public static func > (lhs: Self, rhs: SQLQueryExpression<QueryValue>) -> SQLQueryExpression<Bool>
  {
    comparison(lhs, " > ", rhs)
  }

  /// Whether an expression is at least SQL: `(lhs) >= (rhs)`.
  public static func >= (lhs: Self, rhs: SQLQueryExpression<QueryValue>) -> SQLQueryExpression<Bool>
  {
    comparison(lhs, " >= ", rhs)
  }
}

extension _Operand where QueryValue: QueryRepresentable & QueryExpression {
  /// Whether an expression and a bound value are equal.
  public static func == (lhs: Self, rhs: BindQueryExpression<QueryValue>) -> SQLQueryExpression<
    Bool
  > {
    equality(lhs, rhs)
  }

  /// Whether an expression and a bound value are different.
  public static func != (lhs: Self, rhs: BindQueryExpression<QueryValue>) -> SQLQueryExpression<
    Bool
  > {
    inequality(lhs, rhs)
  }

  /// Whether an expression is less than a bound value: `(lhs) < (rhs)`.
  public static func < (lhs: Self, rhs: BindQueryExpression<QueryValue>) -> SQLQueryExpression<Bool>
  {
    comparison(lhs, " < ", rhs)
  }

  /// Whether an expression is at most a bound value: `(lhs) <= (rhs)`.
  public static func <= (lhs: Self, rhs: BindQueryExpression<QueryValue>) -> SQLQueryExpression<
    Bool
  > {
    comparison(lhs, " <= ", rhs)
  }

  /// Whether an expression is greater than a bound value: `(lhs) > (rhs)`.
  public static func > (lhs: Self, rhs: BindQueryExpression<QueryValue>) -> SQLQueryExpression<Bool>
  {
    comparison(lhs, " > ", rhs)
  }

  /// Whether an expression is at least a bound value: `(lhs) >= (rhs)`.
  public static func >= (lhs: Self, rhs: BindQueryExpression<QueryValue>) -> SQLQueryExpression<
    Bool
  > {
    comparison(lhs, " >= ", rhs)
  }
}

// A value of an enumeration: `.high` finds its type by it.
extension _Operand
where
  QueryValue: QueryRepresentable & QueryExpression,
  QueryValue._Optionalized.Wrapped: RawRepresentable & QueryBindable,
  QueryValue._Optionalized.Wrapped.QueryValue._Optionalized == QueryValue._Optionalized
{
  /// Whether an expression and a value are equal: `(lhs) = (rhs)`, or `(lhs) IS (rhs)`.
  public static func == (lhs: Self, rhs: QueryValue._Optionalized.Wrapped) -> SQLQueryExpression<
    Bool
  > {
    equality(lhs, rhs)
  }

  /// Whether an expression and a value are different: `(lhs) <> (rhs)`, or `(lhs) IS NOT (rhs)`.
  public static func != (lhs: Self, rhs: QueryValue._Optionalized.Wrapped) -> SQLQueryExpression<
    Bool
  > {
    inequality(lhs, rhs)
  }

  /// Whether an expression is less than a value: `(lhs) < (rhs)`.
  public static func < (lhs: Self, rhs: QueryValue._Optionalized.Wrapped) -> SQLQueryExpression<
    Bool
  > {
    comparison(lhs, " < ", rhs)
  }

  /// Whether an expression is at most a value: `(lhs) <= (rhs)`.
  public static func <= (lhs: Self, rhs: QueryValue._Optionalized.Wrapped) -> SQLQueryExpression<
    Bool
  > {
    comparison(lhs, " <= ", rhs)
  }

  /// Whether an expression is greater than a value: `(lhs) > (rhs)`.
  public static func > (lhs: Self, rhs: QueryValue._Optionalized.Wrapped) -> SQLQueryExpression<
    Bool
  > {
    comparison(lhs, " > ", rhs)
  }

  /// Whether an expression is at least a value: `(lhs) >= (rhs)`.
  public static func >= (lhs: Self, rhs: QueryValue._Optionalized.Wrapped) -> SQLQueryExpression<
    Bool
  > {
    comparison(lhs, " >= ", rhs)
  }
}

// A plain value beside a number of so many bits, or beside what is stored in another form. Disfavoured, so that `.now` is that of SQL.
extension _Operand
where
  QueryValue: QueryRepresentable & QueryExpression,
  QueryValue._Optionalized.Wrapped: _TypedByColumn
{
  /// Whether an expression and a plain value are equal: `(lhs) = (rhs)`, or `(lhs) IS (rhs)`.
  @_disfavoredOverload
  public static func == (lhs: Self, rhs: QueryValue._Optionalized.Wrapped.QueryOutput)
    -> SQLQueryExpression<Bool>
  {
    equality(lhs, QueryValue._Optionalized.Wrapped(queryOutput: rhs))
  }

  /// Whether an expression and a plain value are different: `(lhs) <> (rhs)`, or `(lhs) IS NOT (rhs)`.
  @_disfavoredOverload
  public static func != (lhs: Self, rhs: QueryValue._Optionalized.Wrapped.QueryOutput)
    -> SQLQueryExpression<Bool>
  {
    inequality(lhs, QueryValue._Optionalized.Wrapped(queryOutput: rhs))
  }

  /// Whether an expression is less than a plain value: `(lhs) < (rhs)`.
  @_disfavoredOverload
  public static func < (lhs: Self, rhs: QueryValue._Optionalized.Wrapped.QueryOutput)
    -> SQLQueryExpression<Bool>
  {
    comparison(lhs, " < ", QueryValue._Optionalized.Wrapped(queryOutput: rhs))
  }

  /// Whether an expression is at most a plain value: `(lhs) <= (rhs)`.
  @_disfavoredOverload
  public static func <= (lhs: Self, rhs: QueryValue._Optionalized.Wrapped.QueryOutput)
    -> SQLQueryExpression<Bool>
  {
    comparison(lhs, " <= ", QueryValue._Optionalized.Wrapped(queryOutput: rhs))
  }

  /// Whether an expression is greater than a plain value: `(lhs) > (rhs)`.
  @_disfavoredOverload
  public static func > (lhs: Self, rhs: QueryValue._Optionalized.Wrapped.QueryOutput)
    -> SQLQueryExpression<Bool>
  {
    comparison(lhs, " > ", QueryValue._Optionalized.Wrapped(queryOutput: rhs))
  }

  /// Whether an expression is at least a plain value: `(lhs) >= (rhs)`.
  @_disfavoredOverload
  public static func >= (lhs: Self, rhs: QueryValue._Optionalized.Wrapped.QueryOutput)
    -> SQLQueryExpression<Bool>
  {
    comparison(lhs, " >= ", QueryValue._Optionalized.Wrapped(queryOutput: rhs))
  }
}

extension _Operand where QueryValue: _OptionalPromotable {
  /// Whether two expressions are equal, where no value is equal to no value.
  ///
  /// Without a NULL on either side it is `(lhs) = (rhs)`, and else `(lhs) IS (rhs)`, so that it is true or false in each
  /// row.
  ///
  /// ```swift
  /// Reminder.where { $0.isCompleted == true && $0.assignedUserID == userID }
  /// // … WHERE (("reminders"."isCompleted") = (1)) AND (("reminders"."assignedUserID") IS (42))
  /// ```
  public static func == <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    equality(lhs, rhs)
  }

  /// Whether two expressions are different: `(lhs) <> (rhs)`, or `(lhs) IS NOT (rhs)` where one may be NULL.
  public static func != <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    inequality(lhs, rhs)
  }

  /// Whether an expression is less than another: `(lhs) < (rhs)`.
  public static func < <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(lhs, " < ", rhs)
  }

  /// Whether an expression is at most another: `(lhs) <= (rhs)`.
  public static func <= <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(lhs, " <= ", rhs)
  }

  /// Whether an expression is greater than another: `(lhs) > (rhs)`.
  public static func > <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(lhs, " > ", rhs)
  }

  /// Whether an expression is at least another: `(lhs) >= (rhs)`.
  public static func >= <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(lhs, " >= ", rhs)
  }
}

// What is a plain value on the left, or an expression of a type that is not known.
extension QueryExpression where QueryValue: _OptionalPromotable {
  /// Whether two expressions are equal, where no value is equal to no value.
  ///
  /// Without a NULL on either side it is `(lhs) = (rhs)`, and else `(lhs) IS (rhs)`, so that it is true or false in each
  /// row.
  ///
  /// ```swift
  /// Reminder.where { $0.isCompleted == true && $0.assignedUserID == userID }
  /// // … WHERE (("reminders"."isCompleted") = (1)) AND (("reminders"."assignedUserID") IS (42))
  /// ```
  @_disfavoredOverload
  public static func == <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    equality(lhs, rhs)
  }

  /// Whether two expressions are different: `(lhs) <> (rhs)`, or `(lhs) IS NOT (rhs)` where one may be NULL.
  @_disfavoredOverload
  public static func != <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    inequality(lhs, rhs)
  }

  /// Whether an expression is less than another: `(lhs) < (rhs)`.
  @_disfavoredOverload
  public static func < <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(lhs, " < ", rhs)
  }

  /// Whether an expression is at most another: `(lhs) <= (rhs)`.
  @_disfavoredOverload
  public static func <= <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(lhs, " <= ", rhs)
  }

  /// Whether an expression is greater than another: `(lhs) > (rhs)`.
  @_disfavoredOverload
  public static func > <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(lhs, " > ", rhs)
  }

  /// Whether an expression is at least another: `(lhs) >= (rhs)`.
  @_disfavoredOverload
  public static func >= <O: QueryExpression>(lhs: Self, rhs: O) -> SQLQueryExpression<Bool>
  where O.QueryValue: _OptionalPromotable, O.QueryValue._Optionalized == QueryValue._Optionalized {
    comparison(lhs, " >= ", rhs)
  }
}
