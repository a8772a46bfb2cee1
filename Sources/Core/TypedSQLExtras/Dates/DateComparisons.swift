public import TypedSQL

// A date computed by SQL, next to one that is stored as a number. The general operators are not
// enough: for them, `.now` would be Swift's date, which is bound when the query is created, and
// which a live query would keep forever.
extension _Operand
where
  QueryValue: _OptionalPromotable,
  QueryValue._Optionalized.Wrapped: _SQLiteDateRepresentation & _TypedByColumn,
  QueryValue._Optionalized.Wrapped._Optionalized.Wrapped: _SQLiteDateRepresentation
{
  /// Returns whether a date equals one that SQL computes, such as `.now`: `(lhs) = (rhs)`, or
  /// `(lhs) IS (rhs)`.
  public static func == (lhs: Self, rhs: _ModifiedDate<QueryValue._Optionalized.Wrapped>)
    -> SQLQueryExpression<Bool>
  { equality(lhs, rhs) }

  /// Returns whether a date differs from one that SQL computes, such as `.now`: `(lhs) <> (rhs)`,
  /// or `(lhs) IS NOT (rhs)`.
  public static func != (lhs: Self, rhs: _ModifiedDate<QueryValue._Optionalized.Wrapped>)
    -> SQLQueryExpression<Bool>
  { inequality(lhs, rhs) }

  /// Returns whether a date is before one that SQL computes, such as `.now`: `(lhs) < (rhs)`.
  public static func < (lhs: Self, rhs: _ModifiedDate<QueryValue._Optionalized.Wrapped>)
    -> SQLQueryExpression<Bool>
  { comparison(lhs, " < ", rhs) }

  /// Returns whether a date is at most one that SQL computes, such as `.now`: `(lhs) <= (rhs)`.
  public static func <= (lhs: Self, rhs: _ModifiedDate<QueryValue._Optionalized.Wrapped>)
    -> SQLQueryExpression<Bool>
  { comparison(lhs, " <= ", rhs) }

  /// Returns whether a date is after one that SQL computes, such as `.now`: `(lhs) > (rhs)`.
  public static func > (lhs: Self, rhs: _ModifiedDate<QueryValue._Optionalized.Wrapped>)
    -> SQLQueryExpression<Bool>
  { comparison(lhs, " > ", rhs) }

  /// Returns whether a date is at least one that SQL computes, such as `.now`: `(lhs) >= (rhs)`.
  public static func >= (lhs: Self, rhs: _ModifiedDate<QueryValue._Optionalized.Wrapped>)
    -> SQLQueryExpression<Bool>
  { comparison(lhs, " >= ", rhs) }
}
